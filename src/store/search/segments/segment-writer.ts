import { MAX_VARINT_BYTES, putVarint, varintLength } from '../../varint.ts';
import { type ByteRun, copyBytes, sharedLength } from './byte-run.ts';
import { DoclistIndex } from './doclist-index.ts';
import { segmentRowid } from './segment-rowid.ts';
import { PAGE_BYTES, type SegmentSink } from './segment-sink.ts';
import { MAX_WORD_BYTES } from './word-table.ts';

/** Where the first row id of the page stands, and where its terms end, in two bytes each. */
const HEADER_BYTES = 4;

/** A term, which is a word of any length and its mark, and the few numbers by which a full page may grow. */
const SPARE_BYTES = 1 + MAX_WORD_BYTES + 8 * MAX_VARINT_BYTES;

/**
 * Writes one segment of an FTS5 index: terms in the order of their bytes with the rows that hold them, on pages, as the
 * comments of SQLite's fts5_index.c describe them ("SEGMENT LEAF FORMAT").
 */
export class SegmentWriter {
  readonly #segment: number;
  readonly #sink: SegmentSink;
  readonly #page = new Uint8Array(PAGE_BYTES + SPARE_BYTES);
  #used = HEADER_BYTES;
  #pageNumber = 1;
  /** For each term of the page how far it stands from the one before. */
  readonly #offsets = new Uint8Array(PAGE_BYTES);
  #offsetsUsed = 0;
  #lastTermAt = 0;
  /** The term that was written last. */
  readonly #term = new Uint8Array(SPARE_BYTES);
  #termLength = 0;
  #lastRowid = 0;
  /** Whether no row has its id on this page yet, and no term stands before. */
  #awaitsRow = false;
  /** The page with terms that was begun last, and what is smaller than its first term but than none before. */
  #foundPage = 1;
  #foundBy: Uint8Array = new Uint8Array(0);
  readonly #doclistIndex: DoclistIndex;

  constructor(segment: number, sink: SegmentSink) {
    this.#segment = segment;
    this.#sink = sink;
    this.#doclistIndex = new DoclistIndex(segment, sink);
  }

  /** Begins a term; the rows that hold it follow. */
  beginTerm(term: ByteRun): void {
    this.#addTerm(term);
    this.#lastRowid = 0;
  }

  /** Adds a row, of a higher id than the one before, and the positions of the term in it: numbers as FTS5 keeps them. */
  addRow(rowid: number, positions: ByteRun): void {
    const page = this.#page;
    let at = this.#used;
    if (this.#awaitsRow) {
      putUint16(page, 0, at);
      at = putVarint(page, at, rowid);
      this.#awaitsRow = false;
      this.#doclistIndex.add(rowid, this.#pageNumber);
    } else {
      at = putVarint(page, at, rowid - this.#lastRowid);
    }
    this.#lastRowid = rowid;
    at = putVarint(page, at, 2 * positions.length); // Its lowest bit would tell a deletion.
    if (at + this.#offsetsUsed + positions.length < PAGE_BYTES) {
      this.#used = copyBytes({ bytes: positions.bytes, start: 0, count: positions.length }, page, at);
    } else {
      this.#used = at;
      this.#addPositions(positions);
    }
  }

  /** Writes what is left; gives the number of pages. */
  finish(): number {
    if (this.#used > HEADER_BYTES) {
      this.#flush();
    }
    if (this.#pageNumber > 1) {
      this.#endFoundPage();
    }
    return this.#pageNumber - 1;
  }

  get #full(): number {
    return this.#used + this.#offsetsUsed;
  }

  #addTerm(term: ByteRun): void {
    if (this.#full + term.length + 2 >= PAGE_BYTES && this.#used > HEADER_BYTES) {
      this.#flush();
    }
    const isFirst = this.#offsetsUsed === 0;
    const shared = sharedLength({ bytes: this.#term, length: this.#termLength }, term);
    this.#offsetsUsed = putVarint(this.#offsets, this.#offsetsUsed, this.#used - this.#lastTermAt);
    this.#lastTermAt = this.#used;
    if (!isFirst) {
      this.#used = putVarint(this.#page, this.#used, shared);
    } else if (this.#pageNumber > 1) {
      this.#endFoundPage();
      this.#foundPage = this.#pageNumber;
      this.#foundBy = term.bytes.slice(0, shared + 1);
    }
    const kept = isFirst ? 0 : shared;
    this.#used = putVarint(this.#page, this.#used, term.length - kept);
    this.#append(term.bytes, kept, term.length - kept);
    copyBytes({ bytes: term.bytes, start: shared, count: term.length - shared }, this.#term, shared);
    this.#termLength = term.length;
    this.#awaitsRow = false;
    this.#doclistIndex.begin(this.#pageNumber);
  }

  /** The positions of a row may go over several pages. */
  #addPositions({ bytes, length }: ByteRun): void {
    for (let from = 0; from < length; ) {
      const room = PAGE_BYTES - this.#full;
      const count = length - from <= room ? length - from : wholeVarints(bytes, from, room);
      this.#append(bytes, from, count);
      from += count;
      if (this.#full >= PAGE_BYTES) {
        this.#flush();
      }
    }
  }

  #append(bytes: Uint8Array, start: number, count: number): void {
    this.#used = copyBytes({ bytes, start, count }, this.#page, this.#used);
  }

  #flush(): void {
    putUint16(this.#page, 2, this.#used);
    if (this.#offsetsUsed === 0) {
      this.#doclistIndex.passPage(this.#awaitsRow);
    }
    this.#append(this.#offsets, 0, this.#offsetsUsed);
    this.#sink.addPage(segmentRowid(this.#segment, this.#pageNumber), this.#page.subarray(0, this.#used));
    this.#page.fill(0, 0, HEADER_BYTES);
    this.#used = HEADER_BYTES;
    this.#offsetsUsed = 0;
    this.#lastTermAt = 0;
    this.#pageNumber += 1;
    this.#awaitsRow = true;
  }

  #endFoundPage(): void {
    const hasIndex = this.#doclistIndex.end();
    this.#sink.addTerm(this.#segment, this.#foundBy, 2 * this.#foundPage + Number(hasIndex));
  }
}

/** How many bytes the numbers take that fit the room, one of them at least. */
function wholeVarints(bytes: Uint8Array, start: number, room: number): number {
  let length = varintLength(bytes, start);
  for (;;) {
    const next = varintLength(bytes, start + length);
    if (length + next > room) {
      return length;
    }
    length += next;
  }
}

function putUint16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 8;
  bytes[at + 1] = value & 0xff;
}
