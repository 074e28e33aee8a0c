import { buildIndex, clearIndex, isIndexed } from '../build-index.ts';
import type { Database } from '../database.ts';
import { NewIndex } from './new-index.ts';
import { NO_INDEX, openRowIndex, type RowIndex } from './row-index.ts';

interface SearchIndexOptions {
  /** Whether the store has no rows yet. */
  readonly isNew: boolean;
  /** Whether texts are indexed at all; the default is true. */
  readonly hasSearch?: boolean | undefined;
}

/**
 * Opens the index for a load, whose `finish` must be called after all SQL indexes have been built. In a new store it is
 * built at the end by one statement over all rows, at half the cost of updating it row by row: FTS5 flushes at every
 * savepoint, and so at every INSERT … SELECT.
 */
export function openSearchIndex(db: Database, { isNew, hasSearch = true }: SearchIndexOptions): RowIndex {
  if (!hasSearch) {
    return { ...NO_INDEX, finish: () => clearIndex(db) };
  }
  if (isNew) {
    return new NewIndex(db);
  }
  return isIndexed(db) ? openRowIndex(db) : { ...NO_INDEX, finish: () => buildIndex(db) };
}
