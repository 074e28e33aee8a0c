import { join, parse } from 'node:path';
import { invariant } from '../base/failure.ts';
import { plainStats, requireNoLink } from '../base/plain-path.ts';

/** The folders that contain the files of a store. */
export interface FileFolders {
  /** Uploads and release assets by digest. */
  readonly blobs: string;
  /** Bare repositories under generated names. */
  readonly git: string;
  /** Clones of gists and starred repositories; only a vault has them. */
  readonly clones: string;
  /** Files in Git LFS by digest; undefined where none may be shown. */
  readonly lfs: string | undefined;
}

/** The folders with files that are named by their digests. */
export type DigestFolder = 'blobs' | 'lfs';

/**
 * The folders of a store outside of a vault: `X.files/` next to `X.db`. A store in a vault uses the vault's folders.
 * Fails with `file-system` if one of them is a link.
 */
export function foldersNextTo(dbPath: string): FileFolders {
  const { dir, name } = parse(dbPath);
  return foldersIn(requireNoLink(join(dir, `${name}.files`)));
}

/** The folders in a directory that contains files, such as a vault. Fails with `file-system` if one of them is a link. */
export function foldersIn(directory: string): FileFolders {
  return {
    blobs: requireNoLink(join(directory, 'blobs')),
    git: requireNoLink(join(directory, 'git')),
    clones: requireNoLink(join(directory, 'clones')),
    lfs: requireNoLink(join(directory, 'lfs')),
  };
}

/** The same for a public copy: anyone can name the digest of a file in Git LFS, so that it is unknown whether it may be shown. */
export function withoutLfs(folders: FileFolders): FileFolders {
  return { ...folders, lfs: undefined };
}

const DIGEST = /^[0-9a-f]{64}$/;
const GIT_FOLDER = /^[0-9a-f]{32}\.git$/;

/** Whether a text is a valid name of a blob: anything but a digest must never be joined to a path. */
export function isBlobName(name: string): boolean {
  return DIGEST.test(name);
}

/** Whether a text is a valid name of a kept repository. */
export function isGitFolderName(name: string): boolean {
  return GIT_FOLDER.test(name);
}

/**
 * The path of a file by its digest, in one of 256 folders, so that none of them has too many entries for common file
 * systems.
 */
export function blobPath(folders: FileFolders, sha256: string, of: DigestFolder = 'blobs'): string {
  const folder = folders[of];
  invariant(folder !== undefined && isBlobName(sha256), 'a blob is named by its digest');
  return join(folder, sha256.slice(0, 2), sha256);
}

/** A file by its digest; undefined if it is absent, or anything but a regular file in its place. */
export function findBlob(
  folders: FileFolders,
  sha256: string,
  of: DigestFolder = 'blobs',
): { readonly path: string; readonly sizeBytes: number } | undefined {
  const path = isBlobName(sha256) && folders[of] !== undefined ? blobPath(folders, sha256, of) : undefined;
  const stats = path === undefined ? undefined : plainStats(path, { folders: 1 });
  return path !== undefined && stats?.isFile() === true ? { path, sizeBytes: stats.size } : undefined;
}

/** The path of a kept repository; undefined if it is absent, or anything but a folder in its place. */
export function findGitFolder(folders: FileFolders, folder: string): string | undefined {
  const path = isGitFolderName(folder) ? gitFolderPath(folders, folder) : undefined;
  const stats = path === undefined ? undefined : plainStats(path, { folders: 0 });
  return stats?.isDirectory() === true ? path : undefined;
}

/** The path of a clone by its list and name, without `.git`; undefined if it is absent, or anything but a folder in its place. */
export function findCloneFolder({ clones }: FileFolders, parts: readonly string[]): string | undefined {
  if (parts.some((part) => part === '' || /^\.|[/\\\0]/.test(part))) {
    return undefined;
  }
  const path = `${join(clones, ...parts)}.git`;
  return plainStats(path, { folders: parts.length })?.isDirectory() === true ? path : undefined;
}

/** The path of a kept repository by the name of its folder. */
export function gitFolderPath({ git }: FileFolders, folder: string): string {
  invariant(isGitFolderName(folder), 'a kept repository has a generated name');
  return join(git, folder);
}
