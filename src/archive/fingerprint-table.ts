import type { Fingerprint } from './fingerprint.ts';

/** Words of a row that hold its key: the high and the low word of a fingerprint. */
export const KEY_WORDS = 2;

const FIRST_CAPACITY = 1024;

/** Tables below this capacity grow eightfold: to move a row costs as much as to insert it, and their memory is little. */
const QUICK_GROWTH_CAPACITY = 128 * 1024;

/**
 * A hash table with open addressing over rows of 32-bit words: a fingerprint, and what its owner keeps beside it.
 * It grows whenever it is three quarters full.
 */
export class FingerprintTable {
  readonly rowWords: number;
  #words: Int32Array<ArrayBuffer>;
  #mask = FIRST_CAPACITY - 1;
  #size = 0;

  constructor(payloadWords = 0) {
    this.rowWords = KEY_WORDS + payloadWords;
    this.#words = new Int32Array(this.rowWords * FIRST_CAPACITY);
  }

  get size(): number {
    return this.#size;
  }

  /** All rows and the empty places between them; good until the next `insert` or `clear`. */
  get words(): Int32Array<ArrayBuffer> {
    return this.#words;
  }

  /** Where the row of a key starts in `words`, or -1. */
  find({ high, low }: Fingerprint): number {
    const at = this.#seek(high, low);
    return this.#words[at] === 0 ? -1 : at;
  }

  /** Where the row of a key starts in `words`; a row that was not there is made, with zeros beside the key. */
  insert({ high, low }: Fingerprint): number {
    const at = this.#seek(high, low);
    if (this.#words[at] !== 0) {
      return at;
    }
    this.#size += 1;
    if (4 * this.#size > 3 * (this.#mask + 1)) {
      this.#grow();
      return this.#place(high, low);
    }
    this.#words[at] = high;
    this.#words[at + 1] = low;
    return at;
  }

  /** Where each row starts in `words`, by no order that means anything. */
  *rows(): Generator<number, void> {
    for (let at = 0; at < this.#words.length; at += this.rowWords) {
      if (this.#words[at] !== 0) {
        yield at;
      }
    }
  }

  /** Empties the table; it keeps its capacity. */
  clear(): void {
    this.#words.fill(0);
    this.#size = 0;
  }

  #place(high: number, low: number): number {
    const at = this.#seek(high, low);
    this.#words[at] = high;
    this.#words[at + 1] = low;
    return at;
  }

  #seek(high: number, low: number): number {
    const words = this.#words;
    // By the high word alone: keys of one text under several tags, which differ in the low word, stand side by side.
    let slot = high & this.#mask;
    for (;;) {
      const at = slot * this.rowWords;
      if (words[at] === 0 || (words[at] === high && words[at + 1] === low)) {
        return at;
      }
      slot = (slot + 1) & this.#mask;
    }
  }

  #grow(): void {
    const old = this.#words;
    const factor = this.#mask < QUICK_GROWTH_CAPACITY ? 8 : 2;
    this.#words = new Int32Array(factor * old.length);
    this.#mask = factor * (this.#mask + 1) - 1;
    for (let from = 0; from < old.length; from += this.rowWords) {
      const high = old[from] ?? 0;
      if (high !== 0) {
        const to = this.#seek(high, old[from + 1] ?? 0);
        // Word by word: a view of each row costs more than its copy.
        for (let word = 0; word < this.rowWords; word += 1) {
          this.#words[to + word] = old[from + word] ?? 0;
        }
      }
    }
  }
}
