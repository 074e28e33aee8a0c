import {
  END,
  FLAG,
  openRing,
  type Ring,
  type RingMemory,
  ROW_TEXTS,
  ROW_WORDS,
  type Slab,
  slabOf,
  tell,
  WORD,
} from './text-ring.ts';

/** A row as the writing thread has it. */
export interface TextRow {
  readonly id: number;
  /** Whether its table has titles, even where this one is null. */
  readonly hasTitle: boolean;
  readonly texts: readonly (string | null)[];
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
  add({ id, hasTitle, texts }: TextRow): boolean {
    if (!this.#makeRoom(texts)) {
      return false;
    }
    const { table, bytes } = this.#slab;
    const at = 1 + this.#usedRows * ROW_WORDS;
    let isAscii = true;
    for (let column = 0; column < ROW_TEXTS; column += 1) {
      const text = texts[column] ?? null;
      const length = text === null ? -1 : bytes.write(text, this.#usedBytes);
      table[at + 2 + column] = length;
      if (text !== null) {
        this.#usedBytes += length;
        isAscii &&= length === text.length;
      }
    }
    table[at] = id;
    table[at + 1] = (isAscii ? FLAG.isAscii : 0) | (hasTitle ? FLAG.hasTitle : 0);
    this.#usedRows += 1;
    return true;
  }

  /** Sends what was added last; nothing follows. */
  end(): void {
    this.#send();
    Atomics.store(this.#ring.words, WORD.writerEnd, END.complete);
    tell(this.#ring, 'forReader');
  }

  /** Notes that the reading thread is gone, so that nothing waits for it. */
  loseReader(): void {
    Atomics.compareExchange(this.#ring.words, WORD.readerEnd, END.open, END.failed);
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
