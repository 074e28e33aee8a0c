import { digestOfFile } from '../../base/read-pieces.ts';
import { Failure } from '../../model/failure.ts';
import { findBlob, findGitFolder, foldersIn } from '../../store/file-folders.ts';
import type { Manifest } from '../../vault/manifest.ts';
import { chooseSample } from '../../vault/read-sample.ts';
import type { KeptNames } from '../../vault/vault.ts';
import { createVaultFinding, type VaultFinding } from '../../vault/vault-findings.table.ts';
import type { CheckFilesOptions } from '../kept-clones.ts';
import { lfsKeyOf, listLfs } from '../lfs/lfs-files.ts';
import { readLfsPlaces } from '../lfs/lfs-places.ts';
import { findMissing } from '../lfs/missing-pointers.ts';
import { fetchAbsentRepositories, readPointers } from '../lfs/read-pointers.ts';
import { messageOfFailure } from '../repair.ts';

/**
 * Reports the files in Git LFS that do not match the checksum in their names, and those that cannot be read: they may be
 * whole. Reads those of the sample.
 */
export async function* readLfs(options: CheckFilesOptions): AsyncGenerator<VaultFinding, void> {
  const { vault, sample, random, signal } = options;
  if (sample === undefined) {
    return;
  }
  const there = [...(await listLfs(vault))].map(([sha256, sizeBytes]) => ({ sha256, sizeBytes }));
  const chosen = [...chooseSample(there, sample, random)];
  const lfs = new Map(chosen.map(({ sha256, sizeBytes }) => [sha256, sizeBytes]));
  const whole = lfs.size === 0 ? undefined : await vault.origin?.readFiles({ lfs });
  const folders = foldersIn(vault.directory);
  for (const { sha256: oid } of chosen) {
    signal.throwIfAborted();
    const path = findBlob(folders, oid, 'lfs')?.path;
    try {
      const isWhole = whole?.has(oid) ?? (path === undefined || (await digestOfFile(path, signal)) === oid);
      if (!isWhole) {
        const message = `The file "${lfsKeyOf(oid)}" does not match the checksum in its name`;
        yield createVaultFinding('lfs-damaged', lfsKeyOf(oid), message);
      }
    } catch (error) {
      signal.throwIfAborted();
      yield createVaultFinding('lfs-unreadable', lfsKeyOf(oid), messageOfFailure(error));
    }
  }
}

interface LackOptions extends CheckFilesOptions {
  readonly needed: KeptNames;
  readonly manifests: readonly Manifest[];
}

/**
 * Reports the files in Git LFS that pointers name and the vault lacks, if it keeps any: by the repositories that the store
 * needs. In object storage, only those that are in the working copy are read, unless data is read anyway.
 */
export async function* findLackingLfs(options: LackOptions): AsyncGenerator<VaultFinding, void> {
  const { vault, needed, manifests, sample } = options;
  const there = await listLfs(vault);
  const wasWanted = manifests.some(({ completeness }) =>
    completeness?.checks.some(({ name }) => name === 'lfs'),
  );
  if (there.size === 0 && !wasWanted) {
    return;
  }
  const folders = foldersIn(vault.directory);
  if (sample !== undefined) {
    await fetchAbsentRepositories(vault, needed.repositories);
  }
  try {
    for (const [folder, [{ name }]] of readLfsPlaces(vault.storePath, undefined)) {
      const isHere = findGitFolder(folders, folder) !== undefined; // The check of repositories reports those that are missing.
      if (needed.repositories.has(folder) && isHere) {
        yield* findLackingOf(folder, name, { ...options, there });
      }
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'git-missing') {
      throw error;
    }
    yield createVaultFinding(
      'lfs-unread',
      'lfs',
      `Files in Git LFS that are missing were not looked for: ${error.reason}`,
    );
  }
}

async function* findLackingOf(
  folder: string,
  name: string,
  { vault, there, searchPath, signal }: CheckFilesOptions & { readonly there: ReadonlyMap<string, number> },
): AsyncGenerator<VaultFinding, void> {
  signal.throwIfAborted();
  const { repository, pointers, trouble } = await readPointers(vault, folder, { searchPath, signal });
  if (trouble !== undefined) {
    const message = `Not all files of ${name} in Git LFS are known: ${trouble}`;
    yield createVaultFinding('lfs-unread', `git/${folder}`, message);
  }
  const { shown, rest } = await findMissing({ repository, pointers, there }, { searchPath, signal });
  for (const { pointer, place } of shown) {
    const message = `A file of ${name} in Git LFS is missing: ${place}`;
    yield createVaultFinding('lfs-missing', lfsKeyOf(pointer.oid), message);
  }
  if (rest > 0) {
    const message = `More files of ${name} in Git LFS are missing: ${rest}`;
    yield createVaultFinding('lfs-missing', `git/${folder}`, message);
  }
}
