import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { fileFailure } from '../../../base/file-failure.ts';
import { streamWholeFile } from '../../../base/whole-file.ts';

/** Bytes of a gzip header without optional fields (RFC 1952, section 2.3). */
const HEADER_BYTES = 10;
const MTIME_OFFSET = 4;
const OS_OFFSET = 9;
/** "Unix", on any machine. */
const OS_UNIX = 3;

interface GzipOptions {
  readonly path: string;
  /** Goes into the gzip header. */
  readonly mtimeSeconds: number;
  readonly signal?: AbortSignal | undefined;
}

/** Writes a stream as a gzip file with one member, which has its final name only once it is complete. */
export async function writeGzipFile(content: AsyncIterable<Uint8Array>, options: GzipOptions) {
  const { path, mtimeSeconds, signal } = options;
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');

  async function* digested(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      sha256.update(chunk);
      md5.update(chunk);
      yield chunk;
    }
  }

  const gzip = createGzip();
  const packing = pipeline(
    Readable.from(content, { objectMode: false }),
    gzip,
    signal === undefined ? {} : { signal },
  );
  packing.catch(() => undefined); // Reading from `gzip` throws the same error.
  try {
    const sizeBytes = await streamWholeFile(path, digested(stampHeader(gzip, mtimeSeconds)));
    return { sizeBytes, sha256: sha256.digest('hex'), md5: md5.digest('hex') };
  } catch (error) {
    gzip.destroy(); // Ends the packing if nothing was read from it.
    signal?.throwIfAborted();
    throw fileFailure(error, 'write', path);
  }
}

/** The service writes a time into the gzip header; Node does not. No checksum covers the header. */
async function* stampHeader(
  chunks: AsyncIterable<Uint8Array>,
  mtimeSeconds: number,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length >= HEADER_BYTES) {
      head.writeUInt32LE(mtimeSeconds, MTIME_OFFSET);
      head[OS_OFFSET] = OS_UNIX;
      yield head;
      head = undefined;
    }
  }
}
