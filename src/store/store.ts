import { type Database, databaseFailure, openDatabase } from './database.ts';
import { type QueryOptions, type QueryResult, runQuery } from './query.ts';
import { readRecords, type StoredRecord } from './read-records.ts';
import { readSnapshots, type Snapshot } from './snapshot.ts';
import { requireStore } from './store-header.ts';
import { readTables, type StoreTable } from './store-tables.ts';

/** A store that is open for reading. */
export interface Store {
  readonly path: string;
  /**
   * Runs one SELECT, WITH, VALUES or EXPLAIN statement. Whatever is wrong with it is a `query-refused` failure, also
   * while its rows are read.
   */
  query(sql: string, options?: QueryOptions): QueryResult;
  /** What can be asked, with the number of rows of each table. */
  tables(): readonly StoreTable[];
  /** The archives that were loaded, oldest first. */
  snapshots(): readonly Snapshot[];
  /** Every record as its archive held it, of one kind or of all. */
  records(kind?: string): Iterable<StoredRecord>;
  close(): void;
}

/** Opens the store at `path` for reading. Fails with `absent`, `not-a-store`, `store-newer` or `file-system`. */
export function openStore(path: string): Store {
  requireStore(path);
  const db = openDatabase(path, { readonly: true });
  guard(db, path);
  return {
    path,
    query: (sql, options) => runQuery(db, sql, options),
    tables: () => readTables(db),
    snapshots: () => readSnapshots(db),
    records: (kind) => readRecords(db, kind),
    close: () => db.close(),
  };
}

/** The file may come from anywhere: its views may call no function that does more than compute. */
function guard(db: Database, path: string): void {
  try {
    db.pragma('query_only = ON');
    db.pragma('trusted_schema = OFF');
  } catch (error) {
    db.close();
    throw databaseFailure(error, 'open the store', path);
  }
}
