import { type Database, openDatabase } from '../../database.ts';
import { applySchema } from '../../schema.ts';
import { endBulk, prepareBulk } from './build-index.ts';
import { isCjk, openCjkIndex } from './cjk-index.ts';
import type { RingRow } from './ring-reader.ts';
import { SEARCH_COLUMNS } from './searched-tables.table.ts';
import { openTextIndex } from './text-index.ts';

/**
 * Indexes texts in a database of their own at `path`, an empty file: a store without records, so that its index is of
 * the same make as the one that takes it over. `rows` come in the order of their ids.
 */
export function writeSideIndex(path: string, rows: Iterable<RingRow>): void {
  const db = openSideFile(path);
  try {
    prepareBulk(db);
    const add = createRowWriter(db);
    db.exec('BEGIN');
    for (const row of rows) {
      add(row);
    }
    db.exec('COMMIT');
    endBulk(db); // Behind the commit, which would join segments otherwise.
  } finally {
    db.close();
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

/** Nothing of the file needs to survive a crash. */
function openSideFile(path: string): Database {
  const db = openDatabase(path, { readonly: false });
  try {
    db.pragma('page_size = 16384');
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.pragma('cache_size = -8192');
    applySchema(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** ASCII goes from the shared memory into the index without ever becoming a string. */
function createRowWriter(db: Database): (row: RingRow) => void {
  const cjk = openCjkIndex(db);
  const addText = db.prepare(
    `INSERT INTO search_text (rowid, ${SEARCH_COLUMNS.join(', ')})
     VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT))`,
  );
  const addTitle = db.prepare('INSERT INTO search_title (rowid, title) VALUES (?, CAST(? AS TEXT))');
  return ({ id, hasTitle, isAscii, texts }) => {
    const strings = isAscii ? [] : texts.map((text) => text?.toString() ?? null);
    if (isCjk(strings)) {
      cjk.add(id, strings);
    } else {
      addText.run(id, ...texts);
    }
    if (hasTitle) {
      addTitle.run(id, texts[0]);
    }
  };
}
