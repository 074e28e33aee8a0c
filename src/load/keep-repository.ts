import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { syncDirectories, syncFiles } from '../base/disk.ts';
import { systemErrorCode } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import { linkOrCopy } from '../base/link-or-copy.ts';
import { readPieces } from '../base/read-pieces.ts';
import type { ObjectFormat } from '../model/bare-repository.ts';
import type { Finding } from '../model/findings.ts';
import type { FileSink } from '../model/records.ts';
import { type FileFolders, findGitFolder, gitFolderPath } from '../store/file-folders.ts';
import type { KeptRepository } from '../store/kept-files.ts';

/**
 * Digests of files that have several names, by inode, which one run remembers: the snapshots of a repository share most of
 * their files.
 */
export type KnownDigests = Map<string, string>;

interface KeepOptions {
  readonly folders: FileFolders;
  /** The folder of the same repository in an earlier snapshot. */
  readonly formerFolder: string | undefined;
  readonly known?: KnownDigests | undefined;
  /** Checked between files: a repository may have a million of them. */
  readonly signal?: AbortSignal | undefined;
}

/** A file of a repository that is kept, identified by its content. */
export interface RepositoryFile {
  /** Relative to the repository, with `/` as separator. */
  readonly path: string;
  readonly sha256: string;
}

/**
 * Moves a staged repository to `git/`, under a name derived from its content: an unchanged repository is stored once.
 * A changed one shares the objects of the former one if git is there, and otherwise the files that are equal.
 */
export async function keepRepository(
  staged: StagedRepository,
  options: KeepOptions & { readonly stage?: Pick<RepositoryStage, 'share'> | undefined },
): Promise<KeptRepository> {
  const { archivePath, repository, isWiki, objectFormat, directory, sizeBytes } = staged;
  const shared = await shareWithFormer(staged, options);
  const folder =
    shared === undefined
      ? await keepRepositoryFolder(directory, options)
      : await keepRepositoryFolder(shared, { ...options, formerFolder: undefined });
  await rm(directory, { recursive: true, force: true });
  return { entryName: archivePath, repo: repository, isWiki, objectFormat, folder, sizeBytes };
}

/** The repository that shares objects with the former one; undefined if that is impossible, or nothing has changed. */
async function shareWithFormer(
  staged: StagedRepository,
  { folders, formerFolder = '', stage, signal }: Parameters<typeof keepRepository>[1],
): Promise<string | undefined> {
  const former = findGitFolder(folders, formerFolder);
  try {
    if (stage === undefined || former === undefined || !(await isKeptWhole(former, formerFolder, signal))) {
      return undefined;
    }
    const files = await listRepositoryFiles(staged.directory, signal);
    const target = `${staged.directory}.shared`;
    return folderNameOf(files.filter(({ path }) => path !== CONFIG)) !== formerFolder &&
      (await stage.share(staged, { former, target, signal }))
      ? target
      : undefined;
  } catch (error) {
    throw fileFailure(error, 'keep a repository in', folders.git);
  }
}

/** Which git needs as long as it works on the repository. */
const CONFIG = 'config';

/** Moves a bare repository to `git/`, without its configuration; returns the name of its folder there. */
export async function keepRepositoryFolder(
  directory: string,
  { folders, formerFolder, signal, known }: KeepOptions,
): Promise<string> {
  try {
    await rm(join(directory, CONFIG), { force: true });
    const files = await listRepositoryFiles(directory, signal, known);
    const folder = folderNameOf(files);
    const path = gitFolderPath(folders, folder);
    if (await isKeptWhole(path, folder, signal)) {
      await rm(directory, { recursive: true });
    } else {
      const former = formerFolder === undefined ? undefined : gitFolderPath(folders, formerFolder);
      await linkEqualFiles(directory, files, { former, signal });
      await syncAll(directory, files, signal);
      await replaceCorrupt(path, `${directory}.rotten`);
      await publish(directory, path);
      await rm(`${directory}.rotten`, { recursive: true, force: true });
    }
    return folder;
  } catch (error) {
    throw fileFailure(error, 'keep a repository in', folders.git);
  }
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

/** Moves the damaged repository into the stage; if the load is killed here, the next one removes it. */
async function replaceCorrupt(path: string, aside: string): Promise<void> {
  try {
    await rename(path, aside);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') {
      throw error;
    }
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

function folderNameOf(files: readonly RepositoryFile[]): string {
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

/** Old git versions name packs by their objects, not by their bytes, so the bytes are compared. */
async function linkEqualFiles(
  directory: string,
  files: readonly RepositoryFile[],
  { former, signal }: { readonly former: string | undefined; readonly signal: AbortSignal | undefined },
): Promise<void> {
  for (const { path, sha256 } of former === undefined ? [] : files) {
    signal?.throwIfAborted();
    const own = join(directory, path);
    const other = join(former ?? '', path);
    if (path.startsWith('objects/') && (await hasContent(other, sha256))) {
      await rm(own);
      await linkOrCopy(other, own);
    }
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

async function syncAll(
  directory: string,
  files: readonly RepositoryFile[],
  signal: AbortSignal | undefined,
): Promise<void> {
  await syncFiles(
    files.map((file) => join(directory, file.path)),
    signal,
  );
  const folders = new Set([directory]);
  for (const { path } of files) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      folders.add(join(directory, folder));
    }
  }
  await syncDirectories(folders);
}

async function publish(directory: string, path: string): Promise<void> {
  await rename(directory, path);
  await syncDirectories([dirname(path)]);
}

/**
 * Receives the bare repositories of an archive while it is read and writes them safely below the stage's directory: the
 * part of the git stage in the room `git` that loading uses.
 */
export interface RepositoryStage {
  /** The sink for an entry's bytes, or undefined if git does not need the file. */
  accept(entryName: string, sizeBytes: number): FileSink | undefined;
  /** Writes what the repositories still lack; nothing is accepted afterwards. */
  finish(): Promise<{
    readonly repositories: readonly StagedRepository[];
    readonly findings: readonly Finding[];
  }>;
  /**
   * Writes a repository with the objects and refs of a staged one, which shares objects of an earlier snapshot. Returns
   * false, and writes nothing, if that is impossible.
   */
  share(staged: StagedRepository, place: SharePlace): Promise<boolean>;
  /** Closes a file in which the archive ended prematurely. */
  close(): void;
}

/** Where objects are shared. */
interface SharePlace {
  /** The kept repository of the earlier snapshot, whose files were compared with its name. */
  readonly former: string;
  /** The repository to write, next to the staged one. */
  readonly target: string;
  readonly signal?: AbortSignal | undefined;
}

/** A repository in a folder of the stage, without a configuration other than ours. */
export interface StagedRepository {
  /** `repositories/owner/name.git` */
  readonly archivePath: string;
  readonly repository: string;
  readonly isWiki: boolean;
  readonly objectFormat: ObjectFormat;
  readonly directory: string;
  readonly sizeBytes: number;
  readonly findings: readonly Finding[];
}

/** Creates the stage of one load; its directory is created when it is first needed. */
export type OpenRepositoryStage = (directory: string) => RepositoryStage;
