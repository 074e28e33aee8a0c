import { Failure } from '../base/index.ts';
import type { Database } from './database/database.ts';
import { openSteadily } from './database/open-for-reading.ts';
import { HEADER_BYTES, readHeader, requireStore } from './database/store-header.ts';
import { readTables, type StoreTable } from './database/store-tables.ts';
import { type RecordDifference, readDifferences } from './history/read-differences.ts';
import { type RecordVersion, readHistory } from './history/read-history.ts';
import { readState } from './history/read-state.ts';
import { restoreSnapshot } from './history/restore-snapshot.ts';
import { type QueryOptions, type QueryResult, runQuery } from './query.ts';
import { readRecords, type StoredRecord } from './rows/read-records.ts';
import { readSnapshots, type Snapshot } from './snapshot.ts';

/** A store that is open for reading. */
export interface Store {
  readonly path: string;
  /** What other rooms read it with. */
  readonly db: Database;
  /**
   * Runs one SELECT, WITH, VALUES or EXPLAIN statement. Whatever is wrong with it is a `query-refused` failure, also
   * while its rows are read.
   */
  query(sql: string, options?: QueryOptions): QueryResult;
  /** What can be asked, with the number of rows of each table. */
  tables(): readonly StoreTable[];
  /** The archives that were loaded, in the order of time, oldest first. */
  snapshots(): readonly Snapshot[];
  /** What a snapshot found otherwise than the one before it; the first in time started everything and gives nothing. */
  changes(snapshotId: number): Iterable<RecordDifference>;
  /** Every record that differs between two snapshots, by kind, repository and url; the first may be the newer one. */
  differences(fromSnapshotId: number, toSnapshotId: number): Iterable<RecordDifference>;
  /** The versions of the records with this url, oldest first, kind by kind. */
  history(url: string): readonly RecordVersion[];
  /** Every record as it was at a snapshot, of one kind or of all. */
  recordsAt(snapshotId: number, kind?: string): Iterable<StoredRecord>;
  /** Writes the store as it was at a snapshot to `to`, where there must be nothing yet. */
  restoreSnapshot(snapshotId: number, to: string): void;
  /** Every record as its archive held it, of one kind or of all. */
  records(kind?: string): Iterable<StoredRecord>;
  close(): void;
}

/** Opens the store at `path` for reading. Fails with `absent`, `not-a-store`, `store-newer` or `file-system`. */
export function openStore(path: string): Store {
  requireStore(path);
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
    restoreSnapshot: (snapshotId, to) =>
      restoreSnapshot({ from: path, to, position: positionOf(db, snapshotId) }),
    records: (kind) => readRecords(db, kind),
    close: () => db.close(),
  };
}

/** How often a store was changed, as SQLite counts it twice in its header (sqlite.org/fileformat.html, section 1.3). */
export function readChangeCounters(path: string): readonly number[] {
  const header = readHeader(path);
  return header.length < HEADER_BYTES ? [] : [header.readUInt32BE(24), header.readUInt32BE(92)];
}

function positionOf(db: Database, snapshotId: number): number {
  const position = db
    .prepare<[number], number>('SELECT position FROM snapshots WHERE id = ?')
    .pluck()
    .get(snapshotId);
  if (position === undefined) {
    throw new Failure('absent', `Cannot find snapshot ${snapshotId} in "${db.name}": there is none`, {
      hint: 'Ask for "select id, taken_at, archive_name from snapshots"',
    });
  }
  return position;
}
