import { existsSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { systemErrorCode } from '../base/failure.ts';
import { listFolder, sizeOfFile } from '../base/file-failure.ts';
import { digestOfFile } from '../base/read-pieces.ts';
import { compactTime } from '../base/run-id.ts';
import { Failure } from '../model/failure.ts';
import { lockStore } from '../store/store-lock.ts';
import type { Vault } from '../vault/vault.ts';
import { carryCaptures, hasOwnCaptures } from './carry-captures.ts';
import { isStoreDamage, readSnapshotNames, type SnapshotName } from './inspect-store.ts';

/**
 * Moves a damaged file of a vault to its folder `damaged/` for inspection, and returns its new path relative to the
 * vault. Nothing is deleted: another tool may be able to read the file.
 */
export async function setAside(vault: Vault, path: string, clock: Pick<Clock, 'now'>): Promise<string> {
  const { directory, disk } = vault;
  const target = await makePlaceAside(vault, path, clock);
  await disk.rename(join(directory, path), join(directory, target));
  await disk.syncDirectory(join(directory, 'damaged'));
  await disk.syncDirectory(dirname(join(directory, path)));
  return target;
}

/** How long what was set aside is kept for people to look at: 90 days. */
const KEPT_ASIDE_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * The files in `damaged/` that are older than that, by the times in their names, without stores of which the vault's
 * store may lack something: snapshots or captured records, or they cannot be read. Files in Git LFS that are whole or cannot
 * be read stay too: they may be nowhere else.
 */
export async function listOldDamage(
  { directory, storePath }: Pick<Vault, 'directory' | 'storePath'>,
  clock: Pick<Clock, 'now'>,
): Promise<readonly { readonly path: string; readonly sizeBytes: number }[]> {
  const latest = compactTime(clock.now() - KEPT_ASIDE_MS);
  const old: { path: string; sizeBytes: number }[] = [];
  for (const name of await listFolder(join(directory, 'damaged'))) {
    const path = join(directory, 'damaged', name);
    const sizeBytes = await sizeOfFile(path);
    const isOld = /^\d{8}T\d{6}Z-/.test(name) && name < latest;
    if (
      isOld &&
      sizeBytes !== undefined &&
      !(name.endsWith('.db') && mayBeOnlyCopy(path, storePath)) &&
      !(await mayBeWholeLfs(path))
    ) {
      old.push({ path: `damaged/${name}`, sizeBytes });
    }
  }
  return old;
}

async function mayBeWholeLfs(path: string): Promise<boolean> {
  const [, oid] = /-lfs-[0-9a-f]{2}-([0-9a-f]{64})$/.exec(path) ?? [];
  try {
    return oid !== undefined && (await digestOfFile(path)) === oid;
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    return true;
  }
}

function mayBeOnlyCopy(path: string, otherPath: string): boolean {
  try {
    const nameOf = ({ archiveName, sha256 }: SnapshotName) => sha256 ?? archiveName;
    const others = new Set(readSnapshotNames(otherPath).map(nameOf));
    return (
      readSnapshotNames(path).some((snapshot) => !others.has(nameOf(snapshot))) ||
      hasOwnCaptures(path, otherPath)
    );
  } catch (error) {
    if (!isStoreDamage(error)) {
      throw error;
    }
    return true;
  }
}

async function makePlaceAside(
  { directory, disk }: Vault,
  path: string,
  clock: Pick<Clock, 'now'>,
): Promise<string> {
  const name = path.replaceAll('/', '-');
  let target = `damaged/${compactTime(clock.now())}-${name}`;
  for (let count = 2; existsSync(join(directory, target)); count += 1) {
    target = `damaged/${compactTime(clock.now())}-${count}-${name}`;
  }
  await disk.makeDirectory(join(directory, 'damaged'));
  return target;
}

/** Files that SQLite may have left next to a store: they belong to that store, and would damage the next one. */
export const STORE_SUFFIXES = ['-journal', '-wal', '-shm'];

/** Moves the store and its SQLite files aside; returns the new path. */
export async function setStoreAside(vault: Vault, clock: Pick<Clock, 'now'>): Promise<string> {
  const lock = await lockStore(vault.storePath, { command: 'satchel', clock });
  try {
    await setCompanionsAside(vault, clock);
    return await setAside(vault, 'store.db', clock);
  } finally {
    await lock.release();
  }
}

/**
 * Replaces the vault's store by another one and returns the new path of the former one. The caller must hold the
 * store's lock. A hard link is created before the rename, so that readers always find a store; on file systems without
 * hard links there is none for a moment.
 */
export async function exchangeStore(
  vault: Vault,
  newPath: string,
  clock: Pick<Clock, 'now'>,
): Promise<string> {
  const { directory, disk, storePath } = vault;
  await setCompanionsAside(vault, clock);
  const target = await makePlaceAside(vault, 'store.db', clock);
  try {
    vault.requireHeld();
    await link(storePath, join(directory, target));
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error;
    }
    await disk.rename(storePath, join(directory, target));
  }
  await disk.syncDirectory(join(directory, 'damaged'));
  await disk.rename(newPath, storePath);
  await disk.syncDirectory(directory);
  return target;
}

/**
 * Replaces the store by a newer one that has the same snapshots or more, and brings along what was captured into the former
 * one. The caller must hold the store's lock.
 */
export async function replaceStore(
  { disk, storePath }: Pick<Vault, 'disk' | 'storePath'>,
  newPath: string,
): Promise<void> {
  if (existsSync(storePath)) {
    await carryCaptures(storePath, newPath);
  }
  for (const suffix of STORE_SUFFIXES) {
    await disk.remove(`${storePath}${suffix}`);
  }
  await disk.rename(newPath, storePath);
  await disk.syncDirectory(dirname(storePath));
}

async function setCompanionsAside(vault: Vault, clock: Pick<Clock, 'now'>): Promise<void> {
  for (const suffix of STORE_SUFFIXES.filter((each) => existsSync(vault.storePath + each))) {
    await setAside(vault, `store.db${suffix}`, clock);
  }
}
