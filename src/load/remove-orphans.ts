import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent } from '../base/file-failure.ts';
import { plainStats } from '../base/plain-path.ts';
import {
  blobPath,
  type DigestFolder,
  type FileFolders,
  gitFolderPath,
  isBlobName,
  isGitFolderName,
} from '../store/file-folders.ts';
import type { FileRegister } from '../store/file-register.ts';

/** Decides which kept files are needed by a snapshot. */
export type NeededFiles = Pick<FileRegister, 'needsBlob' | 'needsGitFolder'>;

/**
 * Removes files that no snapshot keeps: those of a load that was killed after its files were moved into place and
 * before its store was published. Files with other names are left alone.
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

/** Lists the files and repositories that `removeOrphans` removes. */
export async function* listOrphans(folders: FileFolders, needed: NeededFiles): AsyncGenerator<Orphan, void> {
  for await (const name of listBlobs(folders)) {
    if (!needed.needsBlob(name)) {
      yield { type: 'blob', name, path: blobPath(folders, name) };
    }
  }
  for (const name of await listRepositories(folders)) {
    if (!needed.needsGitFolder(name)) {
      yield { type: 'repository', name, path: gitFolderPath(folders, name) };
    }
  }
}

/** Lists the digests of all kept files; ignores what has another name. */
export async function* listBlobs(
  folders: FileFolders,
  of: DigestFolder = 'blobs',
): AsyncGenerator<string, void> {
  const folder = folders[of] ?? '';
  for (const group of await namesIn(folder)) {
    yield* /^[0-9a-f]{2}$/.test(group) ? (await namesIn(join(folder, group))).filter(isBlobName) : [];
  }
}

/** Whether there is any. */
export async function hasBlobs(folders: FileFolders, of: DigestFolder): Promise<boolean> {
  for await (const _ of listBlobs(folders, of)) {
    return true;
  }
  return false;
}

/** The names of the folders of all kept repositories; ignores what has another name. */
export async function listRepositories({ git }: FileFolders): Promise<readonly string[]> {
  return (await namesIn(git)).filter(isGitFolderName);
}

async function namesIn(directory: string): Promise<readonly string[]> {
  const isPlain = plainStats(directory, { folders: 0 }) !== undefined;
  return (isPlain ? await ifPresent(readdir(directory)) : undefined) ?? [];
}

/** Called before each file is removed: returning false ends the removal without an error, throwing aborts it. */
export type MayRemove = () => boolean;

/**
 * Removes a folder file by file, so that it can be interrupted: a repository may have a million files. Links are
 * removed, not followed. Returns whether everything was removed.
 */
export async function removeTree(path: string, mayRemove: MayRemove): Promise<boolean> {
  if (plainStats(path, { folders: 0 })?.isDirectory() !== true) {
    await rm(path, { force: true });
    return true;
  }
  for (const entry of (await ifPresent(readdir(path, { withFileTypes: true }))) ?? []) {
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
  await ifPresent(rmdir(path));
  return true;
}
