import { dirname } from 'node:path';
import { type Disk, Failure, formatSize } from '../base/index.ts';

/** Room that is left to others where nobody knows how much is to come. */
export const SPARE_BYTES = 64 * 1024 * 1024;

/** Fails where `neededBytes` more will not fit beside `path`. File systems that tell no size are trusted. */
export async function ensureFreeSpace(path: string, neededBytes: number, disk: Disk): Promise<void> {
  const freeBytes = await disk.freeBytes(dirname(path));
  if (freeBytes !== undefined && freeBytes < neededBytes) {
    throw new Failure(
      'disk-full',
      `Not enough space for "${path}": ${formatSize(neededBytes)} needed, ${formatSize(freeBytes)} free`,
      { details: { neededBytes, freeBytes } },
    );
  }
}
