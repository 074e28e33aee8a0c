import { type ByteRange, copyBytes } from './byte-run.ts';
import { grownTo } from './grown-to.ts';
import { WORD_BYTES } from './word-bytes.ts';

/** Stands for a word that is too short for an index of prefixes. */
export const NO_WORD = -1;

/** Words by number, each once: their bytes in small letters, one behind the other. */
export class WordTable {
  /** Where each word starts; behind the last one, where it ends. */
  starts = new Int32Array(FIRST_WORDS + 1);
  bytes = new Uint8Array(16 * FIRST_WORDS);
  /** Where the word ends that was read last. */
  readTo = 0;
  readonly #prefixLength: number | undefined;
  /** Slots of four numbers: that of a word and one, or 0; the word's last eight bytes; its hash where it is longer, else 0. */
  #slots = new Int32Array(SLOT_WORDS * 2 * FIRST_WORDS);
  #mask = 2 * FIRST_WORDS - 1;
  #size = 0;

  /** `prefixLength` takes the first so many characters of each word, and nothing of shorter ones. */
  constructor(prefixLength?: number) {
    this.#prefixLength = prefixLength;
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes of all words. */
  get byteCount(): number {
    return this.starts[this.#size] ?? 0;
  }

  /** The number of the word that starts at `start` in a text that goes up to `end`, or `NO_WORD`. */
  read(text: Uint8Array, start: number, end: number): number {
    const letters = WORD_BYTES;
    let high = 0;
    let low = 0;
    let hash = HASH_START;
    let at = start;
    let letter = letters[text[at] ?? 0] ?? 0;
    do {
      high = (high << 8) | (low >>> 24);
      low = (low << 8) | letter;
      hash = Math.imul(hash ^ letter, HASH_FACTOR);
      at += 1;
      if (at === end) {
        break;
      }
      letter = letters[text[at] ?? 0] ?? 0;
    } while (letter !== 0);
    this.readTo = at;
    const length = at - start;
    if (length > MAX_WORD_BYTES || this.#prefixLength !== undefined) {
      return this.#readCut(text, start, length);
    }
    return this.#find({ text, start, length, high, low, hash });
  }

  /** Bytes of the longest word. */
  get longest(): number {
    let longest = 0;
    for (let word = 0; word < this.#size; word += 1) {
      longest = Math.max(longest, (this.starts[word + 1] ?? 0) - (this.starts[word] ?? 0));
    }
    return longest;
  }

  /** Copies a word; gives its length. */
  copy(word: number, to: Uint8Array, toStart: number): number {
    const start = this.starts[word] ?? 0;
    const count = (this.starts[word + 1] ?? 0) - start;
    copyBytes({ bytes: this.bytes, start, count }, to, toStart);
    return count;
  }

  /** The numbers of all words in the order of their bytes. */
  sorted(): Int32Array {
    return sortWords(this);
  }

  /** Forgets all words; the memory stays. */
  clear(): void {
    this.#slots.fill(0);
    this.#size = 0;
  }

  /** Reads no more of a word than is taken. */
  #readCut(text: Uint8Array, start: number, length: number): number {
    const most =
      this.#prefixLength === undefined
        ? MAX_WORD_BYTES
        : prefixBytes({ bytes: text, start, end: start + length }, this.#prefixLength);
    if (most === undefined) {
      return NO_WORD;
    }
    let high = 0;
    let low = 0;
    let hash = HASH_START;
    for (let at = start; at < start + most; at += 1) {
      const letter = WORD_BYTES[text[at] ?? 0] ?? 0;
      high = (high << 8) | (low >>> 24);
      low = (low << 8) | letter;
      hash = Math.imul(hash ^ letter, HASH_FACTOR);
    }
    return this.#find({ text, start, length: most, high, low, hash });
  }

  #find(word: WordRead): number {
    const { length, high, low } = word;
    const slots = this.#slots;
    const mask = this.#mask;
    const rest = length > TAIL_BYTES ? word.hash | 1 : 0;
    for (let slot = (word.hash ^ (word.hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const at = SLOT_WORDS * slot;
      const known = (slots[at] ?? 0) - 1;
      if (known < 0) {
        slots[at] = this.#size + 1;
        slots[at + 1] = high;
        slots[at + 2] = low;
        slots[at + 3] = rest;
        return this.#add(word);
      }
      const isSameKey = slots[at + 1] === high && slots[at + 2] === low && slots[at + 3] === rest;
      if (isSameKey && (rest === 0 || this.#isSame(known, word))) {
        return known;
      }
    }
  }

  /** Whether a known word is the one that was read, where both have the same last bytes. */
  #isSame(known: number, { text, start, length }: WordRead): boolean {
    const from = this.starts[known] ?? 0;
    if ((this.starts[known + 1] ?? 0) - from !== length) {
      return false;
    }
    for (let index = 0; index < length - TAIL_BYTES; index += 1) {
      if (this.bytes[from + index] !== WORD_BYTES[text[start + index] ?? 0]) {
        return false;
      }
    }
    return true;
  }

  #add({ text, start, length }: WordRead): number {
    const word = this.#size;
    const from = this.byteCount;
    this.bytes = grownTo(this.bytes, from + length);
    for (let index = 0; index < length; index += 1) {
      this.bytes[from + index] = WORD_BYTES[text[start + index] ?? 0] ?? 0;
    }
    this.starts[word + 1] = from + length;
    this.#size = word + 1;
    if (2 * this.#size > this.#mask) {
      this.#grow();
    }
    return word;
  }

  /** Doubles the slots. Words are put where their own bytes say, as a slot does not keep the hash of short ones. */
  #grow(): void {
    const old = this.#slots;
    const slots = new Int32Array(2 * old.length);
    const mask = 2 * this.#mask + 1;
    for (let from = 0; from < old.length; from += SLOT_WORDS) {
      const word = (old[from] ?? 0) - 1;
      if (word >= 0) {
        const hash = this.#hashOf(word);
        let slot = (hash ^ (hash >>> 15)) & mask;
        while (slots[SLOT_WORDS * slot] !== 0) {
          slot = (slot + 1) & mask;
        }
        slots.set(old.subarray(from, from + SLOT_WORDS), SLOT_WORDS * slot);
      }
    }
    this.#slots = slots;
    this.#mask = mask;
    this.starts = grownTo(this.starts, mask + 1);
  }

  #hashOf(word: number): number {
    let hash = HASH_START;
    for (let at = this.starts[word] ?? 0; at < (this.starts[word + 1] ?? 0); at += 1) {
      hash = Math.imul(hash ^ (this.bytes[at] ?? 0), HASH_FACTOR);
    }
    return hash;
  }
}

