import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Clock, compactTime } from '../../base/index.ts';
import { lockStore } from '../../store/index.ts';
import type { Vault } from '../../vault/index.ts';

/**
 * Moves a damaged file of a vault to its folder `damaged/`, for people to look at, and gives where it is now, below the
 * vault. Nothing is ever thrown away here: what cannot be read today, somebody may read tomorrow.
 */
export async function setAside(
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
  await disk.rename(join(directory, path), join(directory, target));
  await disk.syncDirectory(join(directory, 'damaged'));
  await disk.syncDirectory(dirname(join(directory, path)));
  return target;
}

/** What SQLite may have left beside a store: it belongs to the store that goes, and would spoil the next one. */
const BESIDE_STORE = ['-journal', '-wal', '-shm'];

/** Moves the store out of the way, with what belongs to it; gives where it is now. */
export async function setStoreAside(vault: Vault, clock: Pick<Clock, 'now'>): Promise<string> {
  const lock = await lockStore(vault.storePath, { command: 'satchel', clock });
  try {
    return await moveStoreAside(vault, clock);
  } finally {
    await lock.release();
  }
}

/** Does the same for a caller that has the lock of the store. */
export async function moveStoreAside(vault: Vault, clock: Pick<Clock, 'now'>): Promise<string> {
  for (const suffix of BESIDE_STORE.filter((each) => existsSync(vault.storePath + each))) {
    await setAside(vault, `store.db${suffix}`, clock);
  }
  return await setAside(vault, 'store.db', clock);
}
