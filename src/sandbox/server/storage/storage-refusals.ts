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
      return storageError({
        status: 403,
        code: 'AccessDenied',
        message: 'Request has expired',
        details: {
          'X-Amz-Expires': String(verdict.lifetimeSeconds),
          Expires: new Date(verdict.expiredAtMs).toISOString(),
          ServerTime: new Date(clock.now()).toISOString(),
        },
      });
  }
}
