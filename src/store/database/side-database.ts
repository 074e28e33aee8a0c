import { writeFileSync } from 'node:fs';
import { fileFailure } from '../../base/index.ts';
import { type Database, openDatabase } from './database.ts';

/** Bytes of a page, of stores and of files next to them: with equal pages SQLite copies rows fastest. */
export const PAGE_BYTES = 16_384;

/** Opens a file beside a store, of which nothing needs to survive a crash. */
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

/** Makes the file for such a database, for the eyes of its owner only, as archives hold private work. */
export function createSideFile(path: string, action: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw fileFailure(error, action, path);
  }
}
