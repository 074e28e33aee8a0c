import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '../../base/failure.ts';
import { fileFailure } from '../../base/file-failure.ts';
import { writeAll } from '../../base/whole-file.ts';

/** A private temporary file, created by the first write. */
export interface ScratchFile {
  /** Appends bytes; returns their position. Throws `disk-full` or `file-system`. */
  append(bytes: Uint8Array): number;
  /** Reads from `position` into `bytes`; returns the number of bytes read. */
  read(bytes: Uint8Array, position: number): number;
  /** Removes the file and its directory. Safe to call several times, and if nothing was written. */
  close(): void;
}

/** Creates a scratch file in a new directory below `parent`. */
export function createScratchFile(parent: string): ScratchFile {
  let open: { readonly descriptor: number; readonly directory: string } | undefined;
  let end = 0;

  function descriptor(): number {
    if (open === undefined) {
      const directory = mkdtempSync(join(parent, 'satchel-verify-'));
      open = { directory, descriptor: openSync(join(directory, 'runs'), 'wx+', 0o600) };
      loseName(directory);
    }
    return open.descriptor;
  }

  return {
    append(bytes) {
      const position = end;
      try {
        writeAll(descriptor(), bytes, position);
      } catch (error) {
        throw fileFailure(error, 'write a temporary file in', parent);
      }
      end += bytes.length;
      return position;
    },
    read(bytes, position) {
      invariant(open !== undefined, 'a scratch file is written before it is read');
      return readSync(open.descriptor, bytes, 0, bytes.length, position);
    },
    close() {
      if (open !== undefined) {
        closeSync(open.descriptor);
        rmSync(open.directory, { recursive: true, force: true });
        open = undefined;
      }
    },
  };
}

/** An unlinked file disappears with its process, however that ends. Some systems cannot unlink an open file. */
function loseName(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // It is removed when the file is closed.
  }
}
