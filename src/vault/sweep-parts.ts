import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disk, isWholeFilePart } from '../base/index.ts';
import type { VaultPaths } from './layout.ts';

/** A download that the next backup goes on with: it is known by the number of its migration. */
const RESUMABLE = /-\d+\.tar\.gz\.part(?:\.json)?$/;

/**
 * Removes what killed runs were writing in a vault, which must be locked: nobody goes on with it. Downloads stay, as only
 * the journal knows which of them are of use.
 */
export async function sweepParts(root: string, paths: VaultPaths, disk: Disk): Promise<void> {
  for (const directory of [root, paths.archives, paths.manifests]) {
    for (const name of await readdir(directory).catch(() => [])) {
      const isHalfArchive = directory === paths.archives && name.endsWith('.part') && !RESUMABLE.test(name);
      if (isWholeFilePart(name) || isHalfArchive) {
        await disk.remove(join(directory, name));
      }
    }
  }
}
