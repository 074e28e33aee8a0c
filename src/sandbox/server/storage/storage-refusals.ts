import { type Fault, numberOf, textOf } from '../../fault.ts';
import type { Service } from '../service.ts';

interface StorageError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Further elements, by name. */
  readonly details?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export function storageError({ status, code, message, details = {}, headers = {} }: StorageError): Response {
  const elements = Object.entries({ Code: code, Message: message, ...details })
    .map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`)
    .join('');
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<Error>${elements}</Error>`, {
    status,
    headers: { 'content-type': 'application/xml', ...headers },
  });
}

export function noSuchKey(path: string): Response {
  return storageError({
    status: 404,
    code: 'NoSuchKey',
    message: 'The specified key does not exist.',
    details: { Key: path.slice(1) },
  });
}

/** Replaces characters that XML does not allow. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}');
}

/** The response to a request without access to an object; undefined if it has access. */
export function findStorageRefusal(
  { method, headers }: Pick<Request, 'headers' | 'method'>,
  url: URL,
  { links, clock }: Service,
): Response | undefined {
  const verdict = links.check(method, url);
  if (verdict.type !== 'unsigned' && headers.has('authorization')) {
    return storageError({
      status: 400,
      code: 'InvalidArgument',
      message:
        'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string ' +
        'parameter or the Authorization header should be specified',
      details: { ArgumentName: 'Authorization' },
    });
  }
  switch (verdict.type) {
    case 'valid':
      return undefined;
    case 'unsigned':
      return storageError({ status: 403, code: 'AccessDenied', message: 'Access Denied' });
    case 'forged':
      return storageError({
        status: 403,
        code: 'SignatureDoesNotMatch',
        message: 'The request signature we calculated does not match the signature you provided',
      });
    case 'expired':
      return expiredLink(verdict.lifetimeSeconds, verdict.expiredAtMs, clock.now());
  }
}

function expiredLink(lifetimeSeconds: number, expiredAtMs: number, nowMs: number): Response {
  return storageError({
    status: 403,
    code: 'AccessDenied',
    message: 'Request has expired',
    details: {
      'X-Amz-Expires': String(lifetimeSeconds),
      Expires: new Date(expiredAtMs).toISOString(),
      ServerTime: new Date(nowMs).toISOString(),
    },
  });
}

/** Writes the refusal that a fault causes, like a storage service. */
export function refuseStorage(fault: Fault, { clock }: Service): Response {
  if (fault.kind === 'expired_link') {
    return expiredLink(300, clock.now() - 1_000, clock.now());
  }
  const status = numberOf(fault, 'status');
  const body = textOf(fault, 'body');
  return body === ''
    ? storageError({
        status,
        code: status === 503 ? 'SlowDown' : 'InternalError',
        message: 'We encountered an internal error. Please try again.',
      })
    : new Response(body, { status });
}
