/** Texts of one row on their way to the thread that indexes them: UTF-8 in shared memory, null where there is none. */
export interface RingRow {
  readonly id: number;
  /** False where a text has a character beyond ASCII. */
  readonly isAscii: boolean;
  readonly texts: readonly (Buffer | null)[];
}

interface RingSizes {
  readonly slabs: number;
  readonly slabBytes: number;
  readonly slabRows: number;
}

/** A few hundredths of a second of work lie in it: enough for the moments in which FTS5 writes out what it gathered. */
const RING_SIZES: RingSizes = { slabs: 16, slabBytes: 512 * 1024, slabRows: 2_048 };

/** Texts of a row; and words in a slab's table for it: its id, whether it is ASCII, the length of each text or -1. */
const TEXTS = 4;
const ROW_WORDS = 2 + TEXTS;

/**
 * Words at the start of the memory: slabs written and given back, rows of the last slab's end, how each side stands, and
 * one word for each side that changes with everything the other one does, so that nothing is missed before a wait.
 */
const WORD = { written: 0, returned: 1, writerEnd: 2, readerEnd: 3, forReader: 4, forWriter: 5 } as const;
const CONTROL_WORDS = 8;

const END = { open: 0, complete: 1, failed: 2 } as const;

/** Shared memory for a line of slabs that one thread fills and another one empties. */
export interface RingMemory extends RingSizes {
  readonly memory: SharedArrayBuffer;
}

/** Makes the memory; sizes other than the usual are for tests. */
export function createRingMemory(sizes: RingSizes = RING_SIZES): RingMemory {
  const { slabs, slabBytes, slabRows } = sizes;
  const bytes = Int32Array.BYTES_PER_ELEMENT * (CONTROL_WORDS + slabs * tableWords(slabRows));
  return { ...sizes, memory: new SharedArrayBuffer(bytes + slabs * slabBytes) };
}

interface Slab {
  /** The first word is the number of rows. */
  readonly table: Int32Array;
  readonly bytes: Buffer;
}

interface Ring {
  readonly words: Int32Array;
  readonly slabs: readonly Slab[];
}

function tableWords(slabRows: number): number {
  return 1 + slabRows * ROW_WORDS;
}

function openRing({ memory, slabs, slabBytes, slabRows }: RingMemory): Ring {
  const word = Int32Array.BYTES_PER_ELEMENT;
  const words = tableWords(slabRows);
  const bytesFrom = word * (CONTROL_WORDS + slabs * words);
  return {
    words: new Int32Array(memory, 0, CONTROL_WORDS),
    slabs: Array.from({ length: slabs }, (_, slab) => ({
      table: new Int32Array(memory, word * (CONTROL_WORDS + slab * words), words),
      bytes: Buffer.from(memory, bytesFrom + slab * slabBytes, slabBytes),
    })),
  };
}

function slabOf({ slabs }: Ring, number: number): Slab {
  const slab = slabs[number % slabs.length];
  if (slab === undefined) {
    throw new RangeError(`Cannot find the slab ${number}: there are ${slabs.length}`);
  }
  return slab;
}

function tell({ words }: Ring, side: 'forReader' | 'forWriter'): void {
  Atomics.add(words, WORD[side], 1);
  Atomics.notify(words, WORD[side]);
}

/** The reading thread is gone, or fails: then its own word on it is what counts. */
export class RingBroken extends Error {
  override readonly name = 'RingBroken';
}

/** The end of the ring that fills slabs; it waits, without a turn of the event loop, while all of them are full. */
export class RingWriter {
  readonly #ring: Ring;
  readonly #stallMs: number;
  #slab: Slab;
  #usedBytes = 0;
  #usedRows = 0;

  /** `stallMs`: how long the reading thread may seem to do nothing, before it is taken for dead. */
  constructor(memory: RingMemory, stallMs: number) {
    this.#ring = openRing(memory);
    this.#stallMs = stallMs;
    this.#slab = slabOf(this.#ring, 0);
  }

