import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAlive, placeOfPids, type Random, systemErrorCode } from '../../base/index.ts';

/** Work under the lock takes a millisecond, so an older lock is stale even if its process seems to be alive. */
const STALE_MS = 10_000;

interface LockOptions {
  /** By the system clock, which file systems use. */
  readonly nowMs: number;
  readonly pid: number;
  readonly random: Random;
}

/** A lock for work that takes no longer than a few system calls. */
interface MomentaryLock {
  /** False if this process was suspended for so long that another one broke the lock. */
  isHeld(): boolean;
  release(): void;
}

/**
 * Acquires the lock `path`; undefined if another process holds it. A lock that is stale, or whose process is dead, is
 * broken, so that the next attempt succeeds. Only suitable for short work on state that may be lost.
 */
export function tryLock(path: string, { nowMs, pid, random }: LockOptions): MomentaryLock | undefined {
  const mark = `${pid} ${placeOfPids()} ${random.hex(24)}`;
  if (createExclusive(path, mark)) {
    return { isHeld: () => readIfPresent(path) === mark, release: () => removeMarked(path, mark) };
  }
  breakStaleLock(path, nowMs);
  return undefined;
}

function removeMarked(path: string, mark: string): void {
  if (readIfPresent(path) === mark) {
    rmSync(path, { force: true });
  }
}

/**
 * Removes a stale lock. A second lock prevents two processes from breaking the same lock: the slower one would remove
 * the next lock.
 */
function breakStaleLock(path: string, nowMs: number): void {
  const mark = readIfPresent(path);
  if (mark === undefined || !isStale(path, mark, nowMs)) {
    return;
  }
  const guard = `${path}.break`;
  if (!createExclusive(guard, '')) {
    if (isOld(guard, nowMs)) {
      rmSync(guard, { force: true });
    }
    return;
  }
  try {
    removeMarked(path, mark);
  } finally {
    rmSync(guard, { force: true });
  }
}

function isStale(path: string, mark: string, nowMs: number): boolean {
  const [, pid, place] = /^(\d+) (?:(\S+) )?/.exec(mark) ?? [];
  const canCheck = pid !== undefined && (place === undefined || place === placeOfPids());
  return (canCheck && !isAlive(Number(pid))) || isOld(path, nowMs);
}

function isOld(path: string, nowMs: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Math.abs(nowMs - stats.mtimeMs) > STALE_MS; // The clock may have been set back.
}

function createExclusive(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** The text of a file; undefined if it is absent. */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
