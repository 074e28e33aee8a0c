import type { Lock } from '../base/lock.ts';
import { type FileFolders, gitFolderPath } from '../store/file-folders.ts';
import { readGitFolders, renameGitFolders } from '../store/git-folders.ts';
import type { KeptRepository } from '../store/kept-files.ts';
import { isKeptWhole } from './repository-files.ts';

interface RenewOptions {
  readonly dbPath: string;
  readonly lock: Lock;
  readonly folders: FileFolders;
  /** A snapshot that the store has already. */
  readonly snapshotId: number;
  /** The repositories of its archive, which was read again. */
  readonly kept: readonly KeptRepository[];
}

/**
 * Gives repositories of a known snapshot that are damaged or gone the folders in which they were just kept: since
 * snapshots share objects, these may have other names.
 */
export async function renewFolders({ dbPath, lock, folders, snapshotId, kept }: RenewOptions): Promise<void> {
  if (kept.length === 0) {
    return;
  }
  const stated = readGitFolders(dbPath, snapshotId);
  const renewed = new Map<string, string>();
  for (const { entryName, folder, sizeBytes } of kept) {
    const former = stated.get(entryName);
    if (
      former !== undefined &&
      former.folder !== folder &&
      former.sizeBytes <= sizeBytes &&
      !(await isKeptWhole(gitFolderPath(folders, former.folder), former.folder))
    ) {
      renewed.set(former.folder, folder);
    }
  }
  await renameGitFolders(dbPath, lock, renewed);
}
