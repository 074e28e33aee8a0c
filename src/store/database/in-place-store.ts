import type { Lock } from '../../base/index.ts';
import { type Database, databaseFailure, isSqliteError, openDatabase } from './database.ts';
import { openPartStore, type WritableStore, writeFailure } from './part-store.ts';
import { applySchema } from './schema.ts';
import { settleStore } from './settle-store.ts';
import { requireStore } from './store-header.ts';
import { findTarget, removeParts } from './store-lock.ts';

/**
 * Writes into the store at `path` itself, in one transaction with a rollback journal: what a killed process leaves is
 * undone by whoever opens the store next. Where readers do not let go of the store, `write` is called once more, with a
 * copy that takes its place. The caller holds the store's lock.
 */
export async function writeInPlace<Result>(
  path: string,
  lock: Lock,
  write: (store: WritableStore) => Promise<Result>,
): Promise<Result> {
  try {
    return await writeOrAbandon(path, openInPlace(path, lock), write);
  } catch (error) {
    if (!(error instanceof HeldByReaders)) {
      throw error;
    }
    return await writeOrAbandon(path, openPartStore(path, lock), write);
  }
}

async function writeOrAbandon<Result>(
  path: string,
  store: WritableStore,
  write: (store: WritableStore) => Promise<Result>,
): Promise<Result> {
  try {
    return await write(store);
  } catch (error) {
    store.abandon();
    throw databaseFailure(error, 'write the store', path);
  }
}

/** Somebody has been reading for so long that the transaction could not be ended. */
class HeldByReaders extends Error {}

/** How long to wait for those who read at the end. New readers wait meanwhile, so this is less than they are patient. */
const WAIT_FOR_READERS_MS = 1_000;

/** Pages that do not fit in are written before the transaction ends, and readers wait from then on. */
const CACHE_KIB = 49_152;

function openInPlace(path: string, lock: Lock): WritableStore {
  try {
    requireStore(path);
    const target = findTarget(path);
    removeParts(target);
    settleStore(target);
    const db = begin(target);
    return createInPlaceStore(target, db, lock);
  } catch (error) {
    throw writeFailure(error, path);
  }
}

function begin(path: string): Database {
  const db = openDatabase(path, { readonly: false });
  try {
    db.pragma('foreign_keys = OFF'); // As in a new store: records may refer to what is in no archive.
    db.pragma('synchronous = EXTRA'); // The end of the journal is durable too: it is the end of the transaction.
    db.pragma(`cache_size = -${CACHE_KIB}`);
    db.pragma(`busy_timeout = ${WAIT_FOR_READERS_MS}`);
    db.exec('BEGIN IMMEDIATE');
    applySchema(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function createInPlaceStore(path: string, db: Database, lock: Lock): WritableStore {
  return {
    db,
    isNew: false,
    searchPath: `${path}.part-search`,
    async publish(complete) {
      try {
        lock.requireHeld();
        commit(db);
        await complete?.();
        db.close();
      } catch (error) {
        throw writeFailure(error, path);
      }
    },
    abandon: () => {
      db.close(); // Rolls back.
    },
  };
}

function commit(db: Database): void {
  try {
    db.exec('COMMIT');
  } catch (error) {
    const isBusy = isSqliteError(error) && error.code.startsWith('SQLITE_BUSY');
    throw isBusy ? new HeldByReaders('readers hold the store', { cause: error }) : error;
  }
}
