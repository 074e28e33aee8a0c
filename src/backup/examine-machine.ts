import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import { formatSize } from '../base/sizes.ts';
import { findGit } from '../git/run-git.ts';
import { Failure } from '../model/failure.ts';
import { requireDriver } from '../store/driver.ts';
import { type Check, checkThat, type Outcome } from './check.ts';

/** The oldest supported version of Node.js. */
const OLDEST_NODE = '20.18.1';

/** Less free space is too little for the archive of a few small repositories. */
const LITTLE_ROOM_BYTES = 1024 ** 3;
const NO_ROOM_BYTES = 64 * 1024 ** 2;

const GIT_TIMEOUT_MS = 5_000;

/** Checks the programs that Satchel needs. */
export async function examineMachine(searchPath: string, signal: AbortSignal): Promise<readonly Check[]> {
  return [
    await checkThat('Node.js', () => {
      const { node } = process.versions;
      const isOld = node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0;
      return isOld ? { found: node, cure: `Install Node.js ${OLDEST_NODE} or newer`, exit: 'failed' } : node;
    }),
    // Without SQLite's driver nothing can be loaded, so no backup is possible.
    await checkThat('SQLite', () => {
      const { sqliteVersion, name } = requireDriver();
      return `${sqliteVersion} by ${name}`;
    }),
    await checkThat('git', () => lookForGit(searchPath, signal)),
  ];
}

/** Without git, archives are still downloaded and loaded, but repositories are neither checked nor shown. */
async function lookForGit(searchPath: string, signal: AbortSignal): Promise<Outcome> {
  try {
    return await findGit({ searchPath, signal, timeoutMs: GIT_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    const found = error.code === 'git-missing' ? 'not installed' : error.message;
    return { found, cure: 'Install git: it checks and reads the repositories of archives' };
  }
}

/** Checks the free space where the vault or the store is or will be. */
export async function checkDisk(path: string): Promise<Check> {
  return await checkThat('disk', async () => {
    const { bavail, bsize } = await statNearest(path);
    const freeBytes = bavail * bsize;
    const found = `${formatSize(freeBytes)} free at ${path}`;
    if (freeBytes >= LITTLE_ROOM_BYTES) {
      return found;
    }
    const cure = 'Free some space, or name another place for the vault';
    return freeBytes < NO_ROOM_BYTES ? { found, cure, exit: 'failed' } : { found, cure };
  });
}

/** A path that does not exist will be created on the disk of its nearest existing parent folder. */
async function statNearest(path: string): Promise<{ readonly bavail: number; readonly bsize: number }> {
  try {
    return await statfs(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || dirname(path) === path) {
      throw fileFailure(error, 'find the free space at', path);
    }
    return await statNearest(dirname(path));
  }
}
