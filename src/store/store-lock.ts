import { existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createSystemClock } from '../base/clock.ts';
import { formatDuration } from '../base/durations.ts';
import { acquireLock, type Lock, type LockWait } from '../base/lock.ts';
import { makePrivateFolder } from '../base/make-folder.ts';
import { partPathOf } from '../base/whole-file.ts';

/** Describes a writer of a store to others that wait for it. */
export interface StoreWork {
  /** As typed by a person: `satchel load`. */
  readonly command?: string | undefined;
  /** Without it, a store that is being written is refused at once. */
  readonly lockWait?: LockWait | undefined;
  readonly clock?: { now(): number } | undefined;
}

/**
 * Acquires the lock that all writers of a store share, loads and captures alike. It is held from the first read of the
 * store until the result is durable. Fails with `locked`.
 */
export async function lockStore(
  path: string,
  { command = 'satchel', lockWait, clock = createSystemClock() }: StoreWork = {},
): Promise<Lock> {
  const target = findTarget(path);
  await makePrivateFolder(dirname(target));
  return await acquireLock(`${target}.lock`, { command, startClock: clock, lockWait });
}

/** How long a command waits for other writers of a store: large loads take many minutes. */
const STORE_WAIT_MS = 30 * 60_000;

/** The lockWait of commands, which report that they wait. */
export function waitForStore(signal: AbortSignal, report: (sentence: string) => void): LockWait {
  return {
    waitMs: STORE_WAIT_MS,
    signal,
    onWait: (holder) =>
      report(`The store is being written: ${holder}. Waiting for up to ${formatDuration(STORE_WAIT_MS)}`),
  };
}

/** The canonical path of a store or a vault, the same for all of its aliases; it need not exist. */
export function findTarget(path: string): string {
  if (existsSync(path)) {
    return realpathSync(path); // A symbolic link to a store is followed, not replaced.
  }
  const whole = resolve(path);
  const directory = dirname(whole);
  return directory === whole ? whole : join(findTarget(directory), basename(whole));
}

const INDEX_SUFFIX = '-search';

/** Files that a load creates next to a store: the new store, the index of its texts, and SQLite's own. */
const PART_SUFFIXES = ['', INDEX_SUFFIX, '-journal', '-wal', '-shm'] as const;

/** The file in which a second thread indexes the texts of a part file. */
export function indexPartOf(partPath: string): string {
  return partPath + INDEX_SUFFIX;
}

/**
 * Creates an empty part file, readable by its owner only because archives contain private work. The store must be
 * locked.
 */
export function makePart(partPath: string): void {
  for (const suffix of PART_SUFFIXES) {
    rmSync(partPath + suffix, { force: true, recursive: true });
  }
  writeFileSync(partPath, '', { flag: 'wx', mode: 0o600 });
}

/** Removes the files of killed loads next to a store. The store must be locked. */
export function removeParts(path: string): void {
  for (const suffix of PART_SUFFIXES) {
    rmSync(partPathOf(path) + suffix, { force: true });
  }
}
