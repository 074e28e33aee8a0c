import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFailure, ifPresent, sizeOfFile } from '../base/file-failure.ts';
import type { Vault } from '../vault/vault.ts';
import { hasUnfinished, lfsKeyOf, listLfs, UNFINISHED } from './lfs/lfs-files.ts';
import { findNeededLfs } from './lfs/needed-lfs.ts';
import { removeFrom } from './unneeded-files.ts';

interface RemovalOptions {
  /** Must be locked, and so must be its store. */
  readonly vault: Vault;
  readonly isDryRun: boolean;
  readonly searchPath: string;
  readonly signal: AbortSignal;
  /** Called with the reason if nothing can be removed, a sentence without a final period. */
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
export async function removeUnneededLfs(options: RemovalOptions): Promise<readonly RemovedFile[]> {
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
