import type { Database } from '../database/database.ts';
import { RECORD_CELLS, type RowLayout } from '../rows/row-layout.ts';
import { buildTexts } from './build-index.ts';
import { prepareTexts } from './cjk-index.ts';
import { buildDocuments } from './document-index.ts';
import type { RowListener, SearchIndexWriter } from './search-index-writer.ts';
import {
  COMPOSED_TABLES,
  PLAIN_TABLES,
  SEARCH_COLUMNS,
  type SearchedTable,
} from './searched-tables.table.ts';
import type { TextRow } from './text-batch.ts';
import { TextThread } from './text-thread.ts';

/** Indexes the texts of a new store in another thread while its rows are written; the index is copied at the end. */
export function createParallelIndex(db: Database, path: string): SearchIndexWriter {
  const thread = new TextThread(path);
  let isApart = false;
  return {
    listener(layout) {
      const table = PLAIN_TABLES.get(layout.table);
      return table && listenTo(layout, table, (row) => thread.add(row));
    },
    remove() {},
    add() {},
    finish(superseded) {
      isApart = thread.hasStarted && !superseded.some((table) => PLAIN_TABLES.has(table));
      buildDocuments(db); // Before waiting for the other thread, which may still be busy.
      if (isApart) {
        addComposed(db, thread);
        thread.finish();
      } else {
        buildTexts(db);
      }
    },
    adopt() {
      if (isApart) {
        copyIndex(db, path);
      }
    },
    close: () => thread.close(),
  };
}

function listenTo(
  layout: RowLayout,
  { texts, isOptional }: SearchedTable,
  take: (row: TextRow) => void,
): RowListener {
  const places = SEARCH_COLUMNS.map((column) => layout.columns.indexOf(texts[column] ?? ''));
  const absent = SEARCH_COLUMNS.map((column) =>
    column === 'title' && texts.title !== undefined ? '' : null,
  );
  return (cells) => {
    const row = places.map((place, column) => {
      const cell = cells[place];
      return typeof cell === 'string' ? cell : (absent[column] ?? null);
    });
    if (!isOptional || row.some((text) => text !== null && text !== '')) {
      take({ id: Number(cells[RECORD_CELLS.id]), texts: row });
    }
  };
}

/**
 * Adds the rows whose texts are composed by the views. FTS5 needs ascending ids: it flushes when it receives a smaller
 * one.
 */
function addComposed(db: Database, thread: TextThread): void {
  const selects = COMPOSED_TABLES.map((table) => `SELECT id FROM ${table}`);
  const ids = db
    .prepare<[], number>(`${selects.join(' UNION ALL ')} ORDER BY id`)
    .pluck()
    .all();
  const read = prepareTexts(db);
  for (const id of ids) {
    const texts = read(id);
    if (texts !== undefined) {
      thread.add({ id, texts });
    }
  }
}

/**
 * Copies the index in the closed database at `path` into a store without one. Normally only FTS5 writes its internal
 * tables (sqlite.org/c3ref/c_dbconfig_defensive.html).
 */
function copyIndex(db: Database, path: string): void {
  db.prepare('ATTACH ? AS side').run(path);
  db.unsafeMode(true);
  try {
    const tables = db
      .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'")
      .pluck()
      .all();
    const statements = [...tables, 'search_cjk_documents'].flatMap((table) => [
      `DELETE FROM main.${table}`,
      `INSERT INTO main.${table} SELECT * FROM side.${table}`,
    ]);
    db.exec(`BEGIN; ${statements.join(';')}; COMMIT; DETACH side`);
  } finally {
    db.unsafeMode(false);
  }
}
