/**
 * 64 bits that identify a text, as two signed words of 32 bits, because V8 boxes larger numbers. The high word is never
 * 0, so that 0 can mark an empty slot.
 */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

/** Separates scope and text; not a valid character. */
const END_OF_SCOPE = 0xffff;

/**
 * The fingerprint of a text, optionally within a scope: two hashes over pairs of UTF-16 units, one similar to FNV-1a,
 * with a final mixing step. Two texts collide with a probability of about 1 in 2^64.
 */
export function fingerprintOf(text: string, scope = ''): Fingerprint {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let at = 0; at < scope.length; at += 1) {
    const unit = scope.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b);
    second ^= second >>> 15;
  }
  first = Math.imul(first ^ END_OF_SCOPE, 0x01000193);
  second = Math.imul(second ^ END_OF_SCOPE, 0x85ebca6b);
  const pairedLength = text.length & ~1;
  for (let at = 0; at < pairedLength; at += 2) {
    const units = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
    first = Math.imul(first ^ units, 0x01000193);
    first ^= first >>> 15;
    second = Math.imul(second ^ units, 0x85ebca6b);
    second ^= second >>> 13;
  }
  if (pairedLength < text.length) {
    const unit = text.charCodeAt(pairedLength);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b);
  }
  const low = stir(first ^ (second >>> 16) ^ text.length);
  const high = stir(second ^ (low >>> 16));
  return { high: high === 0 ? 1 : high, low };
}

function stir(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}

/** Words of a row for its key: the high and the low word of a fingerprint. */
export const KEY_WORDS = 2;

const FIRST_CAPACITY = 1024;

/** Tables below this capacity grow eightfold: moving a row costs as much as inserting it, and their memory is small. */
const QUICK_GROWTH_CAPACITY = 128 * 1024;

/**
 * A hash table with open addressing over rows of 32-bit words: a fingerprint, and the caller's payload. It grows when
 * it is three quarters full.
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

  /** All rows and empty slots; valid until the next `insert` or `clear`. */
  get words(): Int32Array<ArrayBuffer> {
    return this.#words;
  }

  /** The index of a key's row in `words`, or -1. */
  find({ high, low }: Fingerprint): number {
    const at = this.#seek(high, low);
    return this.#words[at] === 0 ? -1 : at;
  }

  /** The index of a key's row in `words`; a new row has zeros after the key. */
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

  /** The index of each row in `words`, in no particular order. */
  *rows(): Generator<number, void> {
    for (let at = 0; at < this.#words.length; at += this.rowWords) {
      if (this.#words[at] !== 0) {
        yield at;
      }
    }
  }

  /** Empties the table without shrinking it. */
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
    // The slot depends on the high word only: keys of one text with different tags, which differ in the low word, are
    // adjacent.
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
        // Word by word, because a view of each row costs more than the copy.
        for (let word = 0; word < this.rowWords; word += 1) {
          this.#words[to + word] = old[from + word] ?? 0;
        }
      }
    }
  }
}

/** A set of texts as 64-bit fingerprints: 8 bytes for each, regardless of length. */
export interface FingerprintSet {
  /**
   * Adds a text; false if it was present, or another text with the same fingerprint, which has a probability of about 1
   * in 2^64 for each pair.
   */
  add(text: string): boolean;
  readonly size: number;
}

export function createFingerprintSet(): FingerprintSet {
  const table = new FingerprintTable();
  return {
    add(text) {
      const before = table.size;
      table.insert(fingerprintOf(text));
      return table.size > before;
    },
    get size() {
      return table.size;
    },
  };
}

/** The largest tag: tags take the lowest five bits of a key. */
export const MAX_TAG = 31;

/**
 * A key with 59 bits for a text, and 5 bits for the type of thing that it identifies. In sorted order, keys of one text
 * are adjacent, so that one pass finds all tags of the text.
 */
export function taggedKey(text: string, tag: number): Fingerprint {
  return withTag(fingerprintOf(text), tag);
}

/** The key of the same text with another tag. */
export function withTag({ high, low }: Fingerprint, tag: number): Fingerprint {
  return { high, low: (low & ~MAX_TAG) | tag };
}

export function tagOfKey({ low }: Pick<Fingerprint, 'low'>): number {
  return low & MAX_TAG;
}

/** The tag of a row's key. */
export function tagOfRow(row: Int32Array): number {
  return tagOfKey({ low: row[1] ?? 0 });
}

/** Compares two rows by text, ignoring tags. */
export function compareTexts(a: Int32Array, b: Int32Array): number {
  return (a[0] ?? 0) - (b[0] ?? 0) || ((a[1] ?? 0) >> 5) - ((b[1] ?? 0) >> 5);
}
