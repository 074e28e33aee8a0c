import { constants, copyFileSync, existsSync, rmSync } from 'node:fs';
import { invariant } from '../../base/failure.ts';
import { fileFailure } from '../../base/file-failure.ts';
import type { Lock } from '../../base/lock.ts';
import { partPathOf, publishFile } from '../../base/whole-file.ts';
import { type Database, databaseFailure, openDatabase, turnJournalOff } from '../database.ts';
import { requireStore } from '../store-header.ts';
import { findTarget, indexPartOf, makePart, removeParts } from '../store-lock.ts';
import { applySchema, readSchema, type SchemaFormats, STORE_FORMAT } from './schema.ts';
import { settleStore } from './settle-store.ts';

/** With SQLite's default of 4 KiB loads take longer, though merges write a smaller journal: see decisions.md. */
const PAGE_BYTES = 16_384;

/** The system caches the file too: merges into a copy took no longer than with four times as much. */
const CACHE_KIB = 8_192;

/** A store in a transaction. Until it is published, other processes see the previous state. */
export interface WritableStore {
  readonly db: Database;
  /** Whether there was no store before: all tables are empty. */
  readonly isNew: boolean;
  /** Commits the transaction durably and makes it visible. Fails with `locked` if the store's lock was lost. */
  publish(): Promise<void>;
  /** Rolls everything back. */
  abandon(): void;
}

/** Converts a store of an earlier format, in a copy that replaces it. The caller must hold the store's lock. */
export async function convertStore(path: string, lock: Lock): Promise<void> {
  if (requireStore(path) < STORE_FORMAT) {
    await openPartStore(path, lock).publish();
  }
}

/**
 * Opens `path.part` for writing in one transaction: a copy of the store at `path`, or an empty store, in the newest of
 * `formats`. The caller must hold the store's lock until it is published or abandoned. A file that is not a store of ours
 * is refused and left untouched (`not-a-store`, `store-older`, `store-newer`).
 */
export function openPartStore(path: string, lock: Lock, formats = readSchema()): WritableStore {
  try {
    const isNew = !existsSync(path);
    const target = findTarget(path);
    if (!isNew) {
      requireStore(target);
      settleStore(target); // Afterwards the file is complete without its journal and can be copied.
    }
    makePart(partPathOf(target));
    return createPartStore({ path: target, isNew, lock }, openClaimed(target, isNew, formats));
  } catch (error) {
    throw writeFailure(error, path);
  }
}

function openClaimed(path: string, isNew: boolean, formats: SchemaFormats): Database {
  const partPath = partPathOf(path);
  try {
    if (!isNew) {
      copyFileSync(path, partPath, constants.COPYFILE_FICLONE);
    }
    return begin(partPath, isNew, formats);
  } catch (error) {
    removeParts(path);
    throw error;
  }
}

/** Converts an error that stopped the writing of a store to a failure. */
export function writeFailure(error: unknown, path: string): unknown {
  return fileFailure(databaseFailure(error, 'write the store', path), 'write the store', path);
}

interface PartPlace {
  readonly path: string;
  readonly isNew: boolean;
  readonly lock: Lock;
}

function createPartStore({ path, isNew, lock }: PartPlace, db: Database): WritableStore {
  const partPath = partPathOf(path);
  let isOpen = true;

  function close(): void {
    if (isOpen) {
      isOpen = false;
      db.close();
    }
  }

  return {
    db,
    isNew,
    async publish() {
      try {
        requireReferences(db);
        db.exec('COMMIT');
        close();
        lock.requireHeld(); // If the lock was lost, these names belong to another load.
        rmSync(indexPartOf(partPath), { force: true });
        await publishFile(partPath, path);
      } catch (error) {
        throw writeFailure(error, path);
      }
    },
    abandon() {
      close();
      if (lock.isHeld()) {
        removeParts(path);
      }
    },
  };
}

/** Rows about a snapshot must refer to an existing one; records may refer to records that no archive contains. */
function requireReferences(db: Database): void {
  const tables = db
    .prepare<[], string>(
      `SELECT DISTINCT made.name FROM sqlite_schema AS made JOIN pragma_foreign_key_list(made.name) AS refers
       WHERE made.type = 'table' AND refers."table" = 'snapshots'`,
    )
    .pluck()
    .all();
  const isBroken = db.prepare('SELECT EXISTS (SELECT 1 FROM pragma_foreign_key_check(?))').pluck();
  invariant(
    tables.every((table) => isBroken.get(table) === 0),
    'what a store refers to is in it',
  );
}

/**
 * Configures a part file for fast writing. It needs no journal, because it is deleted if anything fails. Only a single
 * statement must be able to fail, which costs a journal of a few pages in memory in an empty store.
 */
function begin(partPath: string, isNew: boolean, formats: SchemaFormats): Database {
  const db = openDatabase(partPath, { readonly: false });
  try {
    if (isNew) {
      db.pragma(`page_size = ${PAGE_BYTES}`);
    }
    db.pragma('foreign_keys = OFF'); // Declared for readers only: records may refer to records in no archive.
    db.pragma('locking_mode = EXCLUSIVE');
    if (isNew) {
      db.pragma('journal_mode = MEMORY');
    } else {
      turnJournalOff(db);
    }
    db.pragma('synchronous = OFF');
    db.pragma(`cache_size = -${CACHE_KIB}`);
    applySchema(db, formats);
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
