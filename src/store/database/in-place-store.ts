import type { Lock } from '../../base/lock.ts';
import { type Database, databaseFailure, isSqliteError, openDatabase } from '../database.ts';
import { findTarget, removeParts } from '../store-lock.ts';
import { openPartStore, type WritableStore, writeFailure } from './part-store.ts';
import { settleStore } from './settle-store.ts';

/**
 * Writes into the store at `path` itself, in one transaction with a rollback journal: if the process is killed, the
 * next program that opens the store rolls it back. If readers do not release the store, `write` is called once more,
 * with a copy that replaces the store. The store must have the newest format, and the caller must hold its lock.
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

/** Readers held the store for too long to commit the transaction. */
class HeldByReaders extends Error {}

/**
 * How long to wait for readers when committing. New readers wait meanwhile, so it must be less than their own timeout.
 */
const WAIT_FOR_READERS_MS = 1_000;

/** When this cache is full, pages are written before the commit, and readers are blocked from then on. */
const CACHE_KIB = 49_152;

function openInPlace(path: string, lock: Lock): WritableStore {
  try {
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
    db.pragma('foreign_keys = OFF'); // As in a new store: records may refer to records that no archive contains.
    db.pragma('synchronous = EXTRA'); // The deletion of the journal, which commits the transaction, is durable too.
    db.pragma(`cache_size = -${CACHE_KIB}`);
    db.pragma(`busy_timeout = ${WAIT_FOR_READERS_MS}`);
    db.exec('BEGIN IMMEDIATE');
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
    async publish() {
      try {
        lock.requireHeld();
        commit(db);
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
