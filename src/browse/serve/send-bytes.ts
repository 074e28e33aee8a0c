import { isCurrent } from './encode-answers.ts';

/** A file to send, or a part of it. */
export interface SentFile {
  readonly sizeBytes: number;
  /** Changes with the content. */
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Opens the bytes from `start` to `end`, both included. */
  open(range: ByteRange): ReadableStream<Uint8Array>;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Sends a file: nothing if the client has it, one part if it asks for one (RFC 9110, 14), else all of it. Several parts
 * at once are answered with the whole file, as the RFC allows.
 */
export function sendBytes({ method, headers: asked }: Request, file: SentFile): Response {
  const { sizeBytes, etag } = file;
  const headers = { ...file.headers, ETag: etag, 'Accept-Ranges': 'bytes' };
  if (isCurrent(asked, etag)) {
    return new Response(null, { status: 304, headers });
  }
  const range = method === 'GET' && isSameVersion(asked, etag) ? readRange(asked, sizeBytes) : undefined;
  if (range === 'unsatisfiable') {
    const refused = { 'Content-Range': `bytes */${sizeBytes}`, 'Accept-Ranges': 'bytes' };
    return new Response(null, { status: 416, headers: refused });
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  const part = range === undefined ? {} : { 'Content-Range': `bytes ${start}-${end}/${sizeBytes}` };
  // A HEAD request or an empty file needs no open file.
  const body = method === 'HEAD' || sizeBytes === 0 ? null : file.open({ start, end });
  return new Response(body, {
    status: range === undefined ? 200 : 206,
    headers: { ...headers, ...part, 'Content-Length': String(end - start + 1) },
  });
}

/** A part of another version must not be joined to the client's (`If-Range`). */
function isSameVersion(asked: Headers, etag: string): boolean {
  const known = asked.get('if-range');
  return known === null || known === etag;
}

function readRange(asked: Headers, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked.get('range')?.trim() ?? '') ?? [];
  if (from === '' && to === '') {
    return undefined;
  }
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (from !== '' && to !== '' && Number(to) < start) {
    return undefined; // Such a range is invalid and ignored.
  }
  return start > end ? 'unsatisfiable' : { start, end };
}

/** The part of a stream that cannot start elsewhere than at its beginning. */
export function sliceStream(
  stream: ReadableStream<Uint8Array>,
  { start, end }: ByteRange,
): ReadableStream<Uint8Array> {
  let position = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const part = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position));
        position += chunk.length;
        if (part.length > 0) {
          controller.enqueue(part);
        }
        if (position > end) {
          controller.terminate();
        }
      },
    }),
  );
}
