import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/index.ts';
import {
  blobPath,
  type FileFolders,
  type FileRegister,
  isBlobName,
  isGitFolderName,
} from '../../store/index.ts';

/**
 * Removes files that no snapshot keeps: those of a load that was killed after its files had their places and before
 * its store had. What has a name that is none of ours is left alone.
 */
export async function removeOrphans(folders: FileFolders, register: FileRegister): Promise<void> {
  for (const group of await namesIn(folders.blobs)) {
    const blobs = /^[0-9a-f]{2}$/.test(group) ? await namesIn(join(folders.blobs, group)) : [];
    for (const name of blobs) {
      if (isBlobName(name) && !register.needsBlob(name)) {
        await rm(blobPath(folders, name), { force: true });
      }
    }
  }
  for (const name of await namesIn(folders.git)) {
    if (isGitFolderName(name) && !register.needsGitFolder(name)) {
      await rm(join(folders.git, name), { recursive: true, force: true });
    }
  }
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return [];
    }
    throw error;
  }
}
