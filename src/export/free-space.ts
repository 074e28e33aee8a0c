import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure, formatSize } from '../base/index.ts';

/** Fails where `neededBytes` more will not fit beside `path`. File systems that tell no size are trusted. */
export async function ensureFreeSpace(path: string, neededBytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(dirname(path));
  const freeBytes = bavail * bsize;
  if (blocks > 0 && freeBytes < neededBytes) {
    throw new Failure(
      'disk-full',
      `Cannot write "${path}": ${formatSize(neededBytes)} are to come, and ${formatSize(freeBytes)} are free`,
      { details: { neededBytes, freeBytes } },
    );
  }
}
