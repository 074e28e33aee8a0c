import { readFileSync } from 'node:fs';
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { type Clock, Failure, fileFailure, isJsonObject, systemErrorCode } from '../base/index.ts';

/** Who holds a vault, as written into its lock file. */
interface LockHolder {
  readonly pid: number;
  readonly host: string;
  readonly command: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  /** What tells the process from a later one with its number, where the system says so. */
  readonly birth?: string;
}

interface LockOptions {
  readonly command: string;
  readonly host: string;
  readonly clock: Clock;
}

/** The holder touches its lock so often, as a sign of life for other hosts. */
const SIGN_INTERVAL_MS = 60_000;

/** A holder on another host, or in another container, without a sign of life for so long is taken for dead. */
const SILENCE_MS = 30 * SIGN_INTERVAL_MS;

/** Locks of locks that are taken over at most: each stands for one more process that died while it took over. */
const MAX_DEPTH = 4;

/**
 * Creates the lock file or fails with `locked`, naming the holder. A process that is dead cannot keep it: on this host
 * its number and its birth tell, on others its silence. Call the answer to give the lock back.
 */
export async function acquireLock(path: string, options: LockOptions): Promise<() => Promise<void>> {
  const { command, host, clock } = options;
  const startedAt = new Date(clock.now()).toISOString();
  const holder: LockHolder = {
    pid: process.pid,
    host,
    command,
    startedAt,
    ...birthOf(process.pid),
  };
  const own = `${JSON.stringify(holder)}\n`;
  await takeLock({ path, own, host, clock, depth: 0 });
  const stopSigns = clock.repeat(SIGN_INTERVAL_MS, () => void touch(path, clock));
  return async () => {
    stopSigns();
    await rm(path, { force: true });
  };
}

interface Taking {
  readonly path: string;
  /** What is written into the lock. */
  readonly own: string;
  readonly host: string;
  readonly clock: Clock;
  readonly depth: number;
}

async function takeLock(taking: Taking): Promise<void> {
  const { path } = taking;
  if (await createLock(taking)) {
    return;
  }
  requireDead(await readPresent(taking), path);
  if (taking.depth === MAX_DEPTH || !(await takeOver(taking))) {
    throw new Failure('locked', `Cannot lock "${path}": another run took it at the same moment`);
  }
}

/**
 * Puts our lock in the place of a dead one. Only one process may do so at a time, or the second would remove the lock
 * that the first has just made: so this is done under a lock of its own.
 */
async function takeOver(taking: Taking): Promise<boolean> {
  const { path, depth } = taking;
  const guardPath = `${path}.takeover`;
  await takeLock({ ...taking, path: guardPath, depth: depth + 1 });
  try {
    requireDead(await readPresent(taking), path); // It may have been taken over by now.
    await rm(path, { force: true });
    return await createLock(taking);
  } finally {
    await rm(guardPath, { force: true });
  }
}

/** Links a finished file to the lock's name, so that nobody ever sees a lock without its holder. */
async function createLock({ path, own, clock }: Taking): Promise<boolean> {
  const ownPath = `${path}.${process.pid}`;
  try {
    await writeFile(ownPath, own, { mode: 0o600 });
    await touch(ownPath, clock);
    await link(ownPath, path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') {
      return false;
    }
    throw fileFailure(error, 'lock', path);
  } finally {
    await rm(ownPath, { force: true });
  }
}

/** The time of a lock is its holder's last sign of life. One that is gone needs none. */
async function touch(path: string, clock: Clock): Promise<void> {
  const now = new Date(clock.now());
  await utimes(path, now, now).catch(() => undefined);
}

interface Present {
  readonly holder: LockHolder;
  readonly isDead: boolean;
}

/** The holder of the lock that is there, or undefined where it is gone or unreadable: then nobody can hold it. */
async function readPresent({ path, host, clock }: Taking): Promise<Present | undefined> {
  try {
    const { mtimeMs } = await stat(path);
    const holder = readHolder(JSON.parse(await readFile(path, 'utf8')));
    return (
      holder && {
        holder,
        isDead: holder.host === host ? isDead(holder) : clock.now() - mtimeMs > SILENCE_MS,
      }
    );
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw fileFailure(error, 'read the lock', path);
  }
}

function readHolder(value: unknown): LockHolder | undefined {
  if (!isJsonObject(value)) {
    return undefined;
  }
  const { pid, host, command, startedAt, birth } = value;
  return typeof pid === 'number' && typeof host === 'string'
    ? {
        pid,
        host,
        command: String(command),
        startedAt: String(startedAt),
        ...(typeof birth === 'string' ? { birth } : {}),
      }
    : undefined;
}

function requireDead(present: Present | undefined, path: string): void {
  if (present === undefined || present.isDead) {
    return;
  }
  const { holder } = present;
  throw new Failure(
    'locked',
    `Cannot lock "${path}": "${holder.command}" holds it since ${holder.startedAt} (process ${holder.pid} on ${holder.host})`,
    { details: { ...holder } },
  );
}

function isDead({ pid, birth }: LockHolder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemErrorCode(error) === 'ESRCH';
  }
  const present = birthOf(pid).birth;
  return birth !== undefined && present !== undefined && birth !== present;
}

/**
 * When a process was born, in the words of the system: the boot and the clock ticks since (Linux, proc(5)). Numbers of
 * processes are used again; this is not. Other systems tell nothing here.
 */
function birthOf(pid: number): { readonly birth?: string } {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? {} : { birth: `${boot}/${ticks}` };
  } catch {
    return {};
  }
}
