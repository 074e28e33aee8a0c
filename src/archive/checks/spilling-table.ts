import { invariant } from '../../base/failure.ts';
import { type Fingerprint, FingerprintTable } from '../fingerprints.ts';
import type { ScratchFile } from './scratch-file.ts';

/** The memory limits of a table of fingerprints. */
export interface SpillingOptions {
  readonly scratch: ScratchFile;
  /** The maximum number of rows in memory; when it is reached, all of them move to the scratch file. */
  readonly maxRows: number;
  /** Words in a row after its key. */
  readonly payloadWords?: number;
}

/** A table of fingerprints of any size in bounded memory: when it is full, its rows move to a sorted run on disk. */
export class SpillingTable {
  readonly #table: FingerprintTable;
  readonly #runs: SortedRuns;
  readonly #maxRows: number;

  constructor({ scratch, maxRows, payloadWords = 0 }: SpillingOptions) {
    this.#table = new FingerprintTable(payloadWords);
    this.#runs = createSortedRuns(scratch, this.#table.rowWords);
    this.#maxRows = Math.max(1, maxRows);
  }

  /** True after rows moved to the scratch file, when `has` no longer covers all of them. */
  get hasSpilled(): boolean {
    return this.#runs.runCount > 0;
  }

  /** True if nothing was added. */
  get isEmpty(): boolean {
    return this.#table.size === 0 && !this.hasSpilled;
  }

  /** The words of the rows in memory; valid until the next `insert`. */
  get words(): Int32Array {
    return this.#table.words;
  }

  /** True if the key is in memory. */
  has(key: Fingerprint): boolean {
    return this.#table.find(key) >= 0;
  }

  /** The index of the key's row in `words`; a new row has zeros after the key. */
  insert(key: Fingerprint): number {
    if (this.#table.size >= this.#maxRows && !this.has(key)) {
      this.#spill();
    }
    return this.#table.insert(key);
  }

  /** The rows in memory, in no particular order. A row is valid until the next one. */
  *held(): Generator<Int32Array, void> {
    for (const at of this.#table.rows()) {
      yield this.#table.words.subarray(at, at + this.#table.rowWords);
    }
  }

  /** All rows sorted by key. A key that was inserted again after its row moved to disk occurs more than once. */
  *sorted(): Generator<Int32Array, void> {
    if (this.#table.size > 0) {
      this.#spill();
    }
    yield* this.#runs.merged();
  }

  #spill(): void {
    this.#runs.add(sortRows(this.#table));
    this.#table.clear();
  }
}

function sortRows(table: FingerprintTable): Int32Array {
  const { words, rowWords, size } = table;
  const places = new Int32Array(size);
  let count = 0;
  for (const at of table.rows()) {
    places[count] = at;
    count += 1;
  }
  places.sort((a, b) => (words[a] ?? 0) - (words[b] ?? 0) || (words[a + 1] ?? 0) - (words[b + 1] ?? 0));
  const rows = new Int32Array(size * rowWords);
  places.forEach((at, index) => {
    rows.set(words.subarray(at, at + rowWords), index * rowWords);
  });
  return rows;
}

/** Rows of 32-bit words on disk, in runs that are sorted by the first two words. */
export interface SortedRuns {
  readonly runCount: number;
  /** Adds a run of sorted rows. */
  add(rows: Int32Array): void;
  /** All rows, sorted; among equal keys, those of earlier runs come first. A row is valid until the next one. */
  merged(): Generator<Int32Array, void>;
}

interface RunPlace {
  readonly position: number;
  readonly lengthBytes: number;
}

/** Rows of a run in memory: hundreds of runs only take a few megabytes. */
const WINDOW_ROWS = 2_048;

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

/** Compares two rows by key. */
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
  /** The current row; undefined at the end. */
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
