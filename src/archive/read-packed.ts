import { createHash } from 'node:crypto';
import { createGunzip, type Gunzip } from 'node:zlib';
import { systemErrorCode } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import type { ArchiveLimits } from '../model/archive-limits.table.ts';
import { messageOf } from '../model/failure.ts';
import { createFinding, type Finding } from '../model/findings.ts';
import type { ContainerBytes } from './archive-event.ts';
import type { EntryReader } from './entry-reader.ts';
import { createTarReader } from './tar-reader.ts';

/** Chunks are parsed in slices, so that even a chunk full of tiny records yields in between. */
const SLICE_BYTES = 64 * 1024;

/** Options for reading the bytes of an archive. */
export interface ByteReading {
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((packedBytesRead: number) => void) | undefined;
}

/** Reads a tar or tar.gz. Yields when the sink should be emptied. */
export async function* readPacked(
  source: PackedSource,
  entries: EntryReader,
  { limits, ...reading }: ByteReading & { readonly limits: ArchiveLimits },
): AsyncGenerator<void, ContainerBytes> {
  const packed = openPackedBytes(source, reading);
  const report = (finding: Finding) => entries.report(finding);
  const chunks = source.isGzip ? unpackGzip(packed.chunks, report) : packed.chunks;
  const tar = createTarReader({ onEntry: (entry) => entries.open(entry), report });
  let unpackedBytes = 0;
  for await (const chunk of chunks) {
    unpackedBytes += chunk.length;
    const crossing = crossingOf(unpackedBytes, packed.count(), limits);
    if (crossing !== undefined) {
      entries.stop(crossing);
    }
    for (let at = 0; at < chunk.length && !entries.isStopped; at += SLICE_BYTES) {
      tar.write(chunk.subarray(at, at + SLICE_BYTES));
      if (entries.isFull) {
        yield;
      }
    }
    if (entries.isStopped) {
      break;
    }
    entries.flush();
    yield;
  }
  const damage = source.damage?.();
  if (damage !== undefined) {
    report(createFinding('encryption-damaged', `The encrypted file is damaged or truncated: ${damage}`));
  }
  if (!entries.isStopped) {
    tar.end(source.isGzip && !entries.isDamaged);
  }
  const sha256 = entries.isStopped || damage !== undefined ? undefined : packed.sha256();
  return { packedBytes: packed.count(), unpackedBytes, sha256 };
}

function crossingOf(unpackedBytes: number, packedBytes: number, limits: ArchiveLimits): string | undefined {
  if (unpackedBytes > limits.unpackedBytes) {
    return `it unpacks to more than ${limits.unpackedBytes} bytes (max unpacked)`;
  }
  if (unpackedBytes > limits.ratioGraceBytes && unpackedBytes > packedBytes * limits.decompressionRatio) {
    return `it unpacks to more than ${limits.decompressionRatio} times its size (max ratio)`;
  }
  return undefined;
}

/** A tar or tar.gz, from a file or a stream. */
export interface PackedSource {
  readonly type: 'packed';
  /** The name in messages: the path, or the caller's name for the stream. */
  readonly name: string;
  readonly isGzip: boolean;
  /** Bytes of the file; undefined for a stream. */
  readonly sizeBytes: number | undefined;
  /** The bytes from the start; aborting the signal ends them with an error. A stream can be opened only once. */
  open(signal?: AbortSignal): AsyncIterable<Buffer>;
  /** The error in the encryption of the archive, known once all its bytes were read. */
  readonly damage?: () => string | undefined;
}

/** The packed bytes of an archive, counted and hashed as they are read. */
interface PackedBytes {
  readonly chunks: AsyncGenerator<Buffer, void>;
  /** Bytes read so far. */
  readonly count: () => number;
  /** SHA-256 in hexadecimal; undefined before the last byte was read. */
  readonly sha256: () => string | undefined;
}

/** Opens the source. Reading it throws `file-system` or `absent` if that fails, and the signal's reason on abort. */
function openPackedBytes(source: PackedSource, { signal, onProgress }: ByteReading): PackedBytes {
  const hash = createHash('sha256');
  let count = 0;
  let sha256: string | undefined;
  async function* chunks(): AsyncGenerator<Buffer, void> {
    for await (const chunk of openSource(source, signal)) {
      signal?.throwIfAborted();
      hash.update(chunk);
      count += chunk.length;
      onProgress?.(count);
      yield chunk;
    }
    sha256 = hash.digest('hex');
  }
  return { chunks: chunks(), count: () => count, sha256: () => sha256 };
}

