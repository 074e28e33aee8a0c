import type { Database } from '../database/database.ts';
import { buildIndex, clearIndex, isIndexed } from './build-index.ts';
import { openDocumentIndex } from './document-index.ts';
import { openTextIndex } from './text-index.ts';

interface SearchIndexOptions {
  /** Whether the store has no rows yet. */
  readonly isNew: boolean;
  /** Whether texts are indexed at all; the default is true. */
  readonly hasSearch?: boolean | undefined;
}

/** Keeps the full-text index in sync with the rows, within the transaction of a load. */
export interface SearchIndexWriter {
  /** Must be called while the row and its links still exist. */
  remove(id: number): void;
  /** Must be called after the row and its links have been inserted. */
  add(id: number): void;
  /** Must be called once, after all SQL indexes have been built. */
  finish(): void;
}

const IDLE = { remove: () => {}, add: () => {} } as const;

/**
 * Opens the index for writing. In a new store it is built at the end by one statement over all rows, at half the cost
 * of updating it row by row: FTS5 flushes at every savepoint, and so at every INSERT … SELECT.
 */
export function openSearchIndex(
  db: Database,
  { isNew, hasSearch = true }: SearchIndexOptions,
): SearchIndexWriter {
  if (!hasSearch) {
    return { ...IDLE, finish: () => clearIndex(db) };
  }
  return isNew || !isIndexed(db) ? { ...IDLE, finish: () => buildIndex(db) } : createRowIndexWriter(db);
}

function createRowIndexWriter(db: Database): SearchIndexWriter {
  const texts = openTextIndex(db);
  const documents = openDocumentIndex(db);
  return {
    remove(id) {
      if (documents.remove(id)) {
        texts.remove(id);
      }
    },
    add(id) {
      if (texts.add(id)) {
        documents.add(id);
      }
    },
    finish: () => documents.finish(),
  };
}
