import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, createSystemClock } from './clock.ts';
import { formatDuration } from './durations.ts';
import { SystemFailure, systemErrorCode } from './failure.ts';
import { fileFailure } from './file-failure.ts';
import {
  describeHolder,
  FOREIGN_STALE_MS,
  HOLDER_ENDING,
  type HolderChecks,
  isStale,
  keepFresh,
  type LockHolder,
  readHolder,
  textOfHolder,
} from './lock-holder.ts';
import { isProcessOver, ownIdentity, type ProcessIdentity } from './process-identity.ts';
import { createSystemRandom } from './random.ts';
import { formatTimestamp } from './timestamps.ts';

/** A lock that this process holds until it releases it, or until another process considers it dead. */
export interface Lock {
  /** The file that represents this acquisition; its name is never used again. */
  readonly file: string;
  /** False if another process took over the lock because this one did not write its heartbeat for too long. */
  isHeld(): boolean;
  /** Fails with `locked` if the lock is no longer held. To be called before each write that it protects. */
  requireHeld(): void;
  release(): Promise<void>;
}

export interface LockWait {
  readonly waitMs: number;
  /** Called once, before waiting, with a description of the holder. */
  readonly onWait?: ((holder: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface LockRun {
  /** The command of the holder, shown to those who wait: `satchel backup`. */
  readonly command: string;
  /** If absent, a lock that is held fails at once. */
  readonly lockWait?: LockWait | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Says since when it is held; default: `clock`. */
  readonly startClock?: Pick<Clock, 'now'> | undefined;
  /** Default: this process. */
  readonly identity?: ProcessIdentity | undefined;
  /** The lock is only taken to remove what it protects: a holder that cannot be checked is not waited for. */
  readonly isSweep?: boolean | undefined;
}

/** Hexadecimal digits in the name of a holder file. */
const MARK_DIGITS = 32;

const FOREIGN_HINT = `Wait until that process ends; it cannot be checked from this machine, so its lock expires after ${formatDuration(FOREIGN_STALE_MS)} without a heartbeat`;

/** The interval at which a held lock is checked. */
const POLL_MS = 250;

/** The delay before another attempt when several processes compete for the lock. */
const RETRY_MS = { min: 2, max: 20 };

/** After this many attempts without seeing a holder, the process that was taking the lock must have died. */
const ATTEMPTS_BEFORE_CLEANING = 40;

const MAX_ATTEMPTS = 800;

/**
 * Acquires a lock, or fails with `locked` and names the holder. A lock is a directory with one file: the process that
 * creates the directory, or removes the file of a dead holder, writes its own file there. The name of that file is never
 * used again. So the removal of a dead holder's file cannot affect a living holder, and a holder whose file exists holds
 * the lock. All it needs is exclusive creation and removal, which every file system has.
 */
export async function acquireLock(path: string, run: LockRun): Promise<Lock> {
  const { command, lockWait, clock = createSystemClock(), identity, isSweep = false } = run;
  const startedAt = formatTimestamp((run.startClock ?? clock).now());
  const mark = createSystemRandom().hex(MARK_DIGITS);
  const holder: LockHolder = { ...(identity ?? (await ownIdentity())), command, startedAt };
  const own: Claim = {
    path,
    file: join(path, `${mark}${HOLDER_ENDING}`),
    text: textOfHolder(holder, 0),
    checks: { clock, signal: lockWait?.signal, identity, isSweep },
  };
  try {
    await acquire(own, lockWait);
  } catch (error) {
    throw fileFailure(error, 'make the lock', path);
  }
  const stopHeartbeat = keepFresh(own.file, holder, clock);
  return {
    ...joinLock(own.file),
    async release() {
      stopHeartbeat();
      await withdraw(own);
    },
  };
}

/** Whether a process holds the lock, or may hold it: one that cannot be checked counts as alive. Changes nothing. */
export async function isLockHeld(path: string): Promise<boolean> {
  const holders = await Promise.all((await filesIn(path)).map(readHolder));
  const isOver = async (one: LockHolder) => (await isProcessOver(one, undefined)) === true;
  const ends = holders.map(async (one) => one !== undefined && (await isOver(one)));
  return (await Promise.all(ends)).includes(false);
}

/** A lock that another thread of this process holds, and releases. */
export function joinLock(file: string): Lock {
  const isHeld = () => existsSync(file);
  return {
    file,
    isHeld,
    requireHeld() {
      if (!isHeld()) {
        throw new SystemFailure(
          'locked',
          `Cannot continue: another run took over the lock "${file}" while this one was suspended`,
          {
            hint: 'Try again: it continues from the current state',
          },
        );
      }
    },
    release: async () => undefined,
  };
}

/** One attempt of this process to hold a lock. */
interface Claim {
  readonly path: string;
  readonly file: string;
  readonly text: string;
  readonly checks: HolderChecks;
}

async function acquire(claim: Claim, lockWait: LockWait | undefined): Promise<void> {
  const { clock } = claim.checks;
  const random = createSystemRandom();
  let waitedMs = 0;
  let attempts = 0;
  for (;;) {
    lockWait?.signal?.throwIfAborted();
    const found = await tryToAcquire(claim);
    if (found === 'acquired') {
      return;
    }
    if (found !== 'contended') {
      if (waitedMs >= (lockWait?.waitMs ?? 0)) {
        throw await heldFailure(claim, found);
      }
      if (waitedMs === 0) {
        lockWait?.onWait?.(describeHolder(found));
      }
      waitedMs += POLL_MS;
      attempts = 0;
      await clock.sleep(POLL_MS, lockWait?.signal);
      continue;
    }
    attempts += 1;
    if (attempts === MAX_ATTEMPTS) {
      throw new SystemFailure('locked', `Cannot lock "${claim.path}": other runs keep taking it`);
    }
    if (attempts % ATTEMPTS_BEFORE_CLEANING === 0) {
      await removeEmpty(claim.path);
    }
    await createSystemClock().sleep(random.integer(RETRY_MS.min, RETRY_MS.max), lockWait?.signal);
  }
}

/** Returns the holder, or `contended` while another process is acquiring or releasing the lock: then try again. */
async function tryToAcquire(claim: Claim): Promise<'acquired' | 'contended' | LockHolder> {
  const { path, file } = claim;
  if (!(await makeDirectory(path))) {
    const found = await findHolder(claim);
    if (found !== 'removed') {
      return found;
    }
  }
  if (!writeHolder(claim)) {
    return 'contended';
  }
  // A process that removed an empty directory may have created another one. Of two claims, at least one sees both files.
  const files = await filesIn(path);
  if (files.length === 1 && existsSync(file)) {
    return 'acquired';
  }
  await withdraw(claim);
  return 'contended';
}

/** True if the directory was absent. */
async function makeDirectory(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** Returns the living holder, or `removed` if this process removed the file of a dead one. */
async function findHolder({ path, checks }: Claim): Promise<LockHolder | 'removed' | 'contended'> {
  let hasRemoved = false;
  for (const file of await filesIn(path)) {
    const holder = await readHolder(file);
    if (!(await isStale(file, holder, checks))) {
      return holder ?? 'contended'; // Its file is still being written.
    }
    hasRemoved = (await removeFile(file)) || hasRemoved;
  }
  return hasRemoved ? 'removed' : 'contended';
}

async function filesIn(path: string): Promise<readonly string[]> {
  try {
    return (await readdir(path))
      .filter((name) => name.endsWith(HOLDER_ENDING))
      .map((name) => join(path, name));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return [];
    }
    throw error;
  }
}

/** True only for the process that removed the file. */
async function removeFile(path: string): Promise<boolean> {
  try {
    await unlink(path); // `rm` with `force` does not report an absent file.
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return false;
    }
    throw error;
  }
}

/** False if the directory is gone. Synchronous, so that only the end of the process can leave the file empty. */
function writeHolder({ file, text }: Claim): boolean {
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    try {
      writeSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return false;
    }
    throw error;
  }
}

async function withdraw({ path, file }: Claim): Promise<void> {
  await rm(file, { force: true });
  await removeDirectory(path);
}

/** Removes what is left of a process that died between creating the directory and its file, or between removing them. */
async function removeEmpty(path: string): Promise<void> {
  for (const name of await readdir(path).catch(() => [])) {
    if (!name.endsWith(HOLDER_ENDING)) {
      await rm(join(path, name), { force: true });
    }
  }
  await removeDirectory(path);
}

/** Ignores a directory that is gone, or that another process is using again. */
async function removeDirectory(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error;
    }
  }
}

async function heldFailure({ path, checks }: Claim, holder: LockHolder): Promise<SystemFailure> {
  const { command, startedAt, pid, host } = holder;
  const canCheck = (await isProcessOver(holder, checks.identity)) !== 'unknown';
  return new SystemFailure('locked', `Cannot lock "${path}": ${describeHolder(holder)}`, {
    details: { command, startedAt, pid, host },
    ...(canCheck ? {} : { hint: FOREIGN_HINT }),
  });
}
