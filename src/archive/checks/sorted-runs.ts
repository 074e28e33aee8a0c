import { invariant } from '../../base/index.ts';
import type { ScratchFile } from './scratch-file.ts';

/** Rows of 32-bit words on disk, in runs that are each in the order of their first two words. */
export interface SortedRuns {
  readonly runCount: number;
  /** Adds rows that are in order. */
  add(rows: Int32Array): void;
  /** All rows in order; among equal keys, those of earlier runs come first. A row is good until the next one. */
  merged(): Generator<Int32Array, void>;
}

interface RunPlace {
  readonly position: number;
  readonly lengthBytes: number;
}

/** How much of a run is held at once: hundreds of runs stay within some megabytes. */
const WINDOW_ROWS = 2_048;

/** Creates runs in a scratch file, none yet. */
export function createSortedRuns(scratch: ScratchFile, rowWords: number): SortedRuns {
  const runs: RunPlace[] = [];
  return {
    get runCount() {
      return runs.length;
    },
    add(rows) {
      const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
      runs.push({ position: scratch.append(bytes), lengthBytes: bytes.length });
    },
    *merged() {
      const readers = runs.map((run) => new RunReader(scratch, run, rowWords));
      for (;;) {
        const first = firstOf(readers);
        if (first?.row === undefined) {
          return;
        }
        yield first.row;
        first.advance();
      }
    },
  };
}

/** Orders two rows by their keys. */
function compareKeys(a: Int32Array, b: Int32Array): number {
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0);
}

function firstOf(readers: readonly RunReader[]): RunReader | undefined {
  let first: RunReader | undefined;
  for (const reader of readers) {
    const { row } = reader;
    if (row !== undefined && (first?.row === undefined || compareKeys(row, first.row) < 0)) {
      first = reader;
    }
  }
  return first;
}

class RunReader {
  /** The row at the front, or undefined at the end. */
  row: Int32Array | undefined;
  readonly #scratch: ScratchFile;
  readonly #rowWords: number;
  readonly #end: number;
  readonly #window: Int32Array<ArrayBuffer>;
  #position: number;
  #at = 0;
  #filled = 0;

  constructor(scratch: ScratchFile, run: RunPlace, rowWords: number) {
    this.#scratch = scratch;
    this.#rowWords = rowWords;
    this.#position = run.position;
    this.#end = run.position + run.lengthBytes;
    this.#window = new Int32Array(WINDOW_ROWS * rowWords);
    this.advance();
  }

  advance(): void {
    if (this.#at === this.#filled) {
      this.#fill();
    }
    const next = this.#at + this.#rowWords;
    this.row = this.#filled === 0 ? undefined : this.#window.subarray(this.#at, next);
    this.#at = next;
  }

  #fill(): void {
    const bytes = new Uint8Array(this.#window.buffer);
    const wanted = Math.min(bytes.length, this.#end - this.#position);
    let filledBytes = 0;
    while (filledBytes < wanted) {
      const part = bytes.subarray(filledBytes, wanted);
      const readBytes = this.#scratch.read(part, this.#position + filledBytes);
      invariant(readBytes > 0, 'a run is as long as it was written');
      filledBytes += readBytes;
    }
    this.#position += wanted;
    this.#filled = wanted / Int32Array.BYTES_PER_ELEMENT;
    this.#at = 0;
  }
}
