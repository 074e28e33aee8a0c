import { existsSync } from 'node:fs';
import type { Lock } from '../base/lock.ts';
import { isIndexed } from './build-index.ts';
import { convertStore, openPartStore } from './database/part-store.ts';
import { databaseFailure } from './database.ts';
import { openSteadily } from './open-for-reading.ts';
import { createSnapshotWriter, type StoreWriter, type StoreWriterOptions } from './snapshot-writer.ts';
import { findTarget, lockStore, removeParts } from './store-lock.ts';
import { DeferredMerge } from './writing/deferred-merge.ts';

/**
 * Opens the store at `path` for writing; creates it if it is absent, and converts it if it has an earlier format. Fails
 * with `not-a-store`, `store-older`, `store-newer` or `locked`; all methods may fail with `disk-full` and `file-system`.
 */
export async function openStoreWriter(path: string, options: StoreWriterOptions): Promise<StoreWriter> {
  if (options.lock !== undefined) {
    return await openUnderLock(path, options, options.lock);
  }
  const lock = await lockStore(path, options);
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
        await lock.release();
        return written;
      },
      async abandon() {
        try {
          await writer.abandon();
        } finally {
          await lock.release();
        }
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openUnderLock(path: string, options: StoreWriterOptions, lock: Lock): Promise<StoreWriter> {
  if (existsSync(path)) {
    await convertStore(path, lock);
  }
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

/** Opens a merge into an existing store; undefined if the whole store must be written, because its index changes. */
function openMerge(path: string, options: StoreWriterOptions, lock: Lock): StoreWriter | undefined {
  if (!existsSync(path)) {
    return undefined;
  }
  const { hasSearch = true } = options;
  const target = findTarget(path);
  removeParts(target);
  const db = openSteadily(target);
  try {
    if (isIndexed(db) === hasSearch) {
      return new DeferredMerge({ path: target, db, lock, options });
    }
    db.close();
    return undefined;
  } catch (error) {
    db.close();
    throw databaseFailure(error, 'write the store', path);
  }
}
