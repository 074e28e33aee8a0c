import { digestOf, type SourceFacts } from '../../model/index.ts';

/** Large enough that the cost of a message vanishes, small enough that a dozen of them are little memory. */
export const SLAB_BYTES = 1024 * 1024;

/** Records of one slab: they are seldom shorter than 128 bytes. */
export const SLAB_ROWS = 8_192;

/** The words of a row in a slab's table, which describes one record. The last three are its facts. */
export const ROW = { start: 0, length: 1, index: 2, memberCount: 3, marks: 4, digestHigh: 5, digestLow: 6 };

/** Words of one row. */
export const ROW_WORDS = 7;

/** Memory that both threads see: the bytes of records, and the table of where each one lies. */
export interface Slab {
  readonly bytes: Buffer;
  readonly table: Int32Array;
}

/** The memory of one slab. */
export function createSlabMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(SLAB_BYTES + SLAB_ROWS * ROW_WORDS * Int32Array.BYTES_PER_ELEMENT);
}

/** The two parts of a slab's memory. */
export function openSlab(memory: SharedArrayBuffer): Slab {
  return { bytes: Buffer.from(memory, 0, SLAB_BYTES), table: new Int32Array(memory, SLAB_BYTES) };
}

/** Marks of a record in its row of the table. */
export const ODD_NUMBERS = 1;
const UNICODE_ESCAPES = 2;

/** Splits a digest into two halves that each fit into a word of the table. */
const DIGEST_HALF = 2 ** 24;

/** Writes the facts of a slab's records into its table, except the mark of odd numbers, which was set when they were cut. */
export function writeFacts({ bytes, table }: Slab, rowCount: number): void {
  let escapeAt = -1;
  for (let at = 0; at < rowCount * ROW_WORDS; at += ROW_WORDS) {
    const start = table[at + ROW.start] ?? 0;
    const end = start + (table[at + ROW.length] ?? 0);
    // Few records have any: one search through many of them costs less than one in each.
    if (escapeAt < start) {
      escapeAt = nextEscape(bytes, start);
    }
    const mark = escapeAt < end ? UNICODE_ESCAPES : 0;
    table[at + ROW.marks] = (table[at + ROW.marks] ?? 0) | mark;
    const digest = digestOf(bytes.subarray(start, end));
    const high = Math.floor(digest / DIGEST_HALF);
    table[at + ROW.digestHigh] = high;
    table[at + ROW.digestLow] = digest - high * DIGEST_HALF;
  }
}

/** The facts in a row that begins at this word of the table. */
export function readFacts(table: Int32Array, at: number): SourceFacts {
  const marks = table[at + ROW.marks] ?? 0;
  return {
    digest: (table[at + ROW.digestHigh] ?? 0) * DIGEST_HALF + (table[at + ROW.digestLow] ?? 0),
    hasUnicodeEscapes: (marks & UNICODE_ESCAPES) !== 0,
    mayHaveOddNumbers: (marks & ODD_NUMBERS) !== 0,
  };
}

/** Where the next Unicode escape is, or infinity. An older one beyond the last record does no harm. */
function nextEscape(bytes: Buffer, from: number): number {
  const found = bytes.indexOf('\\u', from);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}

/** How many slabs may be out before the sender waits: 6 MB, a few hundredths of a second of reading ahead. */
const MAX_SLABS_OUT = 6;

/** The slabs of one reading: those that wait for records, and those that the other thread has. */
export class SlabPool {
  readonly #announce: (number: number, memory: SharedArrayBuffer) => void;
  readonly #slabs: Slab[] = [];
  readonly #free: number[] = [];
  #wake = () => {};

  /** `announce` is called with each new slab before it is used. */
  constructor(announce: (number: number, memory: SharedArrayBuffer) => void) {
    this.#announce = announce;
  }

  /** Takes a slab that is not in use, or a new one: the slice that is being parsed may exceed the limit a little. */
  take(): { readonly number: number; readonly slab: Slab } {
    const number = this.#free.pop() ?? this.#slabs.length;
    let slab = this.#slabs[number];
    if (slab === undefined) {
      const memory = createSlabMemory();
      slab = openSlab(memory);
      this.#slabs.push(slab);
      this.#announce(number, memory);
    }
    return { number, slab };
  }

  /** Takes back slabs that the other thread has read. */
  giveBack(numbers: readonly number[]): void {
    this.#free.push(...numbers);
    this.#wake();
  }

  /** True when so many are out that the sender should wait. */
  get isSpent(): boolean {
    return this.#slabs.length - this.#free.length > MAX_SLABS_OUT;
  }

  /** Resolves as soon as one may be taken without growing. */
  async whenFree(): Promise<void> {
    while (this.isSpent) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
