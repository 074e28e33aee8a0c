import type { Database } from '../database.ts';

/**
 * Has a database forget what it knows of its file, to which something was done beside it. A lock is given back for a
 * moment: while it is held, SQLite takes for granted that nobody else writes (sqlite.org/pragma.html#pragma_locking_mode).
 */
export function forgetPages(db: Database): void {
  db.pragma('locking_mode = NORMAL');
  db.prepare('SELECT count(*) FROM sqlite_schema').get();
}
