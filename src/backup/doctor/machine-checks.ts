import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure, formatSize, systemErrorCode } from '../../base/index.ts';
import { findGit } from '../../git/index.ts';
import { requireDriver } from '../../store/index.ts';
import type { Check } from './check.ts';
import { failedCheck } from './service-checks.ts';

/** The oldest supported version of Node.js. */
const OLDEST_NODE = [20, 18, 1] as const;

/** Less free space is too little for the archive of a few small repositories. */
const LITTLE_ROOM_BYTES = 1024 ** 3;
const NO_ROOM_BYTES = 64 * 1024 ** 2;

const GIT_TIMEOUT_MS = 5_000;

export function checkNode(version = process.versions.node): Check {
  const parts = version.split('.').map(Number);
  const firstOther = OLDEST_NODE.findIndex((part, index) => parts[index] !== part);
  const isNewEnough = firstOther === -1 || (parts[firstOther] ?? 0) > (OLDEST_NODE[firstOther] ?? 0);
  return isNewEnough
    ? { name: 'Node.js', verdict: 'ok', found: version }
    : {
        name: 'Node.js',
        verdict: 'fault',
        found: version,
        cure: `Install Node.js ${OLDEST_NODE.join('.')} or newer`,
        exit: 'failed',
      };
}

/** Without SQLite's driver nothing can be loaded, so no backup is possible. */
export function checkSqlite(): Check {
  try {
    const { sqliteVersion, name } = requireDriver();
    return { name: 'SQLite', verdict: 'ok', found: `${sqliteVersion} by ${name}` };
  } catch (error) {
    return failedCheck('SQLite', error);
  }
}

/** Without git, archives are still downloaded and loaded, but repositories are neither checked nor shown. */
export async function checkGit(searchPath: string, signal: AbortSignal): Promise<Check> {
  try {
    return {
      name: 'git',
      verdict: 'ok',
      found: await findGit({ searchPath, signal, timeoutMs: GIT_TIMEOUT_MS }),
    };
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    return {
      name: 'git',
      verdict: 'warning',
      found: error.code === 'git-missing' ? 'not installed' : error.message,
      cure: 'Install git: it checks and reads the repositories of archives',
    };
  }
}

/** Checks the free space where the vault or the store is or will be. */
export async function checkDisk(path: string): Promise<Check> {
  const { bavail, bsize } = await statNearest(path);
  const freeBytes = bavail * bsize;
  const found = `${formatSize(freeBytes)} free at ${path}`;
  if (freeBytes >= LITTLE_ROOM_BYTES) {
    return { name: 'disk', verdict: 'ok', found };
  }
  const cure = 'Free some space, or name another place with --vault';
  return freeBytes < NO_ROOM_BYTES
    ? { name: 'disk', verdict: 'fault', found, cure, exit: 'failed' }
    : { name: 'disk', verdict: 'warning', found, cure };
}

/** A path that does not exist will be created on the disk of its nearest existing parent folder. */
async function statNearest(path: string): Promise<{ readonly bavail: number; readonly bsize: number }> {
  try {
    return await statfs(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || dirname(path) === path) {
      throw error;
    }
    return await statNearest(dirname(path));
  }
}
