import { existsSync, statSync } from 'node:fs';
import { Failure } from '../../model/failure.ts';
import { type Database, databaseFailure, isSqliteError, openDatabase } from '../database.ts';

/**
 * Rolls back an interrupted write. SQLite keeps the original pages in a journal next to the store, and the next program
 * that opens the store for writing restores them (sqlite.org/lockingv3.html, "hot journals"). Afterwards the file is
 * complete without the journal.
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

/** Opens a store read-only, after rolling back an interrupted write. */
export function openSettled(path: string): Database {
  const db = openDatabase(path, { readonly: true });
  try {
    db.pragma('schema_version'); // Any read access detects a hot journal.
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
      `Cannot open the store "${path}": writing to it was interrupted, and the file is not writable, so that this cannot be undone`,
      {
        cause: databaseFailure(error, 'open the store', path),
        hint: `Open it once where it is writable, together with the file "${path}-journal"`,
      },
    );
  }
}
