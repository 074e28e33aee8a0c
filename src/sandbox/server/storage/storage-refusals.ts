import type { ServiceCore } from '../service.ts';
import { storageError } from './storage-error.ts';

interface StorageRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
}

/** Says why a request may not reach an object, or undefined when it may. */
export function findStorageRefusal(
  { method, url, headers }: StorageRequest,
  { links, clock }: Pick<ServiceCore, 'clock' | 'links'>,
): Response | undefined {
  const verdict = links.check({ method, url });
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
      return expiredLink({ ...verdict, nowMs: clock.now() });
  }
}

interface Expiry {
  readonly lifetimeSeconds: number;
  readonly expiredAtMs: number;
  readonly nowMs: number;
}

/** The answer to an address that was good for a while. */
export function expiredLink({ lifetimeSeconds, expiredAtMs, nowMs }: Expiry): Response {
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
