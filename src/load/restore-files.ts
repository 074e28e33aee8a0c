import type { ArchiveSource } from '../archive/archive-source.ts';
import { readTogether } from '../archive/read-archive.ts';
import type { LockWait } from '../base/lock.ts';
import { gitFolderPath } from '../store/file-folders.ts';
import { renameGitFolders } from '../store/rename-git-folders.ts';
import { lockStore } from '../store/store-lock.ts';
import { createFileKeeper, type KeepFilesOptions, removeStages } from './file-keeper.ts';
import { removeTree } from './remove-orphans.ts';

interface RestoreOptions {
  /** The archive of a snapshot, or its parts. */
  readonly sources: readonly ArchiveSource[];
  readonly files: KeepFilesOptions;
  /** The store that the files belong to; it is locked during the restore. */
  readonly dbPath: string;
  readonly command: string;
  readonly lockWait: LockWait;
  /**
   * The folder that the store states for a repository, by entry name, if it is damaged or missing. What is restored may
   * have another one, since snapshots share objects.
   */
  readonly damagedFolderOf: (entryName: string) => string | undefined;
  readonly signal: AbortSignal;
}

/** Restores missing or damaged attachments and repositories from an archive. */
export async function restoreFiles(options: RestoreOptions): Promise<void> {
  const { sources, files, dbPath, command, lockWait, damagedFolderOf, signal } = options;
  const lock = await lockStore(dbPath, { command, lockWait });
  try {
    await removeStages(files.folders, () => {
      signal.throwIfAborted();
      return true;
    });
    const keeper = createFileKeeper(files, lock);
    const folders = new Map<string, string>();
    keeper.begin(new Map(), (event) => {
      const former = event.type === 'repository' ? damagedFolderOf(event.repository.entryName) : undefined;
      if (event.type === 'repository' && former !== undefined && former !== event.repository.folder) {
        folders.set(former, event.repository.folder);
      }
    });
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
    await renameGitFolders(dbPath, lock, folders);
    for (const former of folders.keys()) {
      await removeTree(gitFolderPath(files.folders, former), () => true);
    }
  } finally {
    await lock.release();
  }
}
