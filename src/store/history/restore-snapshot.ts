import { constants, copyFileSync } from 'node:fs';
import { systemErrorCode } from '../../base/failure.ts';
import { Failure } from '../../model/failure.ts';
import { isIndexed } from '../build-index.ts';
import { type Database, databaseFailure, openDatabase, turnJournalOff } from '../database.ts';
import { openSteadily } from '../open-for-reading.ts';
import { openSearchIndex } from '../text-index/open-search-index.ts';
import { setDerivedValues } from '../writing/derived-values.ts';
import { removeLaterSpans } from '../writing/file-spans.ts';
import { openTableWriters } from '../writing/table-writer.ts';
import { createCurrentWriter, type RecordName } from './current-writer.ts';
import { createVersionReader } from './read-state.ts';

/** Tables with rows about single snapshots, and the column that refers to the snapshot. */
const SNAPSHOT_TABLES = [
  ['record_changes', 'snapshot_id'],
  ['archive_documents', 'snapshot_id'],
  ['rejected_records', 'snapshot_id'],
  ['kept_repositories', 'snapshot_id'],
  ['snapshot_records', 'snapshot_id'],
  ['snapshot_rejections', 'snapshot_id'],
  ['snapshot_repositories', 'snapshot_id'],
  ['snapshots', 'id'],
] as const;

interface RestoreOptions {
  /** The store, which is not changed. */
  readonly from: string;
  /** Path of the older store. Fails with `usage` if something is there. */
  readonly to: string;
  /** Position in time of the snapshot that becomes the newest. */
  readonly position: number;
  /** Whether its texts can be searched, which takes time and memory; the default is true. */
  readonly hasSearch?: boolean | undefined;
}

/**
 * Writes the store as it was at a snapshot: a copy from which the changes of all later snapshots are undone. Captured
 * rows and the audit log have their own timestamps and remain.
 */
export function restoreSnapshot({ from, to, position, hasSearch = true }: RestoreOptions): void {
  try {
    copyStore(from, to);
    const db = openDatabase(to, { readonly: false });
    try {
      takeBack(db, { position, hasSearch: hasSearch && isIndexed(db) });
    } finally {
      db.close();
    }
  } catch (error) {
    throw databaseFailure(error, 'restore a snapshot of the store', from);
  }
}

/** The read transaction prevents writing, so that the copy is consistent. */
function copyStore(from: string, to: string): void {
  const db = openSteadily(from);
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  } catch (error) {
    throw systemErrorCode(error) === 'EEXIST'
      ? new Failure('exists', `Cannot restore the snapshot to "${to}": something is there already`, {
          details: { path: to },
          cause: error,
        })
      : error;
  } finally {
    db.close();
  }
}

function takeBack(
  db: Database,
  { position, hasSearch }: { readonly position: number; readonly hasSearch: boolean },
): void {
  db.pragma('foreign_keys = OFF');
  turnJournalOff(db);
  db.pragma('synchronous = OFF');
  db.exec('BEGIN EXCLUSIVE');
  const search = openSearchIndex(db, { isNew: false, hasSearch });
  const writers = openTableWriters(db);
  const current = createCurrentWriter({ writers, search });
  const firstChangeOf = createVersionReader(db, position);
  for (const record of changedAfter(db, position)) {
    const version = firstChangeOf(record.id)?.previous ?? null;
    if (version === null) {
      current.remove(record);
    } else {
      current.put(record, version);
    }
  }
  removeLaterSpans(db, position);
  for (const [table, column] of SNAPSHOT_TABLES) {
    db.prepare(`DELETE FROM ${table} WHERE ${column} IN (SELECT id FROM snapshots WHERE position > ?)`).run(
      position,
    );
  }
  setDerivedValues(db);
  search.finish();
  db.exec('COMMIT');
}

function changedAfter(db: Database, position: number): readonly RecordName[] {
  return db
    .prepare<[number], RecordName>(`
      SELECT DISTINCT record_id AS id, kind, url FROM record_changes
      WHERE snapshot_id IN (SELECT id FROM snapshots WHERE position > ?)
    `)
    .all(position);
}