/** A word of a text, with its last eight bytes and its hash. */
interface WordRead {
  readonly text: Uint8Array;
  readonly start: number;
  readonly length: number;
  readonly high: number;
  readonly low: number;
  readonly hash: number;
}

/** Bytes of a word's first characters; undefined where it has fewer. */
function prefixBytes({ bytes, start, end }: ByteRange, characters: number): number | undefined {
  let at = start;
  for (let count = 0; count < characters; count += 1) {
    if (at === end) {
      return undefined;
    }
    do {
      at += 1;
    } while (at < end && ((bytes[at] ?? 0) & 0xc0) === 0x80); // It goes on with the character (RFC 3629, section 3).
  }
  return at - start;
}

const SLOT_WORDS = 4;

/** Bytes that a slot has room for. Most words are no longer, and are found without a look at their bytes. */
const TAIL_BYTES = 8;

/** Words that are longer are cut off, as FTS5 does it. */
export const MAX_WORD_BYTES = 32_768;

/** Of the hash FNV-1a. */
const HASH_START = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;

const FIRST_WORDS = 4_096;

/** Bits of a sort key that name the word. No segment has as many words. */
const WORD_BITS = 24;

/** Which of the two halves of a 64 bit number is the lower one here. */
const LOW = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/**
 * Sorts by the first five bytes as numbers, which takes a tenth of the time of comparisons, and then those that share
 * these bytes.
 */
function sortWords({ bytes, starts, size }: WordTable): Int32Array {
  const keys = new BigUint64Array(size);
  const halves = new Uint32Array(keys.buffer);
  for (let word = 0; word < size; word += 1) {
    const start = starts[word] ?? 0;
    const length = (starts[word + 1] ?? 0) - start;
    const byteAt = (index: number) => (index < length ? (bytes[start + index] ?? 0) : 0);
    halves[2 * word + LOW] = (byteAt(4) << WORD_BITS) | word;
    halves[2 * word + HIGH] = (byteAt(0) << 24) | (byteAt(1) << 16) | (byteAt(2) << 8) | byteAt(3);
  }
  keys.sort();
  const order = new Int32Array(size);
  for (let index = 0; index < size; index += 1) {
    order[index] = (halves[2 * index + LOW] ?? 0) & (2 ** WORD_BITS - 1);
  }
  const isTied = (one: number, other: number) =>
    halves[2 * one + HIGH] === halves[2 * other + HIGH] &&
    (halves[2 * one + LOW] ?? 0) >>> WORD_BITS === (halves[2 * other + LOW] ?? 0) >>> WORD_BITS;
  for (let from = 0; from < size; ) {
    let to = from + 1;
    while (to < size && isTied(from, to)) {
      to += 1;
    }
    if (to - from > 1) {
      order.subarray(from, to).sort((one, other) => compareWords(bytes, starts, one, other));
    }
    from = to;
  }
  return order;
}

function compareWords(bytes: Uint8Array, starts: Int32Array, one: number, other: number): number {
  const [oneStart, otherStart] = [starts[one] ?? 0, starts[other] ?? 0];
  const [oneLength, otherLength] = [(starts[one + 1] ?? 0) - oneStart, (starts[other + 1] ?? 0) - otherStart];
  const shared = Math.min(oneLength, otherLength);
  for (let index = 0; index < shared; index += 1) {
    const difference = (bytes[oneStart + index] ?? 0) - (bytes[otherStart + index] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return oneLength - otherLength;
}
