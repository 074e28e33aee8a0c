import { openVocabularies } from '../text-index/count-places.ts';
import { type Database, databaseFailure } from './database.ts';
import { openSettled } from './settle-store.ts';

/**
 * Opens a store so that nothing can be written through it. The file may come from anywhere: its views may call no
 * function that does more than compute.
 */
export function openForReading(path: string): Database {
  const db = openReadable(path);
  try {
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
 * Opens a store so that everything that is read is of one moment. Whoever writes into it meanwhile puts a copy in its
 * place instead.
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

/**
 * Opens a store for questions of anybody: what SQLite sorts or sets aside is memory, which is bounded. It would go to the
 * disk without a bound otherwise, or to a temporary folder that is memory itself.
 */
export function openForQuestions(path: string): Database {
  const db = openForReading(path);
  db.pragma('temp_store = MEMORY');
  return db;
}

function openReadable(path: string): Database {
  try {
    return openSettled(path);
  } catch (error) {
    throw databaseFailure(error, 'open the store', path);
  }
}
