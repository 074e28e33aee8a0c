import type { ArchiveSource } from '../archive/archive-source.ts';
import { readTogether } from '../archive/read-archive.ts';
import type { LockWait } from '../base/lock.ts';
import { gitFolderPath } from '../store/file-folders.ts';
import { renameGitFolders } from '../store/git-folders.ts';
import type { KeptRepository } from '../store/kept-files.ts';
import { lockStore } from '../store/store-lock.ts';
import { createFileKeeper, type FormerFolders, type KeepFilesOptions, removeStages } from './file-keeper.ts';
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
   * have another one, since snapshots share objects. The archive must be known to be whole.
   */
  readonly damagedFolderOf: (entryName: string) => string | undefined;
  /** Repositories that were restored before, whose objects are shared. */
  readonly former: FormerFolders;
  readonly signal: AbortSignal;
}

/** Restores missing or damaged attachments and repositories from an archive. Returns the repositories. */
export async function restoreFiles(options: RestoreOptions): Promise<readonly KeptRepository[]> {
  const { sources, files, dbPath, command, lockWait, damagedFolderOf, former, signal } = options;
  const lock = await lockStore(dbPath, { command, lockWait });
  try {
    await removeStages(files.folders, () => {
      signal.throwIfAborted();
      return true;
    });
    const keeper = createFileKeeper(files, lock);
    const kept: KeptRepository[] = [];
    keeper.begin(former, (event) => void (event.type === 'repository' && kept.push(event.repository)));
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
    const renamed = new Map<string, string>();
    for (const { entryName, folder } of kept) {
      const damaged = damagedFolderOf(entryName);
      if (damaged !== undefined && damaged !== folder) {
        renamed.set(damaged, folder);
      }
    }
    await renameGitFolders(dbPath, lock, renamed);
    const whole = new Set(kept.map(({ folder }) => folder));
    for (const damaged of renamed.keys()) {
      if (!whole.has(damaged)) {
        await removeTree(gitFolderPath(files.folders, damaged), () => true);
      }
    }
    return kept;
  } finally {
    await lock.release();
  }
}
