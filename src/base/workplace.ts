import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BaseFailure, systemErrorCode } from './failure.ts';
import { acquireLock, type Lock } from './lock.ts';

/** A private temporary folder for unfinished files. */
export interface Workplace {
  /** An empty folder that only its owner can read. */
  readonly path: string;
  /** Where to move what is being replaced: it survives a crash until some later work here succeeds. */
  readonly asidePath: string;
  /** Removes the folder; if the work `hasSucceeded`, also what crashed processes had moved aside. */
  close(outcome?: { readonly hasSucceeded: boolean }): Promise<void>;
}

/** The lock within a workplace. */
const OWNER = 'owner';

/** What `mkdtemp` appends to a prefix. */
const RANDOM_SUFFIX = /^[A-Za-z0-9]{6}$/;

/** A workplace without an owner is just being created, unless its process was killed meanwhile. */
const OWNERLESS_STALE_MS = 60 * 60_000;

/** Creates a workplace in `parent` whose name begins with `prefix`, and removes those that killed processes left there. */
export async function openWorkplace(parent: string, prefix: string): Promise<Workplace> {
  await sweepWorkplaces(parent, prefix, { hasSucceeded: false });
  const folder = await mkdtemp(join(parent, prefix));
  const owner = await ownFolder(folder);
  const path = join(folder, 'work');
  const asidePath = join(folder, 'aside');
  await mkdir(path, { mode: 0o700 });
  return {
    path,
    asidePath,
    async close({ hasSucceeded } = { hasSucceeded: false }) {
      await rm(path, { recursive: true, force: true });
      await rm(asidePath, { recursive: true, force: true });
      await owner.release();
      await rm(folder, { recursive: true, force: true });
      if (hasSucceeded) {
        await sweepWorkplaces(parent, prefix, { hasSucceeded });
      }
    },
  };
}

/** Locks a folder of unfinished work; with `isSweep`, only to remove it. */
export async function ownFolder(folder: string, isSweep = false): Promise<Lock> {
  return await acquireLock(join(folder, OWNER), { command: 'satchel', isSweep });
}

async function sweepWorkplaces(
  parent: string,
  prefix: string,
  { hasSucceeded }: { readonly hasSucceeded: boolean },
): Promise<void> {
  const names = await readdir(parent).catch(() => []); // Creating the new workplace will report the error.
  for (const name of names) {
    if (name.startsWith(prefix) && RANDOM_SUFFIX.test(name.slice(prefix.length))) {
      await sweepIfLeft(join(parent, name), hasSucceeded).catch(ignoreSystemError);
    }
  }
}

/** Removes a workplace without a living owner; ignores folders of other users, and what merely has a similar name. */
async function sweepIfLeft(folder: string, hasSucceeded: boolean): Promise<void> {
  const stats = await lstat(folder);
  const isOurs = stats.isDirectory() && stats.uid === (process.getuid?.() ?? stats.uid);
  const names = isOurs ? await readdir(folder) : [];
  const mayGo = names.includes(OWNER)
    ? hasSucceeded || !names.includes('aside')
    : Date.now() - stats.mtimeMs > OWNERLESS_STALE_MS;
  if (isOurs && mayGo) {
    const owner = await ownFolder(folder, true);
    await rm(folder, { recursive: true, force: true });
    await owner.release();
  }
}

/** A folder that is gone, in use, or not removable does not prevent our own work. */
function ignoreSystemError(error: unknown): void {
  if (systemErrorCode(error) === undefined && !(error instanceof BaseFailure)) {
    throw error;
  }
}
