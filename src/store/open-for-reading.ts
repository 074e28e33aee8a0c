import { RecentValues } from '../base/recent-values.ts';
import { openVocabularies } from './count-places.ts';
import { openSettled } from './database/settle-store.ts';
import { type Database, databaseFailure } from './database.ts';

/** Opens a store read-only. The file may be untrusted: its views may only call functions without side effects. */
export function openForReading(path: string): Database {
  return openWith(path, 'DEFAULT');
}

function openWith(path: string, temporaryStore: 'DEFAULT' | 'MEMORY'): Database {
  const db = openReadable(path);
  try {
    db.pragma(`temp_store = ${temporaryStore}`); // First: it deletes all temporary tables.
    openVocabularies(db);
    db.pragma('query_only = ON');
    db.pragma('trusted_schema = OFF');
    return db;
  } catch (error) {
    db.close();
    throw databaseFailure(error, 'open the store', path);
  }
}

/**
 * Opens a store in one read transaction, so that all queries see the same state. Meanwhile a writer replaces the store
 * with a copy.
 */
export function openSteadily(path: string): Database {
  const db = openForReading(path);
  try {
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return db;
  } catch (error) {
    db.close();
    throw databaseFailure(error, 'open the store', path);
  }
}

/** Prepares each statement of a database once, for thousands of pages. Equal statements must be used in the same way. */
export function rememberStatements(db: Database): void {
  const known = new RecentValues<ReturnType<Database['prepare']>>({ maxWeight: MAX_STATEMENTS });
  const prepare = db.prepare.bind(db);
  Object.assign(db, {
    prepare(sql: string) {
      return known.getOrMake(sql, () => prepare(sql));
    },
  });
}

const MAX_STATEMENTS = 500;

/**
 * Opens a store for arbitrary queries. Temporary data of SQLite is kept in memory, which is limited: on disk, or in a
 * temporary folder that is a RAM disk, it would not be.
 */
export function openForQueries(path: string): Database {
  return openWith(path, 'MEMORY');
}

function openReadable(path: string): Database {
  try {
    return openSettled(path);
  } catch (error) {
    throw databaseFailure(error, 'open the store', path);
  }
}
