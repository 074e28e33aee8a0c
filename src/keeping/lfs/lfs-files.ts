import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { fileFailure } from '../../base/file-failure.ts';
import { plainStats, requireNoLink } from '../../base/plain-path.ts';
import { digestOfFile } from '../../base/read-pieces.ts';
import { listBlobs } from '../../load/remove-orphans.ts';
import type { LfsStage } from '../../model/lfs.ts';
import { blobPath, findBlob, foldersIn } from '../../store/file-folders.ts';
import type { Vault } from '../../vault/vault.ts';
import { KEYS } from '../copy/bucket-keys.ts';
import { sizesOf } from '../copy/directory-files.ts';
import { setAside } from '../set-aside.ts';

/** In `lfs/`: files that are being fetched, which the next run continues. */
export const UNFINISHED = 'unfinished';

/** The path of a file in a vault, and its key in object storage. */
export function lfsKeyOf(oid: string): string {
  return KEYS.blob(oid, 'lfs');
}

/** The sizes of the files in Git LFS that a vault has, by digest: those in its origin, if it has one. */
export async function listLfs(
  vault: Pick<Vault, 'directory' | 'origin'>,
): Promise<ReadonlyMap<string, number>> {
  if (vault.origin !== undefined) {
    return (await vault.origin.keptNames()).lfs;
  }
  return await sizesOf(foldersIn(vault.directory), 'lfs');
}

/** Moves damaged files of a vault, which must be locked, to its folder `damaged/`. Returns whether there were any. */
export async function setDamagedLfsAside(
  vault: Vault,
  { clock, signal }: Pick<StageOptions, 'clock' | 'signal'>,
): Promise<boolean> {
  const folders = foldersIn(vault.directory);
  let isAny = false;
  for await (const oid of listBlobs(folders, 'lfs')) {
    const path = findBlob(folders, oid, 'lfs')?.path;
    if (path !== undefined && (await digestOfFile(path, signal)) !== oid) {
      await setAside(vault, lfsKeyOf(oid), clock);
      isAny = true;
    }
  }
  return isAny;
}

interface StageOptions extends Pick<LfsStage, 'signal' | 'onBytes'> {
  /** Must be locked. */
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Where the files of a vault are fetched to. A file is in its place as soon as it is whole and durable. Nothing there needs
 * the store: no load, rebuild or removal of snapshots touches it.
 */
export function lfsStageOf({ vault, clock, signal, onBytes }: StageOptions): LfsStage {
  const { disk, directory } = vault;
  const folders = foldersIn(directory);
  const unfinished = join(directory, 'lfs', UNFINISHED);
  return {
    ...{ disk, signal, onBytes },
    async partOf(oid) {
      try {
        await disk.makeDirectory(requireNoLink(unfinished));
        const path = join(unfinished, oid);
        const stats = lstatSync(path, { throwIfNoEntry: false });
        // With another name of it, writing would change what that name has.
        if (stats !== undefined && !(stats.isFile() && stats.nlink === 1)) {
          vault.requireHeld();
          await rm(path, { recursive: true, force: true });
        }
        return path;
      } catch (error) {
        throw fileFailure(error, 'write', unfinished);
      }
    },
    async keep(oid) {
      const path = blobPath(folders, oid, 'lfs');
      try {
        await disk.makeDirectory(requireNoLink(dirname(path)));
        if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
          await setAside(vault, lfsKeyOf(oid), clock);
        }
        await disk.rename(join(unfinished, oid), path);
        await disk.syncDirectory(dirname(path));
      } catch (error) {
        throw fileFailure(error, 'write', path);
      }
    },
  };
}

/** Whether something is in the folder of files that are being fetched. */
export function hasUnfinished({ directory }: Pick<Vault, 'directory'>): boolean {
  return plainStats(join(directory, 'lfs', UNFINISHED), { folders: 1 })?.isDirectory() === true;
}
