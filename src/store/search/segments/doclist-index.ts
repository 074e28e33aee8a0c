import { MAX_VARINT_BYTES, putVarint, readVarint } from '../../varint.ts';
import { grownTo } from './grown-to.ts';
import { doclistIndexRowid } from './segment-rowid.ts';
import { PAGE_BYTES, type SegmentSink } from './segment-sink.ts';

/** A doclist over fewer pages without terms is read through. */
const LEAST_PAGES = 4;

/** One level of the index: the lowest one lists pages of the segment, each one above pages of the one below. */
interface Level {
  bytes: Uint8Array<ArrayBuffer>;
  used: number;
  page: number;
  lastRowid: number;
}

/**
 * Tells for a doclist over many pages which row each of them begins with, so that few need to be read ("Doclist indexes"
 * in the comments of SQLite's fts5_index.c).
 */
export class DoclistIndex {
  readonly #segment: number;
  readonly #sink: SegmentSink;
  readonly #levels: Level[] = [createLevel()];
  #passedPages = 0;

  constructor(segment: number, sink: SegmentSink) {
    this.#segment = segment;
    this.#sink = sink;
  }

  /** A term begins on this page, and with it the doclist. */
  begin(page: number): void {
    this.#level(0).page = page;
  }

  /** A page of the doclist begins with this row. */
  add(rowid: number, page: number): void {
    let below = page;
    for (let height = 0; ; height += 1) {
      const level = this.#level(height);
      const isFull = level.used >= PAGE_BYTES;
      if (isFull) {
        this.#turnPage(height);
      }
      appendRow(level, { rowid, below, hasParent: isFull });
      if (!isFull) {
        return;
      }
      below = level.page;
    }
  }

  /** A page ended on which no term stands, and where `hasNoRow`, no row id either. */
  passPage(hasNoRow: boolean): void {
    const lowest = this.#level(0);
    if (hasNoRow && lowest.used > 0) {
      lowest.bytes = grownTo(lowest.bytes, lowest.used + 2 * MAX_VARINT_BYTES);
      lowest.used = putVarint(lowest.bytes, lowest.used, 0);
    }
    this.#passedPages += 1;
  }

  /** The doclist is over; tells whether it was worth an index. */
  end(): boolean {
    const isWorth = this.#level(0).used > 0 && this.#passedPages >= LEAST_PAGES;
    this.#passedPages = 0;
    for (const [height, level] of this.#levels.entries()) {
      if (isWorth && level.used > 0) {
        this.#write(height, level);
      }
      level.used = 0;
    }
    return isWorth;
  }

  /** Writes a full page; where it was the only one of its level, the level above gets its first row. */
  #turnPage(height: number): void {
    const level = this.#level(height);
    const above = this.#level(height + 1);
    level.bytes[0] = 1; // It has a parent.
    this.#write(height, level);
    if (above.used === 0) {
      above.page = level.page;
      appendRow(above, { rowid: firstRowid(level), below: level.page, hasParent: false });
    }
    level.used = 0;
    level.page += 1;
  }

  #write(height: number, { bytes, used, page }: Level): void {
    this.#sink.addPage(doclistIndexRowid(this.#segment, height, page), bytes.subarray(0, used));
  }

  #level(height: number): Level {
    const level = this.#levels[height] ?? createLevel();
    this.#levels[height] = level;
    return level;
  }
}

interface AppendedRow {
  readonly rowid: number;
  /** The page of the level below that begins with the row. */
  readonly below: number;
  readonly hasParent: boolean;
}

function appendRow(level: Level, { rowid, below, hasParent }: AppendedRow): void {
  if (level.used === 0) {
    level.bytes[0] = Number(hasParent);
    level.used = putVarint(level.bytes, 1, below);
    level.used = putVarint(level.bytes, level.used, rowid);
  } else {
    level.used = putVarint(level.bytes, level.used, rowid - level.lastRowid);
  }
  level.lastRowid = rowid;
}

function firstRowid({ bytes }: Level): number {
  return readVarint(bytes, readVarint(bytes, 1).end).value;
}

function createLevel(): Level {
  return { bytes: new Uint8Array(PAGE_BYTES + 2 * MAX_VARINT_BYTES), used: 0, page: 0, lastRowid: 0 };
}
