import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent } from '../../base/index.ts';
import {
  blobPath,
  type FileFolders,
  type FileRegister,
  gitFolderPath,
  isBlobName,
  isGitFolderName,
} from '../../store/index.ts';
import { type MayRemove, removeTree } from './remove-tree.ts';

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
