import { existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  acquireLock,
  createSystemClock,
  formatDuration,
  type Lock,
  makePrivateFolder,
  type Patience,
  partPathOf,
} from '../../base/index.ts';

/** Who is about to write into a store, for others who wait for it. */
export interface StoreWork {
  /** As a person would type it: `satchel load`. */
  readonly command?: string | undefined;
  /** Without it, a store that somebody writes into is refused at once. */
  readonly patience?: Patience | undefined;
  readonly clock?: { now(): number } | undefined;
}

/**
 * Takes the one lock that all writers of a store share: loads, which replace it, and captures, which write into it. It is
 * held from the first look at the store until the new one is durable. Fails with `locked`.
 */
export async function lockStore(
  path: string,
  { command = 'satchel', patience, clock = createSystemClock() }: StoreWork = {},
): Promise<Lock> {
  const target = findTarget(path);
  await makePrivateFolder(dirname(target));
  const startedAt = new Date(clock.now()).toISOString();
  return await acquireLock(`${target}.lock`, { command, startedAt, patience });
}

/** How long a command waits for others that write into a store: large loads take many minutes. */
const STORE_WAIT_MS = 30 * 60_000;

/** The patience of commands, which tell before they wait. */
export function waitForStore(signal: AbortSignal, tell: (sentence: string) => void): Patience {
  return {
    waitMs: STORE_WAIT_MS,
    signal,
    onWait: (holder) =>
      tell(`The store is being written: ${holder}. Waiting for up to ${formatDuration(STORE_WAIT_MS)}`),
  };
}

/** The file that a path stands for, one and the same for all ways to name it; it need not be there. */
export function findTarget(path: string): string {
  if (existsSync(path)) {
    return realpathSync(path); // A link to a store stays a link.
  }
  const directory = dirname(resolve(path));
  return existsSync(directory) ? join(realpathSync(directory), basename(path)) : resolve(path);
}

/**
 * Files that a load makes next to a store: the new store, its text index, and SQLite's own. Earlier builds also wrote
 * `-search-waiting` and `-indexes`.
 */
const BESIDE_PART = ['', '-search', '-search-waiting', '-indexes', '-journal', '-wal', '-shm'] as const;

/** Makes an empty part file, for the eyes of its owner only as archives hold private work. The store must be locked. */
export function makePart(partPath: string): void {
  for (const suffix of BESIDE_PART) {
    rmSync(partPath + suffix, { force: true, recursive: true });
  }
  writeFileSync(partPath, '', { flag: 'wx', mode: 0o600 });
}

/** Removes what killed loads left beside a store. The store must be locked. */
export function removeParts(path: string): void {
  for (const suffix of BESIDE_PART) {
    rmSync(partPathOf(path) + suffix, { force: true });
  }
}
