import type { Database } from '../../database.ts';
import { RECORD_CELLS, type RowLayout } from '../../row-layout.ts';
import { adoptIndex, clearForAdoption } from './adopt-index.ts';
import { buildTexts } from './build-index.ts';
import { buildDocuments } from './document-index.ts';
import type { TextRow } from './ring-writer.ts';
import type { RowListener, SearchIndexWriter } from './search-index-writer.ts';
import type { SearchThread } from './search-thread.ts';
import {
  COMPOSED_TABLES,
  PLAIN_TABLES,
  SEARCH_COLUMNS,
  type SearchedTable,
} from './searched-tables.table.ts';
import { addToSideIndex } from './side-index.ts';

interface ThreadedOptions {
  readonly thread: SearchThread;
  /** The file that the thread writes. */
  readonly path: string;
}

/** Has a new store's texts indexed by another thread while its rows are written, and takes the index over at the end. */
export function createThreadedIndexWriter(
  db: Database,
  { thread, path }: ThreadedOptions,
): SearchIndexWriter {
  const leftOver: number[] = [];
  let isApart = false;
  return {
    listener(layout) {
      const table = PLAIN_TABLES.get(layout.table);
      return table && listenTo(layout, table, (row) => thread.add(row) || leftOver.push(row.id));
    },
    remove() {},
    add() {},
    endRows: () => thread.end(),
    finish(superseded) {
      const isStale = superseded.some((table) => PLAIN_TABLES.has(table));
      buildDocuments(db); // Before the other thread is waited for, which may still be at work.
      isApart = thread.finish() && !isStale;
      if (isApart) {
        addToSideIndex(path, db, findRest(db, leftOver));
        clearForAdoption(db);
      } else {
        buildTexts(db);
      }
    },
    adopt(file) {
      if (isApart) {
        adoptIndex(db, path, file);
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
  const hasTitle = texts.title !== undefined;
  return (cells) => {
    const row = places.map((place) => {
      const cell = cells[place];
      return typeof cell === 'string' ? cell : null;
    });
    if (!isOptional || row.some((text) => text !== null && text !== '')) {
      take({ id: Number(cells[RECORD_CELLS.id]), hasTitle, texts: row });
    }
  };
}

/** What the thread was not given, in the order that FTS5 wants. */
function findRest(db: Database, leftOver: readonly number[]): readonly number[] {
  const selects = COMPOSED_TABLES.map((table) => `SELECT id FROM ${table}`);
  const composed = db.prepare<[], number>(selects.join(' UNION ALL ')).pluck().all();
  return [...composed, ...leftOver].sort((one, other) => one - other);
}