async function* openSource(
  source: PackedSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, void> {
  try {
    yield* source.open(signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw fileFailure(error, 'read the archive', source.name);
  }
}

/** Measured: chunks of 256 KiB are twice as fast as Node's default of 16 KiB; larger ones only take more memory. */
const UNPACKED_CHUNK_BYTES = 256 * 1024;

/**
 * The last chunk is written in small pieces, and the trailer with its checksum separately: zlib drops the whole output
 * of a piece in which it finds an error, and most errors are found at the end.
 */
const LAST_PIECE_BYTES = 4 * 1024;
const TRAILER_BYTES = 8;

/** The last bytes go in pieces as long as a trailer: bytes after the last member must not discard its output. */
const CAREFUL_BYTES = 256;

/**
 * The decompressor has its own thread, which works while the main thread parses, as long as there are packed bytes in
 * its queue and not too many unpacked chunks. Object mode keeps these chunks separate; otherwise reading would join
 * them.
 */
const AHEAD = { writableHighWaterMark: 1024 * 1024, readableObjectMode: true, readableHighWaterMark: 2 };

/**
 * Unpacks gzip with one or more members as far as possible; errors are reported, never thrown.
 * All packed chunks are read, even after an error, so that the digest is known.
 */
export async function* unpackGzip(
  packed: AsyncGenerator<Buffer, void>,
  report: (finding: Finding) => void,
): AsyncGenerator<Buffer, void> {
  const gunzip = createGunzip({ chunkSize: UNPACKED_CHUNK_BYTES, ...AHEAD });
  let fault: unknown;
  const tail: Tail = { hasBegun: false };
  gunzip.on('error', (error) => {
    fault = error;
  });
  const feeding = feed(packed, gunzip, tail);
  // Errors of the source are thrown where `feeding` is awaited; here they only end the reading early.
  feeding.catch(() => gunzip.destroy());
  try {
    let hasOutput = false;
    const ofTail: Buffer[] = [];
    for await (const chunk of takeAll(gunzip)) {
      hasOutput = true;
      if (tail.hasBegun) {
        ofTail.push(chunk);
      } else {
        yield chunk;
      }
    }
    if (ofTail.length > 0) {
      yield Buffer.concat(ofTail);
    }
    await feeding;
    if (fault !== undefined) {
      report(findingOf(fault, hasOutput));
    }
  } finally {
    gunzip.destroy();
    // Not awaited, since a stalled pipe would delay the end; errors on closing no longer matter.
    packed.return().catch(() => {});
  }
}

/** The end of the stream, which is written in small pieces; their output is emitted as one chunk. */
interface Tail {
  hasBegun: boolean;
}

/** Writes with backpressure. After an error, the rest is only read. */
async function feed(packed: AsyncGenerator<Buffer, void>, gunzip: Gunzip, tail: Tail): Promise<void> {
  let wake = () => {};
  gunzip.on('drain', () => wake()).once('close', () => wake());
  const waiting = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  let held: Buffer | undefined;
  for await (const chunk of packed) {
    if (held !== undefined && !gunzip.destroyed && !gunzip.write(held)) {
      await waiting();
    }
    held = chunk;
  }
  // The last piece must be alone in the queue, or zlib processes it together with the end. An empty piece precedes the
  // tail, so that no output of earlier chunks counts as output of the tail.
  let left = held?.length ?? 0;
  for (const piece of [Buffer.alloc(0), ...lastPieces(held ?? Buffer.alloc(0))]) {
    tail.hasBegun ||= piece.length > 0 && left <= LAST_PIECE_BYTES + CAREFUL_BYTES;
    left -= piece.length;
    if (!gunzip.destroyed) {
      gunzip.write(piece, () => wake());
      await waiting();
    }
  }
  if (!gunzip.destroyed) {
    gunzip.end();
  }
}

function* lastPieces(chunk: Buffer): Generator<Buffer, void> {
  const carefulStart = Math.max(chunk.length % TRAILER_BYTES, chunk.length - CAREFUL_BYTES);
  for (let at = 0; at < carefulStart; at += LAST_PIECE_BYTES) {
    yield chunk.subarray(at, Math.min(at + LAST_PIECE_BYTES, carefulStart));
  }
  for (let at = carefulStart; at < chunk.length; at += TRAILER_BYTES) {
    yield chunk.subarray(at, at + TRAILER_BYTES);
  }
}

/** All unpacked chunks, including those still in the stream's queue when an error ends it. */
async function* takeAll(gunzip: Gunzip): AsyncGenerator<Buffer, void> {
  let isOver = false;
  let wake = () => {};
  const over = () => {
    isOver = true;
    wake();
  };
  gunzip.on('readable', () => wake());
  gunzip.once('end', over).once('close', over);
  for (;;) {
    const chunk: unknown = gunzip.read();
    if (Buffer.isBuffer(chunk)) {
      yield chunk;
    } else if (isOver) {
      return;
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}

/** zlib has one code for all damage; only the message shows that it was found in the header of a member. */
const HEADER_FAULT = /^(incorrect header check|unknown compression method|unknown header flags set)/;

function findingOf(fault: unknown, hasOutput: boolean): Finding {
  const message = messageOf(fault);
  if (systemErrorCode(fault) === 'Z_BUF_ERROR') {
    return createFinding('gzip-truncated', 'The compressed stream ends before its trailer');
  }
  if (hasOutput && HEADER_FAULT.test(message)) {
    return createFinding(
      'gzip-trailing-bytes',
      'Bytes that are not a gzip member follow the compressed stream',
    );
  }
  // Where the damage begins is not known: zlib fails some time after it, or only at the checksum of the whole stream.
  const found = `The compressed stream is damaged (${message}), so what was read before that may be wrong`;
  return createFinding('gzip-damaged', found);
}
