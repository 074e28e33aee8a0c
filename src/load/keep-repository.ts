import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectories, syncFiles } from '../base/disk.ts';
import { systemErrorCode } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import { linkOrCopy } from '../base/link-or-copy.ts';
import type { ObjectFormat } from '../model/bare-repository.ts';
import type { Finding } from '../model/findings.ts';
import type { FileSink } from '../model/records.ts';
import { type FileFolders, findGitFolder, gitFolderPath } from '../store/file-folders.ts';
import type { KeptRepository } from '../store/kept-files.ts';
import {
  folderNameOf,
  hasContent,
  isKeptWhole,
  type KnownDigests,
  listRepositoryFiles,
  type RepositoryFile,
} from './repository-files.ts';

interface KeepOptions {
  readonly folders: FileFolders;
  /** The folder of the same repository in an earlier snapshot. */
  readonly formerFolder: string | undefined;
  readonly known?: KnownDigests | undefined;
  /** Checked between files: a repository may have a million of them. */
  readonly signal?: AbortSignal | undefined;
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
  const folder = await keeping(options, async () => {
    const files = await listToKeep(directory, options);
    const shared = await shareWithFormer(staged, files, options);
    if (shared === undefined) {
      return await keepFiles(directory, files, options);
    }
    const others = { ...options, formerFolder: undefined };
    return await keepFiles(shared, await listToKeep(shared, others), others);
  });
  await rm(directory, { recursive: true, force: true });
  return { entryName: archivePath, repo: repository, isWiki, objectFormat, folder, sizeBytes };
}

/** The repository that shares objects with the former one; undefined if that is impossible, or nothing has changed. */
async function shareWithFormer(
  staged: StagedRepository,
  files: readonly RepositoryFile[],
  { folders, formerFolder = '', stage, signal }: Parameters<typeof keepRepository>[1],
): Promise<string | undefined> {
  const former = findGitFolder(folders, formerFolder);
  if (
    stage?.share === undefined ||
    former === undefined ||
    folderNameOf(files) === formerFolder ||
    !(await isKeptWhole(former, formerFolder, signal))
  ) {
    return undefined;
  }
  const target = `${staged.directory}.shared`;
  return (await stage.share(staged, { former, target, signal })) ? target : undefined;
}

/** Moves a bare repository to `git/`, without its configuration; returns the name of its folder there. */
export async function keepRepositoryFolder(directory: string, options: KeepOptions): Promise<string> {
  return await keeping(options, async () =>
    keepFiles(directory, await listToKeep(directory, options), options),
  );
}

async function keeping(
  { folders }: Pick<KeepOptions, 'folders'>,
  work: () => Promise<string>,
): Promise<string> {
  try {
    return await work();
  } catch (error) {
    throw fileFailure(error, 'keep a repository in', folders.git);
  }
}

/** Which git needs as long as it works on the repository. */
const CONFIG = 'config';

async function listToKeep(
  directory: string,
  { signal, known }: Pick<KeepOptions, 'signal' | 'known'>,
): Promise<readonly RepositoryFile[]> {
  return (await listRepositoryFiles(directory, signal, known)).filter(({ path }) => path !== CONFIG);
}

async function keepFiles(
  directory: string,
  files: readonly RepositoryFile[],
  { folders, formerFolder, signal }: KeepOptions,
): Promise<string> {
  await rm(join(directory, CONFIG), { force: true });
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
   * false, and writes nothing, if that is impossible; absent if it never is possible.
   */
  share?(staged: StagedRepository, place: SharePlace): Promise<boolean>;
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
