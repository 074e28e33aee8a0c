import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  createSystemRandom,
  Failure,
  fileFailure,
  isAlive,
  isJsonObject,
  isProcessOver,
  keepFresh,
  ownIdentity,
  type ProcessIdentity,
  parseJson,
  silenceOfMs,
  systemErrorCode,
} from '../base/index.ts';

/** What a run writes into its lock. */
interface LockRun {
  readonly command: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
}

/** Who holds a lock. */
interface LockHolder extends ProcessIdentity, LockRun {
  /** Tells one taking of the lock from all others. */
  readonly mark: string;
}

/** Hexadecimal digits that tell one taking of a lock from all others. */
const MARK_DIGITS = 32;

/** A holder touches its lock so often, as a sign of life for other hosts. */
const SIGN_INTERVAL_MS = 60_000;

/** A holder on another host, or in another container, that gave no sign of life for so long is taken for dead. */
export const FOREIGN_STALE_MS = 15 * SIGN_INTERVAL_MS;

/** Locks under which dead locks are removed can be dead themselves: one more for each process that died just there. */
const MAX_DEPTH = 4;

/**
 * Creates the lock file or fails with `locked`, naming the holder. A dead process cannot keep it: on this host its
 * birth tells, on others its silence. Call the answer to give the lock back.
 */
export async function acquireLock(path: string, run: LockRun): Promise<() => Promise<void>> {
  const holder: LockHolder = {
    ...(await ownIdentity()),
    ...run,
    mark: createMark(),
  };
  await takeLock({ path, holder, depth: 0 });
  await removeLeftovers(path);
  const stopSigns = keepFresh(path, SIGN_INTERVAL_MS);
  return async () => {
    stopSigns();
    await giveBack(path, holder);
  };
}

/** Two processes never have the same. */
function createMark(): string {
  return createSystemRandom().hex(MARK_DIGITS);
}

interface Taking {
  readonly path: string;
  readonly holder: LockHolder;
  readonly depth: number;
}

async function takeLock(taking: Taking): Promise<void> {
  const { path, depth } = taking;
  if (await createLock(taking)) {
    return;
  }
  await requireDead(path);
  if (depth === MAX_DEPTH || !(await replaceLock(taking))) {
    throw new Failure('locked', `Cannot lock "${path}": another run took it at the same moment`);
  }
}

/**
 * Puts our lock in the place of a dead one. One process does so at a time, under a lock of its own: a second one would
 * remove what the first has just made.
 */
async function replaceLock(taking: Taking): Promise<boolean> {
  const { path, holder, depth } = taking;
  const guardPath = `${path}.break`;
  await takeLock({ path: guardPath, holder, depth: depth + 1 });
  try {
    await requireDead(path); // Somebody else may have replaced it before us.
    await rm(path, { force: true });
    return await createLock(taking);
  } finally {
    await giveBack(guardPath, holder);
  }
}

/** Links a finished file to the lock's name, so that nobody ever sees a lock without its holder. */
async function createLock({ path, holder }: Taking): Promise<boolean> {
  const ownPath = `${path}.${process.pid}.${createMark()}`;
  try {
    await writeFile(ownPath, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
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

async function giveBack(path: string, { mark }: LockHolder): Promise<void> {
  if ((await readHolder(path))?.mark === mark) {
    await rm(path, { force: true });
  }
}

/** Fails with `locked` where somebody alive holds the lock. */
async function requireDead(path: string): Promise<void> {
  const holder = await readHolder(path);
  if (holder === undefined || (await isDead(path, holder))) {
    return;
  }
  const { command, startedAt, pid, host } = holder;
  throw new Failure(
    'locked',
    `Cannot lock "${path}": "${command}" holds it since ${startedAt} (process ${pid} on ${host})`,
    { details: { command, startedAt, pid, host } },
  );
}

async function isDead(path: string, holder: LockHolder): Promise<boolean> {
  const isOver = await isProcessOver(holder);
  if (isOver !== 'unknown') {
    return isOver;
  }
  const silenceMs = await silenceOfMs(path);
  return silenceMs === undefined || silenceMs > FOREIGN_STALE_MS;
}

/** The holder written in the file, or undefined where the file is gone or unreadable: then nobody can hold it. */
async function readHolder(path: string): Promise<LockHolder | undefined> {
  try {
    const value = parseJson(await readFile(path, 'utf8'));
    if (!isJsonObject(value)) {
      return undefined;
    }
    const { pid, host, bootId, startTicks, command, startedAt, mark } = value;
    return typeof pid === 'number' && typeof host === 'string'
      ? {
          pid,
          host,
          bootId: typeof bootId === 'string' ? bootId : undefined,
          startTicks: typeof startTicks === 'string' ? startTicks : undefined,
          command: String(command),
          startedAt: String(startedAt),
          mark: String(mark),
        }
      : undefined;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw fileFailure(error, 'read the lock', path);
  }
}

/** Removes what killed processes left beside the lock. Those of other hosts are theirs. */
async function removeLeftovers(path: string): Promise<void> {
  const prefix = `${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const pid = Number(/^(\d+)\.[0-9a-f]{32}$/.exec(rest)?.[1] ?? 0);
    const isLeft =
      pid > 0
        ? !isAlive(pid)
        : /^break(\.break)*$/.test(rest) && (await readHolder(join(dirname(path), name))) === undefined;
    if (isLeft) {
      await rm(join(dirname(path), name), { force: true });
    }
  }
}
