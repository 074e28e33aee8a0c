import type { Database } from '../database/database.ts';
import { buildIndex, clearIndex, isIndexed } from './build-index.ts';
import { openDocumentIndex } from './document-index.ts';
import { createParallelIndex } from './parallel-index.ts';
import type { SearchIndexWriter } from './search-index-writer.ts';
import { openTextIndex } from './text-index.ts';
import { hasTextThread } from './text-thread.ts';

interface SearchIndexOptions {
  /** Whether the store has no rows yet. */
  readonly isNew: boolean;
  /** Path of the index file of another thread; undefined to index in this thread. */
  readonly threadPath?: string | undefined;
  /** Whether texts are indexed at all; the default is true. */
  readonly hasSearch?: boolean | undefined;
}

const IDLE: Omit<SearchIndexWriter, 'finish'> = {
  listener: () => undefined,
  remove: () => {},
  add: () => {},
  adopt: () => {},
  close: async () => {},
};

/**
 * Opens the index for writing. In a new store it is built at the end by one statement over all rows, at half the cost
 * of updating it row by row: FTS5 flushes at every savepoint, and so at every INSERT … SELECT.
 */
export function openSearchIndex(
  db: Database,
  { isNew, threadPath, hasSearch = true }: SearchIndexOptions,
): SearchIndexWriter {
  if (!hasSearch) {
    return { ...IDLE, finish: () => clearIndex(db) };
  }
  if (isNew && threadPath !== undefined && hasTextThread()) {
    return createParallelIndex(db, threadPath);
  }
  return isNew || !isIndexed(db) ? { ...IDLE, finish: () => buildIndex(db) } : createRowIndexWriter(db);
}

function createRowIndexWriter(db: Database): SearchIndexWriter {
  const texts = openTextIndex(db);
  const documents = openDocumentIndex(db);
  return {
    ...IDLE,
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
