import { lstat, readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileFailure } from '../base/file-failure.ts';
import { listOrphans } from '../load/remove-orphans.ts';
import { foldersIn } from '../store/file-folders.ts';
import { lockStore, waitForStore } from '../store/store-lock.ts';
import type { KeptNames, Vault } from '../vault/vault.ts';
import { inspectStore, mayLackSnapshots, readNeededFiles } from './inspect-store.ts';

/** A kept file or repository that no snapshot of the vault needs. */
export interface UnneededFile {
  readonly kind: 'attachments' | 'git';
  /** Relative to the vault's directory, with `/` as separator. */
  readonly path: string;
  /** What its removal frees: a file that other snapshots share takes no room. */
  readonly sizeBytes: number;
}

interface RemovalOptions {
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
  const { vault, forgetting, isDryRun, signal } = options;
  if (!(await hasWholeStore(vault))) {
    return [];
  }
  const needed = await readNeededFiles(vault, forgetting);
  if (needed === undefined) {
    return [];
  }
  const removed: UnneededFile[] = [];
  for await (const { file, path } of listUnneeded(vault, needed)) {
    signal.throwIfAborted();
    if (vault.origin === undefined) {
      removed.push(file); // Of a working copy, only what its origin has is reported.
    }
    if (!isDryRun) {
      try {
        vault.requireHeld();
        await rm(path, { recursive: true, force: true });
      } catch (error) {
        throw fileFailure(error, 'remove', path);
      }
    }
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

/** Whether there is a store with all snapshots that it should have. */
export async function hasWholeStore(vault: Vault): Promise<boolean> {
  const { lines } = await vault.journal.read();
  const { state } = inspectStore(vault.storePath, await vault.manifests(), lines);
  return state === 'there' && !(await mayLackSnapshots(vault, lines));
}

async function* listUnneeded(
  vault: Vault,
  needed: KeptNames,
): AsyncGenerator<{ readonly file: UnneededFile; readonly path: string }, void> {
  const orphans = listOrphans(foldersIn(vault.directory), {
    needsBlob: (sha256) => needed.blobs.has(sha256),
    needsGitFolder: (folder) => needed.repositories.has(folder),
  });
  const namesLeft = new Map<string, number>();
  for await (const { type, path } of orphans) {
    const inVault = relative(vault.directory, path).replaceAll(sep, '/');
    const kind = type === 'blob' ? 'attachments' : 'git';
    yield { file: { kind, path: inVault, sizeBytes: await freedBytesOf(path, namesLeft) }, path };
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
