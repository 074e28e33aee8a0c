import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IS_LONG } from './long-run.ts';

const MEMORY = '/dev/shm';

/** Several times what all tests need at once. */
const MIN_BYTES = 4 * 1024 ** 3;

/**
 * Makes a folder for the files of a run: in memory where the system offers that, as tests make and remove hundreds of
 * thousands of small files, which is a quarter of the kernel's work on a disk. A long run, and one whose `TMPDIR` is set, use
 * the disk.
 */
export function makeTemporaryFolder(): string {
  const place = process.env['TMPDIR'] === undefined && !IS_LONG && hasMemory() ? MEMORY : tmpdir();
  removeAbandoned(place);
  return mkdtempSync(join(place, `satchel-test-${process.pid}-`));
}

/** Tests also write programs, which must be allowed to run. */
function hasMemory(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8');
    const [, options] = / \/dev\/shm tmpfs (\S+)/.exec(mounts) ?? [];
    const { bavail, bsize } = statfsSync(MEMORY);
    return options !== undefined && !/\b(?:noexec|ro)\b/.test(options) && bavail * bsize >= MIN_BYTES;
  } catch {
    return false; // Another system.
  }
}

/** Removes what killed runs have left: memory is not emptied at the next start. */
function removeAbandoned(place: string): void {
  for (const name of readdirSync(place)) {
    const [, owner] = /^satchel-test-(\d+)-/.exec(name) ?? [];
    if (owner !== undefined && !isAlive(Number(owner))) {
      rmSync(join(place, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
