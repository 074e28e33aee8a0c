import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import { systemErrorCode } from '../../../base/failure.ts';
import { type Fault, numberOf, textOf } from '../../fault.ts';
import { connectionOf, withFaults } from '../faults/with-faults.ts';
import { findLfsObject } from '../lfs-handlers.ts';
import type { Service } from '../service.ts';

/** Answers a request to the storage origin, with the faults that apply to it. */
export function serveStorage(request: Request, bindings: HttpBindings, service: Service): Promise<Response> {
  const respond = withFaults(
    (effective) => answerStorageRequest(effective, service),
    service.faults.take({ at: 'storage' }),
    {
      clock: service.clock,
      ending: service.ending,
      connection: connectionOf(bindings),
      refuse: (fault) => refuseStorage(fault, service),
    },
  );
  return respond(request);
}

const REQUEST_ID_LENGTH = 16;

/**
 * Answers one request like an object store: only the signature in the URL grants access, and only for GET.
 */
async function answerStorageRequest(request: Request, service: Service): Promise<Response> {
  const requestId = service.random.hex(REQUEST_ID_LENGTH).toUpperCase();
  const response = await answer(request, service);
  response.headers.set('date', new Date(service.clock.now()).toUTCString());
  response.headers.set('x-amz-request-id', requestId);
  service.onRequest({
    origin: 'storage',
    method: request.method,
    path: new URL(request.url).pathname,
    status: response.status,
    caller: 'anonymous',
    hasAuthorization: request.headers.has('authorization'),
    range: request.headers.get('range') ?? undefined,
    requestId,
  });
  return response;
}

async function answer(request: Request, service: Service): Promise<Response> {
  try {
    const url = new URL(request.url);
    return findStorageRefusal(request, url, service) ?? (await sendObject(request, url, service));
  } catch (error) {
    service.onError(error);
    return storageError({ status: 500, code: 'InternalError', message: 'We encountered an internal error' });
  }
}

async function sendObject(request: Request, url: URL, service: Service): Promise<Response> {
  const large = findLfsObject(url.pathname, service);
  if (large !== undefined) {
    const type = { 'accept-ranges': 'bytes', 'content-type': 'application/octet-stream' };
    return await sendBytes(request, large.length, {
      headers: { ...type, etag: `"${url.pathname.split('/').at(-1)}"` },
      open: async ({ start, end }) => new Blob([large.subarray(start, end + 1)]).stream(),
    });
  }
  const stored = service.migrations.findArchive(url.pathname);
  if (stored?.archive === undefined) {
    return noSuchKey(url.pathname);
  }
  const { archive } = stored;
  const headers = {
    'accept-ranges': 'bytes',
    'cache-control': 'max-age=2592000',
    'content-disposition': url.searchParams.get('response-content-disposition') ?? 'attachment',
    'content-type': url.searchParams.get('response-content-type') ?? 'application/octet-stream',
    etag: `"${archive.md5}"`,
    'last-modified': new Date(stored.status.sinceMs).toUTCString(),
  };
  return await sendBytes(request, archive.sizeBytes, {
    headers,
    open: async (part) => await openPart(archive.path, part),
  });
}

type ObjectHeaders = Readonly<Record<string, string>> & { readonly etag: string };

interface StoredBytes {
  readonly headers: ObjectHeaders;
  /** Undefined if they are gone. */
  readonly open: (part: ByteRange) => Promise<ReadableStream | undefined>;
}

/** Sends an object, or the requested range of it. */
async function sendBytes(
  request: Request,
  sizeBytes: number,
  { headers, open: openBytes }: StoredBytes,
): Promise<Response> {
  const range = isRangeMeant(request, headers)
    ? parseRange(request.headers.get('range'), sizeBytes)
    : 'whole';
  if (range === 'unsatisfiable') {
    return storageError({
      status: 416,
      code: 'InvalidRange',
      message: 'The requested range is not satisfiable',
      details: { RangeRequested: request.headers.get('range') ?? '', ActualObjectSize: String(sizeBytes) },
      headers: { 'content-range': `bytes */${sizeBytes}` },
    });
  }
  const part = range === 'whole' ? { start: 0, end: sizeBytes - 1 } : range;
  const body = await openBytes(part);
  if (body === undefined) {
    return noSuchKey(new URL(request.url).pathname);
  }
  const length = { 'content-length': String(part.end - part.start + 1) };
  const partial = { 'content-range': `bytes ${part.start}-${part.end}/${sizeBytes}` };
  return range === 'whole'
    ? new Response(body, { status: 200, headers: { ...headers, ...length } })
    : new Response(body, { status: 206, headers: { ...headers, ...length, ...partial } });
}

/** If-Range (RFC 9110, section 13.1.5): the range applies only to the same object. */
function isRangeMeant(request: Request, headers: ObjectHeaders): boolean {
  const condition = request.headers.get('if-range');
  return condition === null || condition === headers.etag || condition === headers['last-modified'];
}

async function openPart(path: string, { start, end }: ByteRange): Promise<ReadableStream | undefined> {
  try {
    const file = await open(path, 'r');
    return Readable.toWeb(file.createReadStream({ start, end }));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** Both ends are inclusive. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header (RFC 9110, section 14.1.2). Like storage services, it ignores anything but a single byte range.
 */
export function parseRange(header: string | null, sizeBytes: number): ByteRange | 'unsatisfiable' | 'whole' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) {
    return 'whole';
  }
  if (first === '') {
    const suffixBytes = Number(last);
    const start = Math.max(0, sizeBytes - suffixBytes);
    return suffixBytes === 0 || sizeBytes === 0 ? 'unsatisfiable' : { start, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) {
    return 'whole';
  }
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}

interface StorageError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Further elements, by name. */
  readonly details?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

function storageError({ status, code, message, details = {}, headers = {} }: StorageError): Response {
  const elements = Object.entries({ Code: code, Message: message, ...details })
    .map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`)
    .join('');
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<Error>${elements}</Error>`, {
    status,
    headers: { 'content-type': 'application/xml', ...headers },
  });
}

function noSuchKey(path: string): Response {
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
function findStorageRefusal(
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
function refuseStorage(fault: Fault, { clock }: Service): Response {
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
