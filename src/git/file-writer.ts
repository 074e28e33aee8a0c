import { closeSync, openSync } from 'node:fs';
import { fileFailure, writeAll } from '../base/index.ts';
import type { FileSink } from '../model/index.ts';

/** A sink that also can be given up, where the archive breaks off inside the file. */
export interface StageSink extends FileSink {
  /** Lets go of the open file; what was written stays. Nothing happens after `end`. */
  abandon(): void;
}

/**
 * Opens a file for writing, over an older one of its name: the later of two entries holds.
 * Only its owner may read it. Fails with `disk-full` or `file-system`.
 */
export function openFileWriter(path: string): StageSink {
  let descriptor: number | undefined = attempt(path, () => openSync(path, 'w', 0o600));
  function close(): void {
    if (descriptor !== undefined) {
      closeSync(descriptor);
      descriptor = undefined;
    }
  }
  return {
    write(chunk) {
      const open = descriptor;
      if (open !== undefined) {
        attempt(path, () => writeAll(open, chunk));
      }
    },
    end: close,
    abandon: close,
  };
}

/** Collects a text of at most `maxBytes` and hands it over when it is whole; one that breaks off is never seen. */
export function openTextCollector(maxBytes: number, take: (text: string) => void): StageSink {
  const chunks: Uint8Array[] = [];
  let bytesLeft = maxBytes;
  return {
    write(chunk) {
      // A copy: the giver may use its memory again for the next chunk.
      const kept = new Uint8Array(chunk.subarray(0, bytesLeft));
      chunks.push(kept);
      bytesLeft -= kept.length;
    },
    end: () => take(Buffer.concat(chunks).toString('utf8')),
    abandon: () => undefined,
  };
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileFailure(error, 'write', path);
  }
}