  /** Whether a slab was sent yet. */
  get hasSent(): boolean {
    return Atomics.load(this.#ring.words, WORD.written) > 0;
  }

  /** Writes the texts of a row; false, and nothing, where no slab has room for them. Ids are below 2^31. */
  add(id: number, texts: readonly (string | null)[]): boolean {
    if (!this.#makeRoom(texts)) {
      return false;
    }
    const { table, bytes } = this.#slab;
    const at = 1 + this.#usedRows * ROW_WORDS;
    let isAscii = 1;
    for (let column = 0; column < TEXTS; column += 1) {
      const text = texts[column] ?? null;
      const length = text === null ? -1 : bytes.write(text, this.#usedBytes);
      table[at + 2 + column] = length;
      if (text !== null) {
        this.#usedBytes += length;
        isAscii = length === text.length ? isAscii : 0;
      }
    }
    table[at] = id;
    table[at + 1] = isAscii;
    this.#usedRows += 1;
    return true;
  }

  /** Sends what was added last; nothing follows. */
  end(): void {
    this.#send();
    Atomics.store(this.#ring.words, WORD.writerEnd, END.complete);
    tell(this.#ring, 'forReader');
  }

  /** Waits until the reading thread has done all its work. Throws `RingBroken`. */
  whenRead(): void {
    this.#wait(() => Atomics.load(this.#ring.words, WORD.readerEnd) === END.complete);
  }

  /** A UTF-16 unit takes three bytes at most, so that most rows are cleared without a count. */
  #makeRoom(texts: readonly (string | null)[]): boolean {
    const { table, bytes } = this.#slab;
    const isTableFull = 1 + (this.#usedRows + 1) * ROW_WORDS > table.length;
    const most = 3 * totalOf(texts, (text) => text.length);
    if (!isTableFull && this.#usedBytes + most <= bytes.length) {
      return true;
    }
    const exact = totalOf(texts, (text) => Buffer.byteLength(text));
    if (exact > bytes.length) {
      return false;
    }
    if (isTableFull || this.#usedBytes + exact > bytes.length) {
      this.#send();
    }
    return true;
  }

  #send(): void {
    if (this.#usedRows === 0) {
      return;
    }
    const { words, slabs } = this.#ring;
    this.#slab.table[0] = this.#usedRows;
    const written = Atomics.add(words, WORD.written, 1) + 1;
    tell(this.#ring, 'forReader');
    this.#wait(() => written - Atomics.load(words, WORD.returned) < slabs.length);
    this.#slab = slabOf(this.#ring, written);
    this.#usedBytes = 0;
    this.#usedRows = 0;
  }

  #wait(isReached: () => boolean): void {
    const { words } = this.#ring;
    while (true) {
      const seen = Atomics.load(words, WORD.forWriter);
      if (isReached()) {
        return;
      }
      if (Atomics.load(words, WORD.readerEnd) !== END.open) {
        throw new RingBroken('the thread that builds the search index failed');
      }
      if (Atomics.wait(words, WORD.forWriter, seen, this.#stallMs) === 'timed-out') {
        throw new RingBroken(`the thread that builds the search index did nothing for ${this.#stallMs} ms`);
      }
    }
  }
}

function totalOf(texts: readonly (string | null)[], measure: (text: string) => number): number {
  let total = 0;
  for (const text of texts) {
    total += text === null ? 0 : measure(text);
  }
  return total;
}

/** The end of the ring that empties slabs. */
export class RingReader {
  readonly #ring: Ring;

  constructor(memory: RingMemory) {
    this.#ring = openRing(memory);
  }

  /** All rows, waiting for more until the writer has ended. The texts of a row are gone when the next one is asked for. */
  *rows(): Generator<RingRow> {
    const { words } = this.#ring;
    for (let number = 0; this.#hasSlab(number); number += 1) {
      yield* rowsOf(slabOf(this.#ring, number));
      Atomics.store(words, WORD.returned, number + 1);
      tell(this.#ring, 'forWriter');
    }
  }

  /** Tells the writer that all work is done, or that none will be done any more. */
  end(isComplete: boolean): void {
    Atomics.store(this.#ring.words, WORD.readerEnd, isComplete ? END.complete : END.failed);
    tell(this.#ring, 'forWriter');
  }

  #hasSlab(number: number): boolean {
    const { words } = this.#ring;
    while (true) {
      const seen = Atomics.load(words, WORD.forReader);
      if (Atomics.load(words, WORD.written) > number) {
        return true;
      }
      if (Atomics.load(words, WORD.writerEnd) !== END.open) {
        return false;
      }
      Atomics.wait(words, WORD.forReader, seen);
    }
  }
}

function* rowsOf({ table, bytes }: Slab): Generator<RingRow> {
  let start = 0;
  const end = 1 + (table[0] ?? 0) * ROW_WORDS;
  for (let at = 1; at < end; at += ROW_WORDS) {
    const texts: (Buffer | null)[] = [];
    for (let column = 0; column < TEXTS; column += 1) {
      const length = table[at + 2 + column] ?? -1;
      texts.push(length < 0 ? null : bytes.subarray(start, start + length));
      start += Math.max(0, length);
    }
    yield { id: table[at] ?? 0, isAscii: table[at + 1] === 1, texts };
  }
}
