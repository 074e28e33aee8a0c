import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disk, ifPresent, ifReadable } from '../../base/index.ts';
import type { Lake } from '../lake-manifest.ts';

/** The names of the folders in a lake, by depth. */
const LEVELS = [/^\w+$/, /^account=/, /^snapshot=/];

const PART = /^part-\d{4,}\.parquet$/;

/**
 * Removes the data files that the manifest does not name: those of killed syncs, and those that a former sync replaced,
 * which were left for readers of the former state.
 */
export async function removeOrphans(root: string, lake: Lake, disk: Disk): Promise<void> {
  const named = new Set(lake.partitions.flatMap(({ files }) => files.map(({ path }) => path)));
  await removeIn('', 0);

  async function removeIn(folder: string, depth: number): Promise<void> {
    const entries = (await ifPresent(readdir(join(root, folder), { withFileTypes: true }))) ?? [];
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && LEVELS[depth]?.test(entry.name) === true) {
        await removeIn(path, depth + 1);
      } else if (depth === LEVELS.length && PART.test(entry.name) && !named.has(path)) {
        await disk.remove(join(root, path));
      }
    }
    if (depth === LEVELS.length) {
      await ifReadable(rmdir(join(root, folder))); // Only if it is empty.
    }
  }
}
