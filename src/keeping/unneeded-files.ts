import { lstat, readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileFailure } from '../base/file-failure.ts';
import { listOrphans, type Orphan } from '../load/remove-orphans.ts';
import { foldersIn } from '../store/file-folders.ts';
import { lockStore, waitForStore } from '../store/store-lock.ts';
import type { KeptNames, Vault } from '../vault/vault.ts';
import { hasWholeStore } from './inspect-store.ts';
import { readNeededFiles } from './needed-files.ts';

/** A kept file or repository that no snapshot of the vault needs. */
export interface UnneededFile {
  readonly kind: 'attachments' | 'git';
  /** Relative to the vault's directory, with `/` as separator. */
  readonly path: string;
  /** What its removal frees: a file that other snapshots share takes no room. */
  readonly sizeBytes: number;
}

export interface RemovalOptions {
  /** Must be locked, and so must be its store. */
  readonly vault: Vault;
  /** Archives that do not count, by file name, since they are about to be forgotten. */
  readonly forgetting?: ReadonlySet<string> | undefined;
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
}

/**
 * Removes the files that no snapshot of the vault needs, such as those of forgotten ones. If the store is missing or lacks
 * a snapshot, it removes none.
 */
export async function removeUnneededFiles(options: RemovalOptions): Promise<readonly UnneededFile[]> {
  const { vault, forgetting, isDryRun } = options;
  if (!(await hasWholeStore(vault))) {
    return [];
  }
  const needed = await readNeededFiles(vault, forgetting);
  if (needed === undefined) {
    return [];
  }
  const removed: UnneededFile[] = [];
  const namesLeft = new Map<string, number>();
  for await (const { type, path, inVault } of listVaultOrphans(vault, needed)) {
    if (vault.origin === undefined) {
      // Of a working copy, only what its origin has is reported.
      const kind = type === 'blob' ? 'attachments' : 'git';
      removed.push({ kind, path: inVault, sizeBytes: await freedBytesOf(path, namesLeft) });
    }
    await removeFrom(path, options);
  }
  for await (const orphan of vault.origin?.removeOrphans(needed, isDryRun) ?? []) {
    removed.push({ ...orphan, kind: orphan.path.startsWith('blobs/') ? 'attachments' : 'git' });
  }
  return removed;
}

/** The same for a vault whose store is not locked: waits for loads. */
export async function removeUnneededWhenFree(
  options: RemovalOptions & { readonly command: string },
): Promise<readonly UnneededFile[]> {
  const { vault, command, signal } = options;
  const lock = await lockStore(vault.storePath, {
    command,
    lockWait: waitForStore(signal, () => undefined),
  });
  try {
    return await removeUnneededFiles(options);
  } finally {
    await lock.release();
  }
}

/** Removes a file or folder of a locked vault, unless that is only tried. */
export async function removeFrom(
  path: string,
  { vault, isDryRun, signal }: Pick<RemovalOptions, 'vault' | 'isDryRun' | 'signal'>,
): Promise<void> {
  signal.throwIfAborted();
  if (!isDryRun) {
    try {
      vault.requireHeld();
      await rm(path, { recursive: true, force: true });
    } catch (error) {
      throw fileFailure(error, 'remove', path);
    }
  }
}

/** The files of a vault that no snapshot needs; of object storage, those in the working copy. */
export async function* listVaultOrphans(
  { directory }: Pick<Vault, 'directory'>,
  needed: KeptNames,
): AsyncGenerator<Orphan & { readonly inVault: string }, void> {
  const orphans = listOrphans(foldersIn(directory), {
    needsBlob: (sha256) => needed.blobs.has(sha256),
    needsGitFolder: (folder) => needed.repositories.has(folder),
  });
  for await (const orphan of orphans) {
    yield { ...orphan, inVault: relative(directory, orphan.path).replaceAll(sep, '/') };
  }
}

/** @param namesLeft the names that files of several names keep after the removals so far, by inode */
async function freedBytesOf(path: string, namesLeft: Map<string, number>): Promise<number> {
  const stats = await lstat(path);
  if (!stats.isDirectory()) {
    return stats.size;
  }
  let freedBytes = 0;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      const { dev, ino, nlink, size } = await lstat(join(entry.parentPath, entry.name), { bigint: true });
      const inode = `${dev}:${ino}`;
      const left = (namesLeft.get(inode) ?? Number(nlink)) - 1;
      namesLeft.set(inode, left);
      freedBytes += left === 0 ? Number(size) : 0;
    }
  }
  return freedBytes;
}
