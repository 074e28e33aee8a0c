import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent, systemErrorCode } from '../../base/index.ts';
import {
  blobPath,
  type FileFolders,
  type FileRegister,
  gitFolderPath,
  isBlobName,
  isGitFolderName,
} from '../../store/index.ts';

/** Which kept files snapshots need. */
export type NeededFiles = Pick<FileRegister, 'needsBlob' | 'needsGitFolder'>;

/**
 * Removes files that no snapshot keeps: those of a load that was killed after its files had their places and before
 * its store had. What has a name that is none of ours is left alone.
 */
export async function removeOrphans(
  folders: FileFolders,
  needed: NeededFiles,
  mayRemove: MayRemove,
): Promise<void> {
  for await (const { type, path } of listOrphans(folders, needed)) {
    if (type === 'repository') {
      await removeTree(path, mayRemove);
    } else if (mayRemove()) {
      await rm(path, { force: true });
    }
  }
}

/** A kept file or repository that no snapshot needs. */
export interface Orphan {
  readonly type: 'blob' | 'repository';
  /** Its digest, or the name of its folder. */
  readonly name: string;
  readonly path: string;
}

/** Lists what `removeOrphans` removes. */
export async function* listOrphans(folders: FileFolders, needed: NeededFiles): AsyncGenerator<Orphan, void> {
  for (const group of await namesIn(folders.blobs)) {
    const blobs = /^[0-9a-f]{2}$/.test(group) ? await namesIn(join(folders.blobs, group)) : [];
    for (const name of blobs) {
      if (isBlobName(name) && !needed.needsBlob(name)) {
        yield { type: 'blob', name, path: blobPath(folders, name) };
      }
    }
  }
  for (const name of await namesIn(folders.git)) {
    if (isGitFolderName(name) && !needed.needsGitFolder(name)) {
      yield { type: 'repository', name, path: gitFolderPath(folders, name) };
    }
  }
}

async function namesIn(directory: string): Promise<readonly string[]> {
  return (await ifPresent(readdir(directory))) ?? [];
}

/** Asked before each file that is removed: false ends the removal quietly, and what it throws is thrown. */
export type MayRemove = () => boolean;

/**
 * Removes a folder with all that is in it, file by file, so that it can be ended: one of git may hold a million. Links are
 * removed and not followed. Gives whether all of it is gone.
 */
export async function removeTree(path: string, mayRemove: MayRemove): Promise<boolean> {
  try {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) {
        if (!(await removeTree(inside, mayRemove))) {
          return false;
        }
      } else if (mayRemove()) {
        await rm(inside, { force: true });
      } else {
        return false;
      }
    }
    await rmdir(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOTDIR') {
      await rm(path, { force: true });
    } else if (code !== 'ENOENT') {
      throw error;
    }
  }
  return true;
}
