import { closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { copyFile, mkdir, realpath, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileFailure, invariant, partPathOf, publishFile } from '../base/index.ts';
import { type Database, databaseFailure, openDatabase } from './database.ts';
import { claimPart, indexPathOf, searchPathOf } from './part-lock.ts';
import { applySchema } from './schema.ts';
import { PAGE_BYTES } from './side-database.ts';
import { requireStore } from './store-header.ts';

/** A store that grows beside the one it is to replace. Until it is published the old one stays as it was. */
export interface PartStore {
  readonly db: Database;
  /** Whether there was no store before, so that the tables are empty. */
  readonly isNew: boolean;
  /** Descriptor of its file. */
  readonly file: number;
  /** Where a search index may grow apart; what a killed run left there is gone. */
  readonly searchPath: string;
  /** Where other indexes may be built apart; what a killed run left there is gone. */
  readonly indexPath: string;
  /**
   * Ends the transaction, makes the file durable and gives it its final name. In between, with all rows written and the
   * file still locked, `complete` may add to it.
   */
  publish(complete?: () => Promise<void>): Promise<void>;
  /** Removes it. */
  abandon(): Promise<void>;
}

/**
 * Opens `path.part` for writing in one transaction: a copy of the store at `path`, or an empty one. What is no
 * store of ours is refused untouched (`not-a-store`, `store-newer`), and so is a second writer (`locked`).
 */
export async function openPartStore(path: string): Promise<PartStore> {
  try {
    const isNew = !existsSync(path);
    const target = isNew ? path : await realpath(path); // A link to a store stays a link.
    if (!isNew) {
      requireStore(target);
      settle(target);
    }
    await mkdir(dirname(target), { recursive: true });
    await claimPart(partPathOf(target));
    return createPartStore(target, await openClaimed(target, isNew), isNew);
  } catch (error) {
    throw writeFailure(error, path);
  }
}

async function openClaimed(path: string, isNew: boolean): Promise<Database> {
  const partPath = partPathOf(path);
  try {
    if (!isNew) {
      await copyFile(path, partPath, constants.COPYFILE_FICLONE);
    }
    return begin(partPath, isNew);
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
}

function writeFailure(error: unknown, path: string): unknown {
  return fileFailure(databaseFailure(error, 'write the store', path), 'write the store', path);
}

function createPartStore(path: string, db: Database, isNew: boolean): PartStore {
  const partPath = partPathOf(path);
  const file = openSync(partPath, 'r+');
  let isOpen = true;

  /** Closing any descriptor of a file lets go of all its locks (fcntl(2)): so this one outlives the database's. */
  function close(): void {
    if (isOpen) {
      isOpen = false;
      db.close();
      closeSync(file);
    }
  }

  return {
    db,
    isNew,
    file,
    searchPath: searchPathOf(partPath),
    indexPath: indexPathOf(partPath),
    async publish(complete) {
      try {
        requireReferences(db);
        db.exec('COMMIT');
        await complete?.();
        close();
        await publishFile(partPath, path);
      } catch (error) {
        throw writeFailure(error, path);
      }
    },
    async abandon() {
      close();
      await rm(partPath, { force: true });
    },
  };
}

/** What SQLite checks by itself otherwise. */
function requireReferences(db: Database): void {
  const isBroken = db.prepare('SELECT EXISTS (SELECT 1 FROM pragma_foreign_key_check)').pluck().get() === 1;
  invariant(!isBroken, 'what a store refers to is in it');
}

/**
 * Sets up a part file for fast writing. It needs no journal, as it is thrown away whole when anything fails; only
 * a single statement must be able to fail, which in an empty store costs a journal of a few pages in memory.
 */
function begin(partPath: string, isNew: boolean): Database {
  const db = openDatabase(partPath, { readonly: false });
  try {
    if (isNew) {
      db.pragma(`page_size = ${PAGE_BYTES}`);
      db.pragma('foreign_keys = OFF'); // The row of the snapshot comes last, perhaps after several transactions.
    }
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma(`journal_mode = ${isNew ? 'MEMORY' : 'OFF'}`);
    db.pragma('synchronous = OFF');
    db.pragma(`cache_size = ${isNew ? -8_192 : -32_768}`);
    applySchema(db);
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Other programs may have left part of the store in a journal beside it. Opening the store for writing brings that
 * home, so that a copy of the file alone is complete.
 */
function settle(path: string): void {
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
