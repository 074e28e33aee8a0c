import { type Database, databaseFailure, openDatabase } from './database.ts';

/**
 * Opens a store so that nothing can be written through it. The file may come from anywhere: its views may call no
 * function that does more than compute.
 */
export function openForReading(path: string): Database {
  const db = openDatabase(path, { readonly: true });
  try {
    db.pragma('query_only = ON');
    db.pragma('trusted_schema = OFF');
    return db;
  } catch (error) {
    db.close();
    throw databaseFailure(error, 'open the store', path);
  }
}
