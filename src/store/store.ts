import { Failure } from '../model/failure.ts';
import { readTables, type StoreTable } from './database/store-tables.ts';
import type { Database } from './database.ts';
import { readState } from './history/read-state.ts';
import { restoreSnapshot } from './history/restore-snapshot.ts';
import { openSteadily } from './open-for-reading.ts';
import { type QueryOptions, type QueryResult, runQuery } from './query.ts';
import { type RecordDifference, readDifferences } from './read-differences.ts';
import { type RecordVersion, readHistory } from './read-history.ts';
import { readRecords, type StoredRecord } from './read-records.ts';
import { readSnapshots, type Snapshot } from './snapshot.ts';
import { requireReadable, requireStore } from './store-header.ts';

/** A store that was opened for reading. */
export interface Store {
  readonly path: string;
  /** For other rooms. */
  readonly db: Database;
  /**
   * Runs one SELECT, WITH, VALUES or EXPLAIN statement. Any error in it is a `query-refused` failure, even while rows
   * are read.
   */
  query(sql: string, options?: QueryOptions): QueryResult;
  /** The tables and views that can be queried, with the number of rows of each table. */
  tables(): readonly StoreTable[];
  /** The archives that were loaded, oldest first. */
  snapshots(): readonly Snapshot[];
  /** The changes between a snapshot and the one before it; empty for the first in time. */
  changes(snapshotId: number): Iterable<RecordDifference>;
  /**
   * Every record that differs between two snapshots, ordered by kind, repository and url; the first may be the newer
   * one.
   */
  differences(fromSnapshotId: number, toSnapshotId: number): Iterable<RecordDifference>;
  /** The versions of the records with this url, oldest first, grouped by kind. */
  history(url: string): readonly RecordVersion[];
  /** All records at a snapshot, of one kind or of all. */
  recordsAt(snapshotId: number, kind?: string): Iterable<StoredRecord>;
  /**
   * Writes the store as it was at a snapshot to `to`. Fails with `usage` if something is there. With `hasSearch: false`, its texts cannot be
   * searched.
   */
  restoreSnapshot(
    snapshotId: number,
    to: string,
    options?: { readonly hasSearch?: boolean | undefined },
  ): void;
  /** All current records as in their archives, of one kind or of all. */
  records(kind?: string): Iterable<StoredRecord>;
  close(): void;
}

/**
 * Opens the store at `path` for reading. Fails with `absent`, `not-a-store`, `store-older`, `store-newer` or
 * `file-system`. Those that carry over what an older store has allow it, and name only what each version has.
 */
export function openStore(path: string, { allowsOlder = false } = {}): Store {
  if (allowsOlder) {
    requireStore(path);
  } else {
    requireReadable(path);
  }
  const db = openSteadily(path);
  return {
    path,
    db,
    query: (sql, options) => runQuery(db, sql, options),
    tables: () => readTables(db),
    snapshots: () => readSnapshots(db),
    changes(snapshotId) {
      const to = positionOf(db, snapshotId);
      return readDifferences(db, { from: Math.max(1, to - 1), to });
    },
    differences: (from, to) => readDifferences(db, { from: positionOf(db, from), to: positionOf(db, to) }),
    history: (url) => readHistory(db, url),
    recordsAt: (snapshotId, kind) => readState(db, positionOf(db, snapshotId), kind),
    restoreSnapshot: (snapshotId, to, { hasSearch } = {}) =>
      restoreSnapshot({ from: path, to, position: positionOf(db, snapshotId), hasSearch }),
    records: (kind) => readRecords(db, kind),
    close: () => db.close(),
  };
}

function positionOf(db: Database, snapshotId: number): number {
  const position = db
    .prepare<[number], number>('SELECT position FROM snapshots WHERE id = ?')
    .pluck()
    .get(snapshotId);
  if (position === undefined) {
    throw new Failure(
      'absent',
      `Cannot find snapshot ${snapshotId} in "${db.name}": there is no such snapshot`,
      {
        hint: 'The query "select id, taken_at, archive_name from snapshots" lists them',
      },
    );
  }
  return position;
}
