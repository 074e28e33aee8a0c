import { invariant } from '../../base/index.ts';
import { digestOf, type SourceFacts } from '../../model/index.ts';

/** Large enough to make the cost of a message negligible, and small enough that a dozen buffers take little memory. */
export const BUFFER_BYTES = 1024 * 1024;

/** Maximum records in one buffer: records are rarely shorter than 128 bytes. */
export const BUFFER_ROWS = 8_192;

/** The words of a row in the table of a buffer, which describes one record. The last three are its facts. */
export const ROW = { start: 0, length: 1, index: 2, memberCount: 3, marks: 4, digestHigh: 5, digestLow: 6 };

export const ROW_WORDS = 7;

/** Shared memory with the bytes of records, and a table of their locations. */
export interface RecordBuffer {
  readonly bytes: Buffer;
  readonly table: Int32Array;
}

const TABLE_BYTES = BUFFER_ROWS * ROW_WORDS * Int32Array.BYTES_PER_ELEMENT;

/** The memory of one buffer, with room for this many bytes of records. */
export function createBufferMemory(recordBytes = BUFFER_BYTES): SharedArrayBuffer {
  return new SharedArrayBuffer(TABLE_BYTES + recordBytes);
}

/** The two parts of a buffer's memory. */
export function openBuffer(memory: SharedArrayBuffer): RecordBuffer {
  return {
    bytes: Buffer.from(memory, TABLE_BYTES),
    table: new Int32Array(memory, 0, BUFFER_ROWS * ROW_WORDS),
  };
}

/** Flags in the row of a record. */
export const NON_CANONICAL_NUMBERS = 1;
const UNICODE_ESCAPES = 2;

/** Splits a digest into two halves that each fit into a word of the table. */
const DIGEST_HALF = 2 ** 24;

/** Writes the facts of records into the table, except the flag for non-canonical numbers, which was set when they were split. */
export function writeFacts({ bytes, table }: RecordBuffer, rowCount: number): void {
  let escapeAt = -1;
  for (let at = 0; at < rowCount * ROW_WORDS; at += ROW_WORDS) {
    const start = table[at + ROW.start] ?? 0;
    const end = start + (table[at + ROW.length] ?? 0);
    // Few records have escapes: one search through many records is faster than one search in each.
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

/** The facts in the row at this index of the table. */
export function readFacts(table: Int32Array, at: number): SourceFacts {
  const marks = table[at + ROW.marks] ?? 0;
  return {
    digest: (table[at + ROW.digestHigh] ?? 0) * DIGEST_HALF + (table[at + ROW.digestLow] ?? 0),
    hasUnicodeEscapes: (marks & UNICODE_ESCAPES) !== 0,
    mayHaveNonCanonicalNumbers: (marks & NON_CANONICAL_NUMBERS) !== 0,
  };
}

/** The index of the next Unicode escape, or infinity. An escape in old bytes after the last record does no harm. */
function nextEscape(bytes: Buffer, from: number): number {
  const found = bytes.indexOf('\\u', from);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}

/** Bytes in use by the other thread at which the sender waits: a few hundredths of a second of work. */
const MAX_BYTES_OUT = 6 * BUFFER_BYTES;

/** A buffer and its number, which both threads know. */
export interface PooledBuffer {
  readonly number: number;
  readonly buffer: RecordBuffer;
}

/** The buffers of one reading: those that are free, and those that the other thread uses. */
export class BufferPool {
  readonly #announce: (number: number, memory: SharedArrayBuffer) => void;
  readonly #buffers: RecordBuffer[] = [];
  #free: PooledBuffer[] = [];
  #bytesOut = 0;
  #wake = () => {};

  /** `announce` is called with the memory of each buffer before it is used. */
  constructor(announce: (number: number, memory: SharedArrayBuffer) => void) {
    this.#announce = announce;
  }

  /** Takes a buffer with room for this many bytes. The slice that is being parsed may slightly exceed the limit. */
  take(recordBytes = BUFFER_BYTES): PooledBuffer {
    const isLarge = recordBytes > BUFFER_BYTES;
    const fits = ({ buffer: { bytes } }: PooledBuffer) =>
      isLarge ? bytes.length >= recordBytes : bytes.length === BUFFER_BYTES;
    const outgrown = isLarge ? this.#free.at(-1)?.number : undefined;
    const taken = this.#free.find(fits) ?? this.#makeBuffer(outgrown, recordBytes);
    this.#free = this.#free.filter(({ number }) => number !== taken.number);
    this.#bytesOut += taken.buffer.bytes.length;
    return taken;
  }

  /** Creates a buffer that is large enough, in place of another one or as an additional one. */
  #makeBuffer(number = this.#buffers.length, recordBytes = BUFFER_BYTES): PooledBuffer {
    const memory = createBufferMemory(Math.max(BUFFER_BYTES, 2 ** Math.ceil(Math.log2(recordBytes))));
    const buffer = openBuffer(memory);
    this.#buffers[number] = buffer;
    this.#announce(number, memory);
    return { number, buffer };
  }

  /** Returns buffers to the pool that the other thread has read. */
  giveBack(numbers: readonly number[]): void {
    for (const number of numbers) {
      const buffer = this.#buffers[number];
      invariant(buffer !== undefined, 'a buffer that comes back was taken before');
      this.#bytesOut -= buffer.bytes.length;
      this.#free.push({ number, buffer });
    }
    // The largest is last, so that it is the one that a larger buffer replaces.
    this.#free.sort((a, b) => a.buffer.bytes.length - b.buffer.bytes.length);
    this.#wake();
  }

  /** True if the sender should wait, because too many bytes are in use. */
  get isSpent(): boolean {
    return this.#bytesOut > MAX_BYTES_OUT;
  }

  /** Resolves when the limit is no longer exceeded. */
  async whenFree(): Promise<void> {
    while (this.isSpent) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
