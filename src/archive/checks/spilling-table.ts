import type { Fingerprint } from '../fingerprint.ts';
import { FingerprintTable } from '../fingerprint-table.ts';
import type { ScratchFile } from './scratch-file.ts';
import { createSortedRuns, type SortedRuns } from './sorted-runs.ts';

/** How a table of fingerprints keeps within its memory. */
export interface SpillingOptions {
  readonly scratch: ScratchFile;
  /** Rows held in memory; when they are full, all of them move to the scratch file. */
  readonly maxRows: number;
  /** Words that a row holds beside its key. */
  readonly payloadWords?: number;
}

/** A table of fingerprints of any size in bounded memory: its rows move to sorted runs whenever too many are held. */
export class SpillingTable {
  readonly #table: FingerprintTable;
  readonly #runs: SortedRuns;
  readonly #maxRows: number;

  constructor({ scratch, maxRows, payloadWords = 0 }: SpillingOptions) {
    this.#table = new FingerprintTable(payloadWords);
    this.#runs = createSortedRuns(scratch, this.#table.rowWords);
    this.#maxRows = Math.max(1, maxRows);
  }

  /** True once rows moved to the scratch file: `has` no longer answers for all of them. */
  get hasSpilled(): boolean {
    return this.#runs.runCount > 0;
  }

  /** True where nothing was added. */
  get isEmpty(): boolean {
    return this.#table.size === 0 && !this.hasSpilled;
  }

  /** The words of the rows in memory; good until the next `insert`. */
  get words(): Int32Array {
    return this.#table.words;
  }

  /** True where the key is in memory. */
  has(key: Fingerprint): boolean {
    return this.#table.find(key) >= 0;
  }

  /** Where the key's row in memory starts in `words`; a new one has zeros beside the key. */
  insert(key: Fingerprint): number {
    if (this.#table.size >= this.#maxRows && !this.has(key)) {
      this.#spill();
    }
    return this.#table.insert(key);
  }

  /** The rows in memory, by no order that means anything. A row is good until the next one. */
  *held(): Generator<Int32Array, void> {
    for (const at of this.#table.rows()) {
      yield this.#table.words.subarray(at, at + this.#table.rowWords);
    }
  }

  /** All rows by the order of keys; a key stands once for each time that it was inserted anew after a move. */
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
