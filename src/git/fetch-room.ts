import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import type { Disk } from '../base/disk.ts';
import { ifPresent } from '../base/file-failure.ts';
import { formatSize } from '../base/sizes.ts';
import { Failure } from '../model/failure.ts';
import { GIT_LIMITS } from './git-limits.table.ts';

/** Where a fetch writes, and how much it may. */
export interface FetchRoom {
  readonly clock: Clock;
  readonly disk: Pick<Disk, 'freeBytes'>;
  readonly signal?: AbortSignal | undefined;
  /** Default: `GIT_LIMITS.fetchBytes`. */
  readonly maxFetchBytes?: number | undefined;
}

/**
 * Ends a fetch that writes too much: git has no limit of its own, and a server can send without end. All that a fetch
 * receives goes to the folder of packs, which is looked at again and again.
 */
export async function fetchWithinRoom(
  directory: string,
  { clock, disk, signal, maxFetchBytes = GIT_LIMITS.fetchBytes }: FetchRoom,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const packs = join(directory, 'objects', 'pack');
  const before = await sizeOf(packs);
  const [full, done] = [new AbortController(), new AbortController()];
  const check = async () => {
    const gotBytes = (await sizeOf(packs)) - before;
    if (gotBytes > maxFetchBytes) {
      throw new Failure(
        'request-refused',
        `it is larger than ${formatSize(maxFetchBytes)}, which one fetch may bring`,
      );
    }
    const freeBytes = await disk.freeBytes(packs);
    // Where little is left, something small still fits.
    if (freeBytes !== undefined && freeBytes < Math.min(gotBytes, GIT_LIMITS.spareBytes)) {
      throw new Failure('disk-full', `the disk has only ${formatSize(freeBytes)} left`);
    }
  };
  const watching = (async () => {
    for (;;) {
      await clock.sleep(GIT_LIMITS.watchMs, done.signal);
      await check();
    }
  })().catch((error: unknown) => full.abort(error));
  try {
    await run(AbortSignal.any([full.signal, ...(signal === undefined ? [] : [signal])]));
  } finally {
    done.abort();
    await watching;
  }
}

async function sizeOf(folder: string): Promise<number> {
  let sizeBytes = 0;
  for (const name of await readdir(folder)) {
    sizeBytes += (await ifPresent(lstat(join(folder, name))))?.size ?? 0;
  }
  return sizeBytes;
}
