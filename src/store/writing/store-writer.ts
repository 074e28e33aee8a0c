import { existsSync } from 'node:fs';
import { invariant, type Lock } from '../../base/index.ts';
import { type Database, databaseFailure } from '../database/database.ts';
import { openSteadily } from '../database/open-for-reading.ts';
import { openPartStore } from '../database/part-store.ts';
import { storeVersion } from '../database/schema.ts';
import { requireStore } from '../database/store-header.ts';
import { findTarget, lockStore, removeParts } from '../database/store-lock.ts';
import { isIndexed } from '../text-index/build-index.ts';
import { DeferredMerge } from './deferred-merge.ts';
import { createSnapshotWriter, type StoreWriter, type StoreWriterOptions } from './snapshot-writer.ts';

/**
 * Opens the store at `path` for writing; creates it if it is absent. Fails with `not-a-store`, `store-newer` or
 * `locked`; all methods may fail with `disk-full` and `file-system`.
 */
export async function openStoreWriter(path: string, options: StoreWriterOptions): Promise<StoreWriter> {
  const own = options.lock === undefined ? await lockStore(path, options) : undefined;
  const lock = options.lock ?? own;
  invariant(lock !== undefined, 'the writer of a store holds its lock');
  try {
    const writer = await openUnderLock(path, options, lock);
    return {
      files: writer.files,
      findKnown: writer.findKnown,
      noteKind: (kind) => writer.noteKind(kind),
      insertBatch: (batch) => writer.insertBatch(batch),
      insertDocument: (entryName, source) => writer.insertDocument(entryName, source),
      insertAuditLog: (entries) => writer.insertAuditLog(entries),
      async finish(facts) {
        const written = await writer.finish(facts); // If this fails, the lock is held until `abandon`.
        await own?.release();
        return written;
      },
      async abandon() {
        try {
          await writer.abandon();
        } finally {
          await own?.release();
        }
      },
    };
  } catch (error) {
    await own?.release();
    throw error;
  }
}

async function openUnderLock(path: string, options: StoreWriterOptions, lock: Lock): Promise<StoreWriter> {
  const merge = options.order === 'history' ? undefined : openMerge(path, options, lock);
  if (merge !== undefined) {
    return merge;
  }
  const store = openPartStore(path, lock);
  try {
    return createSnapshotWriter(path, store, { ...options, lock });
  } catch (error) {
    store.abandon();
    throw databaseFailure(error, 'write the store', path);
  }
}

/** Opens a merge into an existing store; undefined if the whole store must be written. */
function openMerge(path: string, options: StoreWriterOptions, lock: Lock): StoreWriter | undefined {
  if (!existsSync(path)) {
    return undefined;
  }
  requireStore(path);
  const target = findTarget(path);
  removeParts(target);
  const db = openSteadily(target);
  try {
    if (isUpToDate(db, options)) {
      return new DeferredMerge({ path: target, db, lock, options });
    }
    db.close();
    return undefined;
  } catch (error) {
    db.close();
    throw databaseFailure(error, 'write the store', path);
  }
}

/** Whether the store has the newest schema, and has an index of texts if and only if it should. */
function isUpToDate(db: Database, { hasSearch = true }: StoreWriterOptions): boolean {
  const version = db.pragma('user_version', { simple: true });
  return version === storeVersion() && isIndexed(db) === hasSearch;
}
