import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import { systemErrorCode } from '../../../base/failure.ts';
import type { ExportedArchive } from '../../write-archive.ts';
import { connectionOf, withFaults } from '../faults/with-faults.ts';
import type { Service } from '../service.ts';
import { findStorageRefusal, noSuchKey, refuseStorage, storageError } from './storage-refusals.ts';

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

type ObjectHeaders = Readonly<Record<string, string>> & { readonly etag: string };

/** Sends an archive, or the requested range of it, from disk. */
async function sendArchive(
  request: Request,
  archive: ExportedArchive,
  headers: ObjectHeaders,
): Promise<Response> {
  const { sizeBytes } = archive;
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
  const body = await openPart(archive.path, part);
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
