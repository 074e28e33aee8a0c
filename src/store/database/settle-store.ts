import { existsSync, statSync } from 'node:fs';
import { Failure } from '../../base/index.ts';
import { type Database, databaseFailure, isSqliteError, openDatabase } from './database.ts';

/**
 * Undoes what an interrupted write left in a store: SQLite keeps the pages as they were in a journal beside it, and whoever
 * opens it for writing puts them back (sqlite.org/lockingv3.html, "hot journals"). Then the file alone is complete.
 */
export function settleStore(path: string): void {
  const hasJournal = ['-wal', '-journal'].some(
    (suffix) => existsSync(path + suffix) && statSync(path + suffix).size > 0,
  );
  if (hasJournal) {
    const db = openDatabase(path, { readonly: false });
    try {
      db.pragma('journal_mode = DELETE');
    } finally {
      db.close();
    }
  }
}

/** Opens a store that nothing is to be written to, after undoing what an interrupted write left in it. */
export function openSettled(path: string): Database {
  const db = openDatabase(path, { readonly: true });
  try {
    db.pragma('schema_version'); // Any look into the file finds a hot journal.
    return db;
  } catch (error) {
    db.close();
    if (!isSqliteError(error) || error.code !== 'SQLITE_READONLY_ROLLBACK') {
      throw error;
    }
    undo(path);
    return openDatabase(path, { readonly: true });
  }
}

function undo(path: string): void {
  try {
    settleStore(path);
  } catch (error) {
    throw new Failure(
      'file-system',
      `Cannot open the store "${path}": writing to it was interrupted, and it may not be written here to undo that`,
      {
        cause: databaseFailure(error, 'open the store', path),
        hint: `Open it once where it may be written, together with the file "${path}-journal"`,
      },
    );
  }
}
