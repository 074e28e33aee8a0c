import type { Database } from '../database/database.ts';
import { isIndexed } from '../text-index/build-index.ts';
import { NO_INDEX, openRowIndex, type RowIndex } from '../text-index/row-index.ts';
import type { CaptureName } from './capture-tables.table.ts';

/**
 * Opens the index for captured rows, by their `search_id`, and adds rows that it lacks because an older Satchel wrote them. In a store that
 * was loaded without an index nothing is indexed.
 */
export function openCaptureIndex(db: Database, name: CaptureName): RowIndex {
  if (!isWanted(db)) {
    return NO_INDEX;
  }
  const index = openRowIndex(db);
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
