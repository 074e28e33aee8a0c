import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { Failure, fileFailure, isJsonObject, systemErrorCode } from '../base/index.ts';

/** Who holds a vault, as written into its lock file. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  readonly command: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
}

/**
 * Creates the lock file or fails with `locked`, naming the holder. The file of a process that is dead on this
 * host is taken over; one from another host is respected, since its process cannot be asked from here.
 */
export async function acquireLock(path: string, holder: LockHolder): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    if (await createLock(path, holder)) {
      return () => rm(path, { force: true });
    }
    const present = await readHolder(path);
    if (present !== undefined && !isDead(present)) {
      throw new Failure(
        'locked',
        `Cannot lock "${path}": "${present.command}" holds it since ${present.startedAt} (process ${present.pid} on ${present.host})`,
        { details: { ...present } },
      );
    }
    await rm(path, { force: true });
  }
  throw new Failure('locked', `Cannot lock "${path}": another run took it at the same moment`);
}

/** Links a finished file to the lock's name, so that nobody ever sees a lock without its holder. */
async function createLock(path: string, holder: LockHolder): Promise<boolean> {
  const ownPath = `${path}.${holder.pid}`;
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

/** The holder written in the file, or undefined where the file is gone or unreadable: then nobody can hold it. */
async function readHolder(path: string): Promise<LockHolder | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!isJsonObject(value)) {
      return undefined;
    }
    const { pid, host, command, startedAt } = value;
    return typeof pid === 'number' && typeof host === 'string'
      ? { pid, host, command: String(command), startedAt: String(startedAt) }
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw fileFailure(error, 'read the lock', path);
  }
}

function isDead(holder: LockHolder): boolean {
  if (holder.host !== hostname()) {
    return false;
  }
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return systemErrorCode(error) === 'ESRCH';
  }
}
