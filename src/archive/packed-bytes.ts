import { createHash } from 'node:crypto';
import { Failure, fileFailure } from '../base/index.ts';
import type { PackedSource } from './packed-source.ts';

/** The packed bytes of an archive on their way in: counted and hashed, whoever reads them. */
export interface PackedBytes {
  readonly chunks: AsyncGenerator<Buffer, void>;
  /** Bytes handed out so far. */
  readonly count: () => number;
  /** SHA-256 in hexadecimal once the last byte was handed out, undefined before. */
  readonly sha256: () => string | undefined;
}

interface PackedBytesOptions {
  readonly source: PackedSource;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((packedBytesRead: number) => void) | undefined;
}

/** Opens the source. The chunks throw `file-system` or `absent` where it cannot be read, `interrupted` on abort. */
export function openPackedBytes({ source, signal, onProgress }: PackedBytesOptions): PackedBytes {
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
