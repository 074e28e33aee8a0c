import type { Database } from '../database/database.ts';
import { isIndexed } from '../text-index/build-index.ts';
import { openDocumentIndex } from '../text-index/document-index.ts';
import { openTextIndex } from '../text-index/text-index.ts';
import type { CaptureName } from './capture-tables.table.ts';

/** Maintains the full-text index of one table of captured rows, by their `search_id`. */
export interface CaptureIndex {
  add(searchId: number): void;
  /** Must be called before the row changes: the index needs the old text to remove its words. */
  remove(searchId: number): void;
}

/**
 * Opens the index for captured rows and adds rows that it lacks because an older Satchel wrote them. In a store that
 * was loaded without an index nothing is indexed.
 */
export function openCaptureIndex(db: Database, name: CaptureName): CaptureIndex {
  if (!isWanted(db)) {
    return { add: () => {}, remove: () => {} };
  }
  const texts = openTextIndex(db);
  const documents = openDocumentIndex(db);
  const index: CaptureIndex = {
    add(searchId) {
      if (texts.add(searchId)) {
        documents.add(searchId);
      }
    },
    remove(searchId) {
      if (documents.remove(searchId)) {
        texts.remove(searchId);
      }
    },
  };
  const missing = db
    .prepare<[], number>(
      `SELECT search_id FROM ${name} WHERE search_id NOT IN (SELECT id FROM search_documents) ORDER BY search_id`,
    )
    .pluck()
    .all();
  for (const searchId of missing) {
    index.add(searchId);
  }
  return index;
}

/**
 * A store of an older Satchel that contains only captures has texts but no index, although indexing was not disabled.
 */
function isWanted(db: Database): boolean {
  const hasRecords = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM snapshots)').pluck().get() === 1;
  return !hasRecords || isIndexed(db);
}
