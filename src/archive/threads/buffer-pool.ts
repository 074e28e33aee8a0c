import { invariant } from '../../base/failure.ts';

/** Large enough to make the cost of a message negligible, and small enough that a dozen buffers take little memory. */
export const BUFFER_BYTES = 1024 * 1024;

/** Maximum records in one buffer: records are rarely shorter than 128 bytes. */
export const BUFFER_ROWS = 8_192;

/** The words of a row in the table of a buffer, which describes one record. */
export const ROW = { start: 0, length: 1, index: 2, memberCount: 3 };

export const ROW_WORDS = 4;

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
  /** Buffers that still come back are not needed then. */
  #isClosed = false;
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
    if (this.#isClosed) {
      return;
    }
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

  /** Forgets all buffers, because nothing more will be sent. Returns the size of the largest one in bytes. */
  close(): number {
    const sizes = this.#buffers.map(({ bytes }) => bytes.length);
    this.#isClosed = true;
    this.#buffers.length = 0;
    this.#free = [];
    return Math.max(0, ...sizes);
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
