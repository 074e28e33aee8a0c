import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/index.ts';

/** Asked before each file that is removed: false ends the removal quietly, and what it throws is thrown. */
export type MayRemove = () => boolean;

/**
 * Removes a folder with all that is in it, file by file, so that it can be ended: one of git may hold a million. Links are
 * removed and not followed. Gives whether all of it is gone.
 */
export async function removeTree(path: string, mayRemove: MayRemove): Promise<boolean> {
  try {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) {
        if (!(await removeTree(inside, mayRemove))) {
          return false;
        }
      } else if (mayRemove()) {
        await rm(inside, { force: true });
      } else {
        return false;
      }
    }
    await rmdir(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOTDIR') {
      await rm(path, { force: true });
    } else if (code !== 'ENOENT') {
      throw error;
    }
  }
  return true;
}
