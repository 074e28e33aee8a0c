import type { Database } from '../../database.ts';
import { applySchema } from '../../schema.ts';
import { openSideDatabase } from '../../side-database.ts';
import { openSegmentIndex } from '../segments/segment-index.ts';
import { GATHERING_LIMITS, type GatheringLimits } from '../segments/word-places.ts';
import { endBulk, prepareBulk } from './build-index.ts';
import { isCjk, openCjkIndex } from './cjk-index.ts';
import { type RingRow, stringOf } from './ring-reader.ts';
import { SEGMENT_INDEXES } from './searched-tables.table.ts';
import { openTextIndex } from './text-index.ts';

/** How many segments of one index are joined: each one is looked through by every search. */
const MANY_SEGMENTS = 64;

/** More than any index has. */
const MOST_PAGES = 2 ** 30;

/**
 * Indexes texts in a database of their own at `path`, an empty file: a store without records, so that its index is of
 * the same make as the one that takes it over. `rows` come in the order of their ids; limits are for tests.
 */
export function writeSideIndex(
  path: string,
  rows: Iterable<RingRow>,
  limits: GatheringLimits = GATHERING_LIMITS,
): void {
  const db = openSideFile(path);
  let hasMany = false;
  try {
    prepareBulk(db);
    db.unsafeMode(true); // What FTS5 keeps for itself is written here too.
    const writer = createRowWriter(db, limits);
    db.exec('BEGIN');
    for (const row of rows) {
      writer.add(row);
    }
    writer.finish();
    db.exec('COMMIT');
    endBulk(db);
    hasMany = writer.hasManySegments();
  } finally {
    db.close();
  }
  if (hasMany) {
    joinSegments(path);
  }
}

/** Adds documents of a store to the index at `path`, which nobody has open any more. `ids` are in order. */
export function addToSideIndex(path: string, store: Database, ids: readonly number[]): void {
  if (ids.length === 0) {
    return;
  }
  const db = openSideFile(path);
  try {
    const index = openTextIndex(db, store);
    db.exec('BEGIN');
    for (const id of ids) {
      index.add(id);
    }
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

function openSideFile(path: string): Database {
  const db = openSideDatabase(path, { cacheKib: 4_096 });
  try {
    applySchema(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

interface RowWriter {
  add(row: RingRow): void;
  finish(): void;
  hasManySegments(): boolean;
}

/** Texts become segments of the indexes here; those with CJK go through FTS5, into an index of their own. */
function createRowWriter(db: Database, limits: GatheringLimits): RowWriter {
  const cjk = openCjkIndex(db);
  const texts = openSegmentIndex(db, SEGMENT_INDEXES.text, limits);
  const titles = openSegmentIndex(db, SEGMENT_INDEXES.title, limits);
  return {
    add(row) {
      const strings = row.isAscii ? [] : row.texts.map((text) => text && stringOf(text));
      if (isCjk(strings)) {
        cjk.add(row.id, strings);
      } else {
        texts.add(row.id, row.texts, row);
      }
      if (row.hasTitle) {
        titles.add(row.id, row.texts.slice(0, 1), row);
      }
    },
    finish() {
      texts.finish();
      titles.finish();
    },
    hasManySegments: () => Math.max(texts.segmentCount, titles.segmentCount) >= MANY_SEGMENTS,
  };
}

/** Joins segments where searches would have to look through very many. It needs a new look at the index. */
function joinSegments(path: string): void {
  const db = openSideFile(path);
  try {
    for (const { name } of Object.values(SEGMENT_INDEXES)) {
      db.exec(`INSERT INTO ${name} (${name}, rank) VALUES ('merge', ${MOST_PAGES})`);
    }
  } finally {
    db.close();
  }
}
