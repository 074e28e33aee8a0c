import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { writeAll } from '../../../base/index.ts';
import { ROW_TEXTS, ROW_WORDS, type Slab } from './text-ring.ts';

/** A file for slabs that find no room in memory, each at a place of its own. It is made with the first of them. */
export interface TextSpill {
  /** Writes a slab to a place; gives the file, which any thread of this process may read, or undefined where that failed. */
  write(slab: Slab, place: number): number | undefined;
  close(): void;
}

/** Prepares the file at `path`. It loses its name at once where the system allows that, so that no crash leaves it. */
export function createTextSpill(path: string): TextSpill {
  let file: number | undefined;
  let hasFailed = false;

  function open(): number {
    rmSync(path, { force: true });
    const opened = openSync(path, 'wx+', 0o600); // For its owner only, as archives hold private work.
    try {
      rmSync(path);
    } catch {
      // Some systems keep the name of an open file: it goes when the file is closed.
    }
    return opened;
  }

  return {
    write(slab, place) {
      if (hasFailed) {
        return undefined;
      }
      try {
        file ??= open();
        const [table, bytes] = partsOf(slab);
        const start = place * placeBytes(slab);
        writeAll(file, table, start);
        writeAll(file, bytes, start + slab.table.byteLength);
        return file;
      } catch {
        hasFailed = true; // A full disk: whoever writes then waits for memory, as it would without a file.
        return undefined;
      }
    },
    close() {
      if (file !== undefined) {
        closeSync(file);
        file = undefined;
        rmSync(path, { force: true });
      }
    },
  };
}

/** Reads a slab from its place in the file. */
export function readSpilled(file: number, place: number, slab: Slab): void {
  const start = place * placeBytes(slab);
  const { buffer, byteOffset, byteLength } = slab.table;
  readSync(file, new Uint8Array(buffer, byteOffset, byteLength), 0, byteLength, start);
  const [, bytes] = partsOf(slab);
  readWhole(file, bytes, start + byteLength);
}

function placeBytes({ table, bytes }: Slab): number {
  return table.byteLength + bytes.length;
}

/** What of a slab its rows use. */
function partsOf({ table, bytes }: Slab): readonly [table: Uint8Array, bytes: Uint8Array] {
  const words = 1 + (table[0] ?? 0) * ROW_WORDS;
  let usedBytes = 0;
  for (let at = 1; at < words; at += ROW_WORDS) {
    for (let column = 0; column < ROW_TEXTS; column += 1) {
      usedBytes += Math.max(0, table[at + 2 + column] ?? 0);
    }
  }
  return [
    new Uint8Array(table.buffer, table.byteOffset, words * Int32Array.BYTES_PER_ELEMENT),
    bytes.subarray(0, usedBytes),
  ];
}

function readWhole(file: number, bytes: Uint8Array, start: number): void {
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(file, bytes, done, bytes.length - done, start + done);
    if (read === 0) {
      throw new Error('The file of waiting texts ends before its last slab');
    }
    done += read;
  }
}
