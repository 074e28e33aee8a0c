import { join, parse } from 'node:path';
import { invariant } from '../../base/index.ts';

/** Where the files of a store lie. */
export interface FileFolders {
  /** Uploads and release assets by digest. */
  readonly blobs: string;
  /** Bare repositories under generated names. */
  readonly git: string;
}

/** The folders of a store that stands alone: `X.files/` beside `X.db`. In a vault they are the vault's own. */
export function foldersBeside(dbPath: string): FileFolders {
  const { dir, name } = parse(dbPath);
  return foldersIn(join(dir, `${name}.files`));
}

/** The folders in a directory that keeps files: a vault, say. */
export function foldersIn(directory: string): FileFolders {
  return { blobs: join(directory, 'blobs'), git: join(directory, 'git') };
}

const DIGEST = /^[0-9a-f]{64}$/;
const GIT_FOLDER = /^[0-9a-f]{32}\.git$/;

/** Whether a text can be the name of a blob: what is no digest is never joined to a path. */
export function isBlobName(name: string): boolean {
  return DIGEST.test(name);
}

/** Whether a text can be the name of a kept repository. */
export function isGitFolderName(name: string): boolean {
  return GIT_FOLDER.test(name);
}

/** The path of a file by its digest: 256 folders, so that none of them grows beyond what file systems like. */
export function blobPath({ blobs }: FileFolders, sha256: string): string {
  invariant(isBlobName(sha256), 'a blob is named by its digest');
  return join(blobs, sha256.slice(0, 2), sha256);
}

/** The path of a kept repository by the name of its folder. */
export function gitFolderPath({ git }: FileFolders, folder: string): string {
  invariant(isGitFolderName(folder), 'a kept repository has a generated name');
  return join(git, folder);
}
