import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileFailure, invariant, writeAll } from '../../base/index.ts';

/** A private temporary file that exists only once something was written to it. */
export interface ScratchFile {
  /** Writes at the end and says where that was, in bytes. Throws `disk-full` or `file-system`. */
  append(bytes: Uint8Array): number;
  /** Fills as much of `bytes` as the file has from `position` on, and says how much that was. */
  read(bytes: Uint8Array, position: number): number;
  /** Removes the file with its directory. It may be called again, and whether or not anything was written. */
  close(): void;
}

/** Creates a scratch file that will lie in a separate directory below `parent`. */
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

/** A file without a name is gone with its process, however that ends. Some systems keep the name of an open file. */
function loseName(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // It goes when the file is closed.
  }
}
