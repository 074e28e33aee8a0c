import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, createSystemClock } from './clock.ts';
import { formatDuration } from './durations.ts';
import { Failure, systemErrorCode } from './failure.ts';
import { fileFailure } from './file-failure.ts';
import {
  describeHolder,
  FOREIGN_STALE_MS,
  HOLDER_ENDING,
  isOver,
  keepFresh,
  type LockHolder,
  readHolder,
} from './lock-holder.ts';
import { isProcessOver, ownIdentity } from './process-identity.ts';
import { createSystemRandom } from './random.ts';

/** A lock that this process holds, until it gives it back or somebody has reason to take it for dead. */
export interface Lock {
  /** The file that stands for this one taking of the lock: no other taking ever has its name. */
  readonly file: string;
  /** False once somebody else took the lock over, as this process gave no sign of life for long. */
  isHeld(): boolean;
  /** Fails with `locked` where it is not held any more. To be called before every write that the lock protects. */
  requireHeld(): void;
  release(): Promise<void>;
}

/** How long to wait for a lock that somebody holds. */
export interface Patience {
  readonly waitMs: number;
  /** Hears once, before the wait, who holds it. */
  readonly onWait?: ((holder: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Real time where it is left out: others hold the lock for as long as they do. */
  readonly clock?: Clock | undefined;
}

export interface LockRun {
  /** What the holder is, for those who wait: `satchel backup`. */
  readonly command: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  /** Without it, a lock that is held fails at once. */
  readonly patience?: Patience | undefined;
}

/** A holder touches its file so often, as a sign of life for other hosts. */
const SIGN_INTERVAL_MS = 60_000;

/** Hexadecimal digits that tell one taking of a lock from all others. */
const MARK_DIGITS = 32;

const FOREIGN_HINT = `Wait until it ends: it cannot be checked from here, and counts as dead after ${formatDuration(FOREIGN_STALE_MS)} without a sign of life`;

/** How often to look whether a holder is done. */
const LOOK_MS = 250;

/** How long to step back where several want the lock at one moment. */
const STEP_BACK_MS = { min: 2, max: 20 };

/** So many looks at a lock without a holder mean that whoever was about to take it is gone. */
const LOOKS_AT_NOBODY = 40;

/** So many times somebody else was faster: then this is no coincidence. */
const MAX_STEPS_BACK = 800;

/**
 * Takes the lock, or fails with `locked`, naming the holder. It is a directory with one file: who makes the directory, or
 * removes the file of a dead holder, puts a file of his own there. The name of that file is never used again, so that
 * removing a dead one never hits a living one, and its presence proves the lock, whatever happened meanwhile. It rests on
 * nothing but exclusive making and removing, which every file system has.
 */
export async function acquireLock(path: string, { command, startedAt, patience }: LockRun): Promise<Lock> {
  const mark = createSystemRandom().hex(MARK_DIGITS);
  const holder: LockHolder = { ...(await ownIdentity()), command, startedAt };
  const taking = { path, file: join(path, `${mark}${HOLDER_ENDING}`), text: `${JSON.stringify(holder)}\n` };
  try {
    await takeInTurn(taking, patience);
  } catch (error) {
    throw fileFailure(error, 'make the lock', path);
  }
  const stopSigns = keepFresh(taking.file, taking.text, SIGN_INTERVAL_MS);
  return {
    ...joinLock(taking.file),
    async release() {
      stopSigns();
      await leave(taking);
    },
  };
}

/** A lock that another thread of this process holds: it alone gives it back. */
export function joinLock(file: string): Lock {
  const isHeld = () => existsSync(file);
  return {
    file,
    isHeld,
    requireHeld() {
      if (!isHeld()) {
        throw new Failure(
          'locked',
          `Cannot continue: another run took over the lock "${file}" while this one was suspended`,
          {
            hint: 'Run the same command again: it continues with what is there',
          },
        );
      }
    },
    release: async () => undefined,
  };
}

interface Taking {
  readonly path: string;
  readonly file: string;
  readonly text: string;
}

async function takeInTurn(taking: Taking, patience: Patience | undefined): Promise<void> {
  const clock = patience?.clock ?? createSystemClock();
  const random = createSystemRandom();
  let waitedMs = 0;
  let stepsBack = 0;
  for (;;) {
    patience?.signal?.throwIfAborted();
    const found = await tryToTake(taking);
    if (found === 'taken') {
      return;
    }
    if (found !== 'nobody') {
      if (waitedMs >= (patience?.waitMs ?? 0)) {
        throw await heldFailure(taking.path, found);
      }
      if (waitedMs === 0) {
        patience?.onWait?.(describeHolder(found));
      }
      waitedMs += LOOK_MS;
      stepsBack = 0;
      await clock.sleep(LOOK_MS, patience?.signal);
      continue;
    }
    stepsBack += 1;
    if (stepsBack === MAX_STEPS_BACK) {
      throw new Failure('locked', `Cannot lock "${taking.path}": other runs keep taking it`);
    }
    if (stepsBack % LOOKS_AT_NOBODY === 0) {
      await removeEmpty(taking.path);
    }
    await createSystemClock().sleep(random.integer(STEP_BACK_MS.min, STEP_BACK_MS.max), patience?.signal);
  }
}

/** Who holds it, or `nobody` where somebody is about to take it or to give it back: then look again. */
async function tryToTake(taking: Taking): Promise<'taken' | 'nobody' | LockHolder> {
  const { path, file } = taking;
  if (!(await makeDirectory(path))) {
    const before = await findHolder(path);
    if (before !== 'dead') {
      return before;
    }
  }
  if (!writeHolder(taking)) {
    return 'nobody';
  }
  // Whoever saw a directory without a holder for long may have made another one: of two, at least one sees both files.
  const files = await filesIn(path);
  if (files.length === 1 && existsSync(file)) {
    return 'taken';
  }
  await leave(taking);
  return 'nobody';
}

/** True where the directory was not there. */
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

/** The living holder, `dead` where this process removed the file of the last dead one, or `nobody`. */
async function findHolder(path: string): Promise<LockHolder | 'dead' | 'nobody'> {
  let isMine = false;
  for (const file of await filesIn(path)) {
    const holder = await readHolder(file);
    const isTorn = holder === undefined && file === path; // Those of an older Satchel appear whole.
    if (!isTorn && !(await isOver(file, holder))) {
      return holder ?? 'nobody'; // One that is just being written.
    }
    isMine = (await removeFile(file)) || isMine;
  }
  return isMine ? 'dead' : 'nobody';
}

async function filesIn(path: string): Promise<readonly string[]> {
  try {
    return (await readdir(path))
      .filter((name) => name.endsWith(HOLDER_ENDING))
      .map((name) => join(path, name));
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return code === 'ENOENT' ? [] : [path]; // The lock of an older Satchel is one file.
    }
    throw error;
  }
}

/** True for the one process that removed it. */
async function removeFile(path: string): Promise<boolean> {
  try {
    await unlink(path); // `rm` would say nothing of a file that is gone.
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return false;
    }
    throw error;
  }
}

/** False where the directory is gone. Nothing comes between making the file and writing it but the end of the process. */
function writeHolder({ file, text }: Taking): boolean {
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

async function leave({ path, file }: Taking): Promise<void> {
  await rm(file, { force: true });
  await removeDirectory(path);
}

/** Removes what a process left that died between making the directory and its file, or between removing the two. */
async function removeEmpty(path: string): Promise<void> {
  for (const name of await readdir(path).catch(() => [])) {
    if (!name.endsWith(HOLDER_ENDING)) {
      await rm(join(path, name), { force: true });
    }
  }
  await removeDirectory(path);
}

/** One that has files again, or is gone, is somebody else's business. */
async function removeDirectory(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error;
    }
  }
}

async function heldFailure(path: string, holder: LockHolder): Promise<Failure> {
  const { command, startedAt, pid, host } = holder;
  const canAsk = (await isProcessOver(holder)) !== 'unknown';
  return new Failure('locked', `Cannot lock "${path}": ${describeHolder(holder)}`, {
    details: { command, startedAt, pid, host },
    ...(canAsk ? {} : { hint: FOREIGN_HINT }),
  });
}
