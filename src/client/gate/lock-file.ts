import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAlive, placeOfPids, type Random, systemErrorCode } from '../../base/index.ts';

/** Work under the lock takes a millisecond: an older lock was left behind, whatever its process does. */
const STALE_MS = 10_000;

interface LockOptions {
  /** Real time, as file systems note it. */
  readonly nowMs: number;
  readonly pid: number;
  readonly random: Random;
}

/** A lock for work that takes no longer than a few calls of the system. */
interface MomentaryLock {
  /** False where this process stood still for so long that the lock was broken. */
  isHeld(): boolean;
  release(): void;
}

/**
 * Takes the lock `path`; undefined where another process holds it. The lock of a dead process, or one older than ten
 * seconds, is broken, so that the next try gets it. It is no lock for long work: nobody waits for who holds it, and what
 * it protects can be forgotten.
 */
export function tryLock(path: string, { nowMs, pid, random }: LockOptions): MomentaryLock | undefined {
  const mark = `${pid} ${placeOfPids()} ${random.hex(24)}`;
  if (createExclusive(path, mark)) {
    return { isHeld: () => readIfThere(path) === mark, release: () => releaseLock(path, mark) };
  }
  breakStaleLock(path, nowMs);
  return undefined;
}

function releaseLock(path: string, mark: string): void {
  if (readIfThere(path) === mark) {
    rmSync(path, { force: true });
  }
}

/**
 * Removes a lock that nobody holds. A second lock keeps two processes from breaking the same one, of which the slower
 * would remove the lock that came after it.
 */
function breakStaleLock(path: string, nowMs: number): void {
  const mark = readIfThere(path);
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
    if (readIfThere(path) === mark) {
      rmSync(path, { force: true });
    }
  } finally {
    rmSync(guard, { force: true });
  }
}

function isStale(path: string, mark: string, nowMs: number): boolean {
  const [, pid, place] = /^(\d+) (?:(\S+) )?/.exec(mark) ?? [];
  const canAsk = pid !== undefined && (place === undefined || place === placeOfPids());
  return (canAsk && !isAlive(Number(pid))) || isOld(path, nowMs);
}

function isOld(path: string, nowMs: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && nowMs - stats.mtimeMs > STALE_MS;
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

/** The text of a file, or undefined where there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
