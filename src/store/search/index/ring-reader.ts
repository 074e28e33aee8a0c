import {
  createSlab,
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
import { readSpilled } from './text-spill.ts';

/** Bytes of a text within those of its slab. */
export interface RingText {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** The text itself. */
export function stringOf({ bytes, start, end }: RingText): string {
  return bytes.toString('utf8', start, end);
}

/** Texts of one row on their way to the thread that indexes them: UTF-8 in shared memory, null where there is none. */
export interface RingRow {
  readonly id: number;
  /** Whether its table has titles, even where this one is null. */
  readonly hasTitle: boolean;
  /** False where a text has a character beyond ASCII. */
  readonly isAscii: boolean;
  readonly texts: readonly (RingText | null)[];
}

/** The end of the ring that empties slabs. */
export class RingReader {
  readonly #ring: Ring;
  readonly #memory: RingMemory;
  /** For what comes from the file. */
  #own: Slab | undefined;

  constructor(memory: RingMemory) {
    this.#ring = openRing(memory);
    this.#memory = memory;
  }

  /** All rows, waiting for more until the writer has ended. The texts of a row are gone when the next one is asked for. */
  *rows(): Generator<RingRow> {
    const { words, places, taken } = this.#ring;
    for (let number = 0; this.#hasSlab(number); number += 1) {
      const place = Atomics.load(places, number % places.length);
      if (place < 0) {
        yield* rowsOf(this.#takeSpilled(-1 - place));
        Atomics.add(words, WORD.unspilled, 1);
      } else {
        yield* rowsOf(slabAt(this.#ring, place));
        Atomics.store(taken, place, 0);
      }
      tell(this.#ring, 'forWriter');
    }
  }

  #takeSpilled(place: number): Slab {
    this.#own ??= createSlab(this.#memory);
    readSpilled(Atomics.load(this.#ring.words, WORD.spillFile), place, this.#own);
    return this.#own;
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
    const texts: (RingText | null)[] = [];
    for (let column = 0; column < ROW_TEXTS; column += 1) {
      const length = table[at + 2 + column] ?? -1;
      const end = start + Math.max(0, length);
      texts.push(length < 0 ? null : { bytes, start, end }); // A view of the bytes would cost more than their words.
      start = end;
    }
    const flags = table[at + 1] ?? 0;
    const [isAscii, hasTitle] = [(flags & FLAG.isAscii) !== 0, (flags & FLAG.hasTitle) !== 0];
    yield { id: table[at] ?? 0, hasTitle, isAscii, texts };
  }
}
