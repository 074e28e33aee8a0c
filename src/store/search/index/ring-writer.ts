import { invariant } from '../../../base/index.ts';
import {
  END,
  FLAG,
  openRing,
  type Ring,
  type RingMemory,
  ROW_TEXTS,
  ROW_WORDS,
  type Slab,
  slabAt,
  tell,
  WORD,
} from './text-ring.ts';
import type { TextSpill } from './text-spill.ts';

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

interface WriterOptions {
  /** How long the reading thread may seem to do nothing, before it is taken for dead. */
  readonly stallMs: number;
  /** Where slabs wait that find no memory; without it, the writer waits for memory. */
  readonly spill?: TextSpill;
}

/**
 * The end of the ring that fills slabs. Where all memory is taken, a slab goes to the file; where that is full too, the
 * writer waits, without a turn of the event loop.
 */
export class RingWriter {
  readonly #ring: Ring;
  readonly #options: WriterOptions;
  /** The slab that is being filled, and the number of its memory. */
  #slab: Slab;
  #place: number;
  #usedBytes = 0;
  #usedRows = 0;
  /** Places in the file: of slabs on their way, in turn, and of slabs that were read. */
  readonly #spilledTo: number[] = [];
  readonly #freePlaces: number[] = [];
  /** How many slabs were read from the file, as far as this side has noted. */
  #unspilled = 0;

  constructor(memory: RingMemory, options: WriterOptions) {
    this.#ring = openRing(memory);
    this.#options = options;
    this.#place = this.#takeMemory() ?? 0;
    this.#slab = slabAt(this.#ring, this.#place);
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
    this.#slab.table[0] = this.#usedRows;
    const next = this.#takeMemory();
    const spilled = next === undefined ? this.#spill() : undefined;
    this.#publish(spilled === undefined ? this.#place : -1 - spilled);
    if (spilled === undefined) {
      this.#place = next ?? this.#waitForMemory();
      this.#slab = slabAt(this.#ring, this.#place);
    }
    this.#usedBytes = 0;
    this.#usedRows = 0;
  }

  #publish(place: number): void {
    const { words, places } = this.#ring;
    Atomics.store(places, Atomics.load(words, WORD.written) % places.length, place);
    Atomics.add(words, WORD.written, 1);
    tell(this.#ring, 'forReader');
  }

  /** The number of memory that nobody uses; undefined where there is none. */
  #takeMemory(): number | undefined {
    const { taken } = this.#ring;
    const place = taken.findIndex((_, slab) => Atomics.compareExchange(taken, slab, 0, 1) === 0);
    return place < 0 ? undefined : place;
  }

  #waitForMemory(): number {
    let place: number | undefined;
    this.#wait(() => {
      place = this.#takeMemory();
      return place !== undefined;
    });
    return place ?? 0; // Waited for.
  }

  /** Writes the slab to the file; gives its place there, or undefined where there is none. */
  #spill(): number | undefined {
    const { words, spilledSlabs } = this.#ring;
    const place = this.#takePlace();
    if (place >= spilledSlabs) {
      return undefined;
    }
    const file = this.#options.spill?.write(this.#slab, place);
    if (file === undefined) {
      return undefined;
    }
    Atomics.store(words, WORD.spillFile, file);
    this.#spilledTo.push(place);
    return place;
  }

  /** The place of a slab that was read, else the next one: the file grows no longer than what waits in it. */
  #takePlace(): number {
    const read = Atomics.load(this.#ring.words, WORD.unspilled);
    for (; this.#unspilled < read; this.#unspilled += 1) {
      const place = this.#spilledTo.shift(); // They are read in the order in which they were written.
      invariant(place !== undefined, 'only what was written is read');
      this.#freePlaces.push(place);
    }
    return this.#freePlaces.pop() ?? this.#spilledTo.length;
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
      if (Atomics.wait(words, WORD.forWriter, seen, this.#options.stallMs) === 'timed-out') {
        throw new RingBroken(
          `the thread that builds the search index did nothing for ${this.#options.stallMs} ms`,
        );
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
