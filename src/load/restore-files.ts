import type { ArchiveSource } from '../archive/archive-source.ts';
import { readTogether } from '../archive/read-archive.ts';
import type { LockWait } from '../base/lock.ts';
import { lockStore } from '../store/store-lock.ts';
import { createFileKeeper, type KeepFilesOptions, removeStages } from './file-keeper.ts';

interface RestoreOptions {
  /** The archive of a snapshot, or its parts. */
  readonly sources: readonly ArchiveSource[];
  readonly files: KeepFilesOptions;
  /** The store that the files belong to; it is locked during the restore. */
  readonly dbPath: string;
  readonly command: string;
  readonly lockWait: LockWait;
  readonly signal: AbortSignal;
}

/** Restores missing or damaged attachments and repositories from an archive. */
export async function restoreFiles(options: RestoreOptions): Promise<void> {
  const { sources, files, dbPath, command, lockWait, signal } = options;
  const lock = await lockStore(dbPath, { command, lockWait });
  try {
    await removeStages(files.folders, () => {
      signal.throwIfAborted();
      return true;
    });
    const keeper = createFileKeeper(files, lock);
    keeper.begin(new Map(), () => {}); // The store has listed these files already.
    try {
      const { openFile } = keeper;
      for await (const event of readTogether({ sources, skipRecords: true, openFile, signal })) {
        if (event.type === 'end') {
          await (event.container.isWhole ? keeper.settle(signal) : keeper.abandon(signal));
        }
      }
    } catch (error) {
      await keeper.abandon(signal);
      throw error;
    }
  } finally {
    await lock.release();
  }
}
