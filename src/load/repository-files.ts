import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { systemErrorCode } from '../base/failure.ts';
import { readPieces } from '../base/read-pieces.ts';

/**
 * Digests of files that have several names, by inode, which one run remembers: the snapshots of a repository share most of
 * their files.
 */
export type KnownDigests = Map<string, string>;

/** A file of a repository that is kept, identified by its content. */
export interface RepositoryFile {
  /** Relative to the repository, with `/` as separator. */
  readonly path: string;
  readonly sha256: string;
}

/**
 * Whether a stored repository has the content that its name states. Only a full read shows this: a pack, an index or
 * `packed-refs` can be corrupted without a change of size or time. A repository that cannot be read counts as damaged.
 */
export async function isKeptWhole(
  path: string,
  folder: string,
  signal?: AbortSignal,
  known?: KnownDigests,
): Promise<boolean> {
  try {
    return folderNameOf(await listRepositoryFiles(path, signal, known)) === folder;
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error;
    }
    return false;
  }
}

/** Whether a plain file has the content with a digest; false if it cannot be read because of disk errors. */
export async function hasContent(path: string, sha256: string, known?: KnownDigests): Promise<boolean> {
  try {
    return lstatSync(path).isFile() && (await digestOf(path, known)) === sha256;
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error;
    }
    return false;
  }
}

/** The files of a kept repository with their SHA-256, ordered by path. Throws the system's errors. */
export async function listRepositoryFiles(
  directory: string,
  signal: AbortSignal | undefined,
  known?: KnownDigests,
): Promise<readonly RepositoryFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files: RepositoryFile[] = [];
  for (const entry of entries.filter((each) => !each.isDirectory())) {
    signal?.throwIfAborted();
    const path = join(entry.parentPath, entry.name);
    // Only files are ever stored: a link that was added later changes the name.
    const sha256 = entry.isFile() ? await digestOf(path, known) : 'no file';
    files.push({ path: path.slice(directory.length + 1).replaceAll(sep, '/'), sha256 });
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A repository may have a million small files: one call for each of them is faster than one promise for each step. */
const SMALL_BYTES = 64 * 1024;

async function digestOf(path: string, known?: KnownDigests): Promise<string> {
  const { size, nlink, dev, ino, mtimeNs } = statSync(path, { bigint: true });
  const inode = nlink > 1n && size > SMALL_BYTES ? `${dev}:${ino}:${size}:${mtimeNs}` : undefined;
  const sha256 = (inode && known?.get(inode)) ?? (await readDigest(path, size));
  if (inode !== undefined) {
    known?.set(inode, sha256);
  }
  return sha256;
}

async function readDigest(path: string, sizeBytes: bigint): Promise<string> {
  const digest = createHash('sha256');
  if (sizeBytes <= SMALL_BYTES) {
    return digest.update(readFileSync(path)).digest('hex');
  }
  for await (const piece of readPieces(path)) {
    digest.update(piece);
  }
  return digest.digest('hex');
}

/** The name of the folder of a kept repository with these files. */
export function folderNameOf(files: readonly RepositoryFile[]): string {
  return folderNameOfList(listOfRepository(files));
}

/** All files of a kept repository with their digests, one a line, in the order of `listRepositoryFiles`. */
export function listOfRepository(files: readonly RepositoryFile[]): string {
  return files.map(({ path, sha256 }) => `${sha256} ${path}\n`).join('');
}

/** The name of the folder of a kept repository: 128 bits of the SHA-256 of its list. */
export function folderNameOfList(list: string): string {
  return `${createHash('sha256').update(list).digest('hex').slice(0, 32)}.git`;
}
