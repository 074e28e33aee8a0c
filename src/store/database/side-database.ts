import { writeFileSync } from 'node:fs';
import { fileFailure } from '../../base/index.ts';
import { type Database, openDatabase } from './database.ts';

/** Page size of stores and of the files next to them: SQLite copies rows fastest between equal page sizes. */
export const PAGE_BYTES = 16_384;

/** Opens a file next to a store whose content need not survive a crash. */
export function openSideDatabase(path: string, { cacheKib }: { readonly cacheKib: number }): Database {
  const db = openDatabase(path, { readonly: false });
  try {
    db.pragma(`page_size = ${PAGE_BYTES}`);
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.pragma(`cache_size = -${cacheKib}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Creates the file for such a database, readable by its owner only because archives contain private work. */
export function createSideFile(path: string, action: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw fileFailure(error, action, path);
  }
}
