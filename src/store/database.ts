import type SqliteDatabase from 'better-sqlite3';
import { Failure } from '../model/failure.ts';
import { driverFailure, isDriverError, loadDriver } from './driver.ts';

export type Database = SqliteDatabase.Database;
export type Statement<Parameters extends unknown[] = unknown[], Row = unknown> = SqliteDatabase.Statement<
  Parameters,
  Row
>;

/**
 * Opens a database file. The driver and its native part are loaded only now: commands that need no store start faster,
 * and run even if the native part is missing.
 */
export function openDatabase(path: string, options: { readonly readonly: boolean }): Database {
  try {
    return new (loadDriver())(path, { readonly: options.readonly, fileMustExist: options.readonly });
  } catch (error) {
    throw databaseFailure(error, 'open the store', path);
  }
}

/** The rows of a statement, each read and converted when a loop asks for it. */
export function* eachRow<Values, Row, Item>(
  statement: Statement<[Values], Row>,
  values: Values,
  toItem: (row: Row) => Item,
): Generator<Item, void> {
  for (const row of statement.iterate(values)) {
    yield toItem(row);
  }
}

/**
 * Turns the rollback journal off, for private files that are deleted if anything fails: a statement that fails may
 * leave half of its changes. SQLite's defensive mode, which the driver sets, would silently ignore that.
 */
export function turnJournalOff(db: Database): void {
  db.unsafeMode(true);
  db.pragma('journal_mode = OFF');
  db.unsafeMode(false);
}

/** Prefixes of the extended result codes, such as `SQLITE_IOERR_WRITE` (sqlite.org/rescode.html). */
const FAILURE_OF_CODE = [
  ['SQLITE_FULL', 'disk-full', 'no space is left on the device'],
  ['SQLITE_BUSY', 'locked', 'another program is writing to it'],
  ['SQLITE_LOCKED', 'locked', 'another program is writing to it'],
  ['SQLITE_NOTADB', 'not-a-store', 'it is not a SQLite database'],
  ['SQLITE_CORRUPT', 'not-a-store', 'it is a damaged SQLite database'],
  ['SQLITE_CANTOPEN', 'file-system', 'it cannot be opened'],
  ['SQLITE_READONLY', 'file-system', 'it is not writable'],
  ['SQLITE_IOERR', 'file-system', 'the disk reports an error'],
] as const;

/** Converts an error of SQLite or its driver to a failure; other errors are returned unchanged. */
export function databaseFailure(error: unknown, action: string, path: string): unknown {
  if (isDriverError(error)) {
    return driverFailure(error, `${action} "${path}"`);
  }
  if (!isSqliteError(error)) {
    return error;
  }
  const row = FAILURE_OF_CODE.find(([code]) => error.code.startsWith(code));
  return row === undefined
    ? error
    : new Failure(row[1], `Cannot ${action} "${path}": ${row[2]}`, { cause: error });
}

/** Whether SQLite itself reported the error, rather than the driver. */
export function isSqliteError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof loadDriver().SqliteError;
}

/** Quotes any name as an SQL identifier (sqlite.org/lang_keywords.html). */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
