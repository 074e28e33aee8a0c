import type { ByteRange } from './byte-run.ts';
import { grownTo } from './grown-to.ts';
import { WORD_BYTES } from './word-bytes.ts';
import { NO_WORD, WordTable } from './word-table.ts';

/** What the words of a text are noted under. */
export interface TextPlace {
  readonly rowid: number;
  /** Number of the index's column. */
  readonly column: number;
}

/** Where the words stand: for each word its places, which are those of pieces of texts. */
export interface GatheredPlaces {
  /** Places of the first word, the second and so on: the number of a piece and how far behind its start. */
  readonly places: Int32Array;
  /** Where in `places` those of each word start; behind the last word, where they end. */
  readonly starts: Int32Array;
  readonly pieces: Pieces;
}

/** Texts, the longest ones in pieces: rows, columns, and how many words of the text stand before the piece. */
export interface Pieces {
  readonly rowids: Int32Array;
  readonly columns: Uint8Array;
  readonly offsets: Int32Array;
}

/** Bits of a place that count words from the start of a piece. */
export const OFFSET_BITS = 15;
const PIECE_WORDS = 2 ** OFFSET_BITS;

/** What is gathered before it is written. */
export interface GatheringLimits {
  /** Words of texts. */
  readonly places: number;
  /** Bytes of words that differ. */
  readonly wordBytes: number;
}

/** Some twenty megabytes of memory in all. */
export const GATHERING_LIMITS: GatheringLimits = { places: 1_250_000, wordBytes: 8 * 1024 * 1024 };

/** Words by which a text may go beyond the limit; one that has still more is given more memory. */
const MANY_TEXT_WORDS = 100_000;

/** Columns of an index, each of which takes one piece at least. */
export const MAX_COLUMNS = 4;

/** How many pieces a place can tell apart. */
const MAX_PIECES = 2 ** (32 - OFFSET_BITS);

/** The words of texts in the order in which they came, and where they stand. */
export class WordPlaces {
  readonly words: WordTable;
  readonly #limits: GatheringLimits;
  /** The word at each place. */
  #placed: Int32Array<ArrayBuffer>;
  #placeCount = 0;
  /** For `gather`, which would leave megabytes behind each time. */
  #gathered: Int32Array<ArrayBuffer>;
  #wordStarts = new Int32Array(4_096);
  /** The place of each piece's first word. */
  #starts = new Int32Array(1_024);
  #rowids = new Int32Array(1_024);
  #columns = new Uint8Array(1_024);
  #offsets = new Int32Array(1_024);
  #pieceCount = 0;

  /** `prefixLength`, for an index of prefixes, takes so many characters of each word, and nothing of shorter ones. */
  constructor(limits: GatheringLimits, prefixLength?: number) {
    this.#limits = limits;
    this.words = new WordTable(prefixLength);
    // Memory that is not written yet is none, while arrays that grow leave as much behind.
    this.#placed = new Int32Array(limits.places + MANY_TEXT_WORDS);
    this.#gathered = new Int32Array(limits.places + MANY_TEXT_WORDS);
  }

  /** How many places there are, those of words too short for an index of prefixes included. */
  get placeCount(): number {
    return this.#placeCount;
  }

  /** Whether what is there should be written before texts of so many bytes come. */
  isFullFor(textBytes: number): boolean {
    const mostPieces = this.#pieceCount + Math.ceil(textBytes / PIECE_WORDS) + MAX_COLUMNS;
    const isFull = this.#placeCount >= this.#limits.places || this.words.byteCount >= this.#limits.wordBytes;
    return isFull || mostPieces > MAX_PIECES;
  }

  /** Adds a text, folded where it is not ASCII; gives the number of its words. Rows come in the order of their ids, and their columns in theirs. */
  addText(text: ByteRange, { rowid, column }: TextPlace): number {
    const first = this.#placeCount;
    const mostWords = (text.end - text.start + 1) / 2; // Behind each word comes something else.
    this.#placed = grownTo(this.#placed, first + mostWords);
    this.#addWords(text);
    for (let start = first; start < this.#placeCount; start += PIECE_WORDS) {
      this.#notePiece(start, { rowid, column, offset: start - first });
    }
    return this.#placeCount - first;
  }

  /** Finds the places of each word; they are good until the next text is added. */
  gather(): GatheredPlaces {
    const placed = this.#placed;
    const starts = this.#startsOfWords();
    this.#gathered = grownTo(this.#gathered, this.#placeCount);
    const places = this.#gathered;
    this.#starts = grownTo(this.#starts, this.#pieceCount + 1);
    this.#starts[this.#pieceCount] = this.#placeCount;
    for (let piece = 0; piece < this.#pieceCount; piece += 1) {
      const start = this.#starts[piece] ?? 0;
      const end = this.#starts[piece + 1] ?? 0;
      for (let place = start; place < end; place += 1) {
        const word = placed[place] ?? NO_WORD;
        if (word !== NO_WORD) {
          const at = starts[word + 1] ?? 0;
          places[at] = (piece << OFFSET_BITS) | (place - start);
          starts[word + 1] = at + 1;
        }
      }
    }
    const pieces = { rowids: this.#rowids, columns: this.#columns, offsets: this.#offsets };
    return { places, starts, pieces };
  }

  /** Forgets everything; the memory stays. */
  clear(): void {
    this.words.clear();
    this.#placeCount = 0;
    this.#pieceCount = 0;
  }

  #addWords({ bytes, start, end }: ByteRange): void {
    const { words } = this;
    const placed = this.#placed;
    let place = this.#placeCount;
    for (let at = start; at < end; ) {
      if (WORD_BYTES[bytes[at] ?? 0] === 0) {
        at += 1;
      } else {
        placed[place] = words.read(bytes, at, end);
        place += 1;
        at = words.readTo + 1;
      }
    }
    this.#placeCount = place;
  }

  #notePiece(
    start: number,
    { rowid, column, offset }: { readonly rowid: number; readonly column: number; readonly offset: number },
  ): void {
    const piece = this.#pieceCount;
    this.#starts = grownTo(this.#starts, piece + 1);
    this.#rowids = grownTo(this.#rowids, piece + 1);
    this.#columns = grownTo(this.#columns, piece + 1);
    this.#offsets = grownTo(this.#offsets, piece + 1);
    this.#starts[piece] = start;
    this.#rowids[piece] = rowid;
    this.#columns[piece] = column;
    this.#offsets[piece] = offset;
    this.#pieceCount = piece + 1;
  }

  /** For each word, one place further on, where its places will start; they become ends by being counted up. */
  #startsOfWords(): Int32Array {
    const count = this.words.size + 2;
    this.#wordStarts = grownTo(this.#wordStarts, count);
    const starts = this.#wordStarts.fill(0, 0, count);
    for (let place = 0; place < this.#placeCount; place += 1) {
      const ahead = (this.#placed[place] ?? NO_WORD) + 2;
      starts[ahead] = (starts[ahead] ?? 0) + 1;
    }
    starts[NO_WORD + 2] = 0;
    for (let word = 2; word < count; word += 1) {
      starts[word] = (starts[word] ?? 0) + (starts[word - 1] ?? 0);
    }
    return starts;
  }
}
