import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { systemErrorCode } from '../../../base/index.ts';
import type { ExportedArchive } from '../../archive/exported-archive.ts';
import { type ByteRange, parseRange } from './byte-range.ts';
import { noSuchKey, storageError } from './storage-error.ts';

type ObjectHeaders = Readonly<Record<string, string>> & { readonly etag: string };

/** Sends an archive, or the part of it that the request asks for, from the disk. */
export async function sendArchive(
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

/** If-Range (RFC 9110, section 13.1.5): the range counts only while the object is still the same. */
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
