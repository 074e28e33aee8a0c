import { invariant } from '../../../base/index.ts';
import type { Database, Statement } from '../../database.ts';
import { MAX_VARINT_BYTES, putVarint } from '../../varint.ts';
import type { ByteRange } from './byte-run.ts';
import { TextFolder } from './fold-text.ts';
import { addSegments, type WrittenSegment } from './index-records.ts';
import { LetterBlocks } from './letter-blocks.ts';
import { PlacedRows } from './placed-rows.ts';
import { createSegmentSink, type SegmentSink } from './segment-sink.ts';
import { SegmentWriter } from './segment-writer.ts';
import { GATHERING_LIMITS, type GatheringLimits, MAX_COLUMNS, WordPlaces } from './word-places.ts';

/** An FTS5 index by its name, with what its definition says. */
export interface SegmentIndexSpec {
  readonly name: string;
  readonly columnCount: number;
  readonly tokenizer: string;
  /** Lengths of the prefixes that have an index of their own, in characters. */
  readonly prefixes: readonly number[];
}

/**
 * Writes texts into an FTS5 index without FTS5, whose own way takes twice as long: its tokenizer calls a function for each
 * word, which looks the word up among words scattered over memory. Words are gathered in arrays here, sorted by counting,
 * and written as segments of the index.
 */
export interface SegmentIndex {
  /** Adds a row with its texts in UTF-8, one for each column; ids rise. */
  add(rowid: number, texts: readonly (ByteRange | null)[], options: { readonly isAscii: boolean }): void;
  /** How many segments there are so far. */
  readonly segmentCount: number;
  /** Writes what was gathered, and names the segments to the index, for which FTS5 must have nothing left to write. */
  finish(): void;
}

/** FTS5 numbers its segments from 1 on, up to 2,000: these are the ones that it takes last. */
const FIRST_SEGMENT = 1_001;

/** What a term of the index of all words begins with; those of indexes of prefixes count on from here. */
const WORD_MARK = 0x30;

/** Rows of the table of sizes that one statement writes: most of its cost is that of a statement. */
const SIZES_PER_STATEMENT = 32;

/** Opens an index that is written through `db`, which must let shadow tables be written; limits are for tests. */
export function openSegmentIndex(
  db: Database,
  spec: SegmentIndexSpec,
  limits: GatheringLimits = GATHERING_LIMITS,
): SegmentIndex {
  return new BulkIndex(db, spec, limits);
}

class BulkIndex implements SegmentIndex {
  readonly #db: Database;
  readonly #spec: SegmentIndexSpec;
  /** The words themselves, and behind them their prefixes by the order of the lengths. */
  readonly #places: readonly WordPlaces[];
  readonly #letters: LetterBlocks;
  readonly #folder: TextFolder;
  readonly #sizes: SizeWriter;
  readonly #sink: SegmentSink;
  readonly #segments: WrittenSegment[] = [];
  readonly #wordTotals: number[];
  #rows = 0;

  constructor(db: Database, spec: SegmentIndexSpec, limits: GatheringLimits) {
    this.#db = db;
    this.#spec = spec;
    this.#places = [undefined, ...spec.prefixes].map((length) => new WordPlaces(limits, length));
    this.#letters = new LetterBlocks(spec.tokenizer);
    this.#folder = new TextFolder(this.#letters);
    this.#sizes = new SizeWriter(db, spec.name);
    this.#sink = createSegmentSink(db, spec.name);
    this.#wordTotals = Array.from({ length: spec.columnCount }, () => 0);
  }

  get segmentCount(): number {
    return this.#segments.length;
  }

  add(rowid: number, texts: readonly (ByteRange | null)[], { isAscii }: { readonly isAscii: boolean }): void {
    const textBytes = texts.reduce((sum, text) => sum + (text === null ? 0 : text.end - text.start), 0);
    if (this.#places.some((places) => places.isFullFor(textBytes))) {
      this.#writeSegment();
    }
    const counts = texts.map(() => 0);
    for (const [column, text] of texts.entries()) {
      if (text !== null) {
        const folded = isAscii ? text : this.#folder.fold(text);
        const [count = 0] = this.#places.map((places) => places.addText(folded, { rowid, column }));
        counts[column] = count;
        this.#wordTotals[column] = (this.#wordTotals[column] ?? 0) + count;
      }
    }
    this.#rows += 1;
    this.#sizes.add(rowid, counts);
  }

  finish(): void {
    if (this.#places.some((places) => places.placeCount > 0)) {
      this.#writeSegment();
    }
    this.#sizes.finish();
    this.#letters.close();
    if (this.#rows > 0) {
      this.#publish();
    }
  }

  #publish(): void {
    const totals = { rows: this.#rows, words: this.#wordTotals };
    addSegments(this.#db, this.#spec.name, { segments: this.#segments, totals });
  }

  #writeSegment(): void {
    const segment = FIRST_SEGMENT + this.#segments.length;
    const writer = new SegmentWriter(segment, this.#sink);
    for (const [index, places] of this.#places.entries()) {
      writeTerms(places, writer, WORD_MARK + index);
      places.clear();
    }
    this.#segments.push({ segment, pages: writer.finish() });
  }
}

function writeTerms(places: WordPlaces, writer: SegmentWriter, mark: number): void {
  const { words } = places;
  const rows = new PlacedRows(places.gather());
  const term = { bytes: new Uint8Array(1 + words.longest), length: 0 };
  term.bytes[0] = mark;
  for (const word of words.sorted()) {
    term.length = 1 + words.copy(word, term.bytes, 1);
    writer.beginTerm(term);
    rows.write(word, writer);
  }
}

/** Writes how many words each row has, many rows at once. */
class SizeWriter {
  readonly #addMany: Statement;
  readonly #addOne: Statement;
  /** Row ids and sizes in turn. */
  readonly #waiting: (number | Buffer)[] = [];
  readonly #rooms: readonly SizeRoom[];

  constructor(db: Database, index: string) {
    const into = `INSERT INTO ${index}_docsize (id, sz) VALUES`;
    this.#addMany = db.prepare(`${into} ${Array(SIZES_PER_STATEMENT).fill('(?, ?)').join(', ')}`);
    this.#addOne = db.prepare(`${into} (?, ?)`);
    this.#rooms = Array.from({ length: SIZES_PER_STATEMENT }, () => new SizeRoom());
  }

  add(rowid: number, counts: readonly number[]): void {
    const room = this.#rooms[this.#waiting.length / 2];
    invariant(room !== undefined, 'sizes are written as soon as there is no room for more');
    this.#waiting.push(rowid, room.write(counts));
    if (this.#waiting.length === 2 * SIZES_PER_STATEMENT) {
      this.#addMany.run(this.#waiting);
      this.#waiting.length = 0;
    }
  }

  finish(): void {
    for (let at = 0; at < this.#waiting.length; at += 2) {
      this.#addOne.run(this.#waiting.slice(at, at + 2));
    }
    this.#waiting.length = 0;
  }
}

/** Memory for the sizes of one row, used again and again: views of bytes cost more than what is written into them. */
class SizeRoom {
  readonly #bytes = Buffer.alloc(MAX_VARINT_BYTES * MAX_COLUMNS);
  readonly #views: Buffer[] = [];

  write(counts: readonly number[]): Buffer {
    let end = 0;
    for (const count of counts) {
      end = putVarint(this.#bytes, end, count);
    }
    const view = this.#views[end] ?? this.#bytes.subarray(0, end);
    this.#views[end] = view;
    return view;
  }
}
