import { createHash } from 'node:crypto';
import { Failure, fileFailure } from '../base/index.ts';
import { type ArchiveLimits, createFinding, type Finding } from '../model/index.ts';
import type { ContainerBytes } from './archive-event.ts';
import type { EntryReader } from './entry-reader.ts';
import { createTarReader } from './tar-reader.ts';
import { unpackGzip } from './unpack-gzip.ts';

/** Chunks go to the parser by slices, so that even a chunk full of tiny records yields in between. */
const SLICE_BYTES = 64 * 1024;

/** How the bytes of an archive are read. */
export interface ByteReading {
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((packedBytesRead: number) => void) | undefined;
}

/** Reads a tar or tar.gz. It yields whenever the sink should be emptied. */
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
    report(createFinding('encryption-damaged', `The encrypted file is damaged or breaks off: ${damage}`));
  }
  if (!entries.isStopped) {
    tar.end(source.isGzip && !entries.isDamaged);
  }
  const sha256 = entries.isStopped || damage !== undefined ? undefined : packed.sha256();
  return { packedBytes: packed.count(), unpackedBytes, sha256 };
}

function crossingOf(unpackedBytes: number, packedBytes: number, limits: ArchiveLimits): string | undefined {
  if (unpackedBytes > limits.unpackedBytes) {
    return `it unpacks to more than ${limits.unpackedBytes} bytes`;
  }
  if (unpackedBytes > limits.ratioGraceBytes && unpackedBytes > packedBytes * limits.decompressionRatio) {
    return `it unpacks to more than ${limits.decompressionRatio} times its size`;
  }
  return undefined;
}

/** A tar or tar.gz, from a file or a stream. */
export interface PackedSource {
  readonly type: 'packed';
  /** What sentences call it: its path, or what the caller named the stream. */
  readonly name: string;
  readonly isGzip: boolean;
  /** Bytes of the file, or undefined where only the end of the stream shows it. */
  readonly sizeBytes: number | undefined;
  /** The bytes from the start, until the signal ends them with an error. A stream can be opened once only. */
  open(signal?: AbortSignal): AsyncIterable<Buffer>;
  /** What was wrong with the encryption around the archive, once all its bytes were read. */
  readonly damage?: () => string | undefined;
}

/** The packed bytes of an archive, counted and hashed as they are read. */
interface PackedBytes {
  readonly chunks: AsyncGenerator<Buffer, void>;
  /** Bytes handed out so far. */
  readonly count: () => number;
  /** SHA-256 in hexadecimal once the last byte was handed out, undefined before. */
  readonly sha256: () => string | undefined;
}

/** Opens the source. The chunks throw `file-system` or `absent` where it cannot be read, `interrupted` on abort. */
function openPackedBytes(source: PackedSource, { signal, onProgress }: ByteReading): PackedBytes {
  const hash = createHash('sha256');
  let count = 0;
  let sha256: string | undefined;
  async function* chunks(): AsyncGenerator<Buffer, void> {
    try {
      for await (const chunk of source.open(signal)) {
        throwIfInterrupted(signal, source.name);
        hash.update(chunk);
        count += chunk.length;
        onProgress?.(count);
        yield chunk;
      }
    } catch (error) {
      throwIfInterrupted(signal, source.name);
      throw fileFailure(error, 'read the archive', source.name);
    }
    sha256 = hash.digest('hex');
  }
  return { chunks: chunks(), count: () => count, sha256: () => sha256 };
}

/** Throws the signal's own failure, or `interrupted`, once the signal is aborted. */
export function throwIfInterrupted(signal: AbortSignal | undefined, name: string): void {
  if (signal?.aborted === true) {
    throw signal.reason instanceof Failure
      ? signal.reason
      : new Failure('interrupted', `Cannot read the archive "${name}": it was interrupted`, {
          cause: signal.reason,
        });
  }
}
