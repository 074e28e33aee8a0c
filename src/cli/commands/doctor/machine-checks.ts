import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatSize, messageOf, systemErrorCode } from '../../../base/index.ts';
import type { Context } from '../../context.ts';
import type { Check } from './check.ts';

/** The oldest Node.js that Satchel runs on. */
const OLDEST_NODE = [20, 18, 1] as const;

/** Less room than this is too little for the archive of a few small repositories. */
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

/** Without git, archives are downloaded and loaded all the same; repositories are neither judged nor shown. */
export async function checkGit({ env, signal }: Pick<Context, 'env' | 'signal'>): Promise<Check> {
  return await new Promise((resolve) => {
    execFile('git', ['--version'], { env, signal, timeout: GIT_TIMEOUT_MS }, (error, stdout) => {
      resolve(
        error === null
          ? { name: 'git', verdict: 'ok', found: stdout.trim().replace(/^git version /, '') }
          : {
              name: 'git',
              verdict: 'warning',
              found: systemErrorCode(error) === 'ENOENT' ? 'not installed' : messageOf(error).trim(),
              cure: 'Install git, to judge and read the repositories of archives',
            },
      );
    });
  });
}

/** Room where the vault, or the store, is or will be. */
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

/** What does not exist yet will be made on the disk of the nearest folder above it. */
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
