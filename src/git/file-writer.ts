import { closeSync, openSync } from 'node:fs';
import { textOfBytes } from '../base/byte-text.ts';
import { whileWriting } from '../base/file-failure.ts';
import { writeAll } from '../base/whole-file.ts';
import type { FileSink } from '../model/records.ts';

/** A sink that can be closed early, when the archive ends inside the file. */
export interface StageSink extends FileSink {
  /** Closes the file and keeps what was written. Does nothing after `end`. */
  abandon(): void;
}

/**
 * Opens a file for writing, readable by its owner only. Replaces an older file of that name, since the last of several
 * entries counts.
 * Fails with `disk-full` or `file-system`.
 */
export function openFileWriter(path: string): StageSink {
  let descriptor: number | undefined = whileWriting(path, () => openSync(path, 'w', 0o600));
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
        whileWriting(path, () => writeAll(open, chunk));
      }
    },
    end: close,
    abandon: close,
  };
}

/** Collects a text of at most `maxBytes` and calls `take` when it is complete; an incomplete text is dropped. */
export function openTextCollector(maxBytes: number, take: (text: string) => void): StageSink {
  const chunks: Uint8Array[] = [];
  let bytesLeft = maxBytes;
  return {
    write(chunk) {
      // A copy, because the caller may reuse its buffer for the next chunk.
      const kept = new Uint8Array(chunk.subarray(0, bytesLeft));
      chunks.push(kept);
      bytesLeft -= kept.length;
    },
    end: () => take(textOfBytes(Buffer.concat(chunks))),
    abandon: () => undefined,
  };
}
