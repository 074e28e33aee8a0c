import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFailure, ifPresent, sizeOfFile } from '../base/file-failure.ts';
import { findGit } from '../git/run-git.ts';
import { isKeptWhole, type KnownDigests } from '../load/repository-files.ts';
import { Failure } from '../model/failure.ts';
import { foldersIn, gitFolderPath } from '../store/file-folders.ts';
import { openStore } from '../store/store.ts';
import type { Vault } from '../vault/vault.ts';
import { readPairs } from './fetch-lfs.ts';
import { hasWholeStore } from './inspect-store.ts';
import { hasUnfinished, lfsKeyOf, listLfs, UNFINISHED } from './lfs/lfs-files.ts';
import { fetchAbsentRepositories, readPointers } from './lfs/read-pointers.ts';
import { readNeededFiles } from './needed-files.ts';
import type { RemovalOptions } from './unneeded-files.ts';
import { removeFrom } from './unneeded-files.ts';

export interface LfsRemovalOptions extends Omit<RemovalOptions, 'forgetting'> {
  /** Where to look for git, which knows the files in Git LFS that are needed. */
  readonly searchPath: string;
  /** Called with a sentence, without a final period, about files that may be unneeded and are kept. */
  readonly onHold: (reason: string) => void;
}

interface RemovedFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * Removes the files in Git LFS that no archive of the vault needs. Nothing else ever removes one: not the removal of
 * snapshots, no load and no rebuild.
 */
export async function removeUnneededLfs(options: LfsRemovalOptions): Promise<readonly RemovedFile[]> {
  const { vault, isDryRun, onHold } = options;
  const there = await listLfs(vault);
  if (there.size === 0) {
    return [];
  }
  const needed = await findNeededLfs(options);
  if ('hold' in needed) {
    onHold(`No file in Git LFS is removed: ${needed.hold}`);
    return [];
  }
  const removed: RemovedFile[] = [];
  for (const [oid, sizeBytes] of there) {
    if (!needed.oids.has(oid)) {
      const path = lfsKeyOf(oid);
      await removeFrom(join(vault.directory, path), options); // In object storage, a copy of it.
      await (isDryRun ? undefined : vault.origin?.removeLfs(oid));
      removed.push({ path, sizeBytes });
    }
  }
  return removed;
}

/** Removes what fetches left unfinished: a later one begins again. */
export async function removeUnfinishedLfs(
  options: Pick<RemovalOptions, 'vault' | 'isDryRun' | 'signal'>,
): Promise<readonly RemovedFile[]> {
  const { vault } = options;
  const folder = join(vault.directory, 'lfs', UNFINISHED);
  if (!hasUnfinished(vault)) {
    return [];
  }
  const removed: RemovedFile[] = [];
  try {
    for (const name of (await ifPresent(readdir(folder))) ?? []) {
      const path = join(folder, name);
      removed.push({ path: `lfs/${UNFINISHED}/${name}`, sizeBytes: (await sizeOfFile(path)) ?? 0 });
      await removeFrom(path, options);
    }
  } catch (error) {
    throw fileFailure(error, 'list', folder);
  }
  return removed;
}

type NeededOptions = Pick<LfsRemovalOptions, 'searchPath' | 'signal' | 'vault'>;

/** The files in Git LFS that a vault needs, by digest; or why not all of them can be known. */
type NeededLfs = { readonly oids: ReadonlySet<string> } | { readonly hold: string };

/**
 * Finds the files in Git LFS that the archives of a vault need. Nothing was noted before: the repositories of all snapshots
 * are read, each archive must have its snapshot, and each repository of it must be there. If anything is missing or cannot be read, the
 * answer is a hold, because a file that is removed may be nowhere else.
 */
async function findNeededLfs(options: NeededOptions): Promise<NeededLfs> {
  const { vault, searchPath, signal } = options;
  const gap = await findGap(vault);
  if (gap !== undefined) {
    return { hold: gap };
  }
  const folders = (await readNeededFiles(vault))?.repositories ?? new Set<string>();
  const own = foldersIn(vault.directory);
  await fetchAbsentRepositories(vault, folders);
  const oids = new Set<string>();
  const known: KnownDigests = new Map();
  try {
    await findGit({ searchPath, signal });
    for (const folder of folders) {
      signal.throwIfAborted();
      const { pointers, trouble } = await readPointers(vault, folder, { searchPath, signal });
      if (trouble !== undefined) {
        return { hold: `the repository "git/${folder}" cannot be read: ${trouble}` };
      }
      // What git lists of a damaged repository proves nothing.
      if (!(await isKeptWhole(gitFolderPath(own, folder), folder, signal, known))) {
        return { hold: `the repository "git/${folder}" does not match the checksum in its name` };
      }
      for (const { oid } of pointers) {
        oids.add(oid);
      }
    }
  } catch (error) {
    if (error instanceof Failure && error.code === 'git-missing') {
      return { hold: error.reason };
    }
    throw error;
  }
  return { oids };
}

/** What is in the vault, and not in its store; undefined if nothing is. */
async function findGap(vault: Vault): Promise<string | undefined> {
  if (!(await hasWholeStore(vault))) {
    return 'the store is missing or damaged, or lacks an archive';
  }
  const { manifests, faults } = await vault.listManifests();
  const [damaged] = faults;
  if (damaged !== undefined) {
    return `the manifest "${damaged.fileName}" cannot be read`;
  }
  const listed = new Set(manifests.map(({ archive }) => archive));
  const other = (await vault.archiveNames()).find((name) => !listed.has(name));
  if (other !== undefined) {
    return `the file "archives/${other}" has no manifest`;
  }
  const store = openStore(vault.storePath);
  try {
    const pairs = readPairs(store, manifests);
    const loaded = new Set(pairs.flatMap(({ group }) => group.map(({ archive }) => archive)));
    const unloaded = manifests.find(({ archive, loading }) => loading !== undefined || !loaded.has(archive));
    if (unloaded !== undefined) {
      return `the archive "${unloaded.archive}" is not in the store`;
    }
    const [unkept] = pairs.flatMap((pair) => pair.unkept);
    return unkept === undefined ? undefined : `the git data of ${unkept} is not in the store`;
  } finally {
    store.close();
  }
}
