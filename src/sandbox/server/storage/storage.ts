import type { HttpBindings } from '@hono/node-server';
import { connectionOf, withFaults } from '../faults/with-faults.ts';
import type { Service } from '../service.ts';
import { sendArchive } from './send-archive.ts';
import { findStorageRefusal, noSuchKey, refuseStorage, storageError } from './storage-refusals.ts';

/** Answers a request to the storage origin, with the faults that apply to it. */
export function serveStorage(request: Request, bindings: HttpBindings, service: Service): Promise<Response> {
  const respond = withFaults(
    (effective) => answerStorageRequest(effective, service),
    service.faults.take({ at: 'storage' }),
    {
      clock: service.clock,
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

async function sendObject(request: Request, url: URL, { migrations }: Service): Promise<Response> {
  const stored = migrations.findArchive(url.pathname);
  if (stored?.archive === undefined) {
    return noSuchKey(url.pathname);
  }
  return await sendArchive(request, stored.archive, {
    'accept-ranges': 'bytes',
    'cache-control': 'max-age=2592000',
    'content-disposition': url.searchParams.get('response-content-disposition') ?? 'attachment',
    'content-type': url.searchParams.get('response-content-type') ?? 'application/octet-stream',
    etag: `"${stored.archive.md5}"`,
    'last-modified': new Date(stored.status.sinceMs).toUTCString(),
  });
}
