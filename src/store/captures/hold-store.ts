import { rm } from 'node:fs/promises';
import { partPathOf } from '../../base/index.ts';
import { claimPart, lockPart } from '../part-lock.ts';

/**
 * Keeps loads away from a store while it is written in place: they build a copy under the part name, and would put it
 * over what was written meanwhile. Whoever finds the part file locked gives up (`locked`). Gives what releases it.
 */
export async function holdStore(path: string): Promise<() => Promise<void>> {
  const partPath = partPathOf(path);
  await claimPart(partPath);
  const db = lockPart(partPath);
  return async () => {
    db.close();
    await rm(partPath, { force: true });
  };
}
