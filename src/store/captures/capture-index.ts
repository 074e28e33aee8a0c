import type { Database } from '../database/database.ts';
import { isIndexed } from '../text-index/build-index.ts';
import { openDocumentIndex } from '../text-index/document-index.ts';
import { openTextIndex } from '../text-index/text-index.ts';
import type { CaptureName } from './capture-tables.table.ts';

/** Keeps captured rows of one table in the index of texts, by their `search_id`. */
export interface CaptureIndex {
  add(searchId: number): void;
  /** To be called before the row changes: the index takes its words out of the old text. */
  remove(searchId: number): void;
}

/**
 * Opens the index for captured rows, and adds those that it lacks, which an older Satchel wrote. A store that was loaded
 * without an index gets none of its parts.
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

/** A store that holds captures alone, of an older Satchel, has texts without an index; nobody decided against it there. */
function isWanted(db: Database): boolean {
  const hasRecords = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM snapshots)').pluck().get() === 1;
  return !hasRecords || isIndexed(db);
}
