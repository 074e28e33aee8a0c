import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, systemErrorCode } from './failure.ts';
import { acquireLock } from './lock.ts';

/** A private folder for what is being made, until it has its final name or is not needed any more. */
export interface Workplace {
  /** An empty folder, for the eyes of its owner only. */
  readonly path: string;
  /** Where something may step aside for what replaces it: it is kept until somebody here has come to a good end. */
  readonly asidePath: string;
  /** Removes it with all that is in it; where the work `hasSucceeded`, also what stepped aside for others and is still there. */
  close(outcome?: { readonly hasSucceeded: boolean }): Promise<void>;
}

/** Says within a workplace whose it is. */
const OWNER = 'owner';

/** What `mkdtemp` puts behind a prefix. */
const CHANCE = /^[A-Za-z0-9]{6}$/;

/** A workplace without an owner is one that is just being made, or one of an older Satchel. */
const OWNERLESS_STALE_MS = 60 * 60_000;

/**
 * Makes a workplace in `parent`, with a name that begins with `prefix`. Those that killed processes left there are removed;
 * one whose owner lives is not touched.
 */
export async function openWorkplace(parent: string, prefix: string): Promise<Workplace> {
  await sweepWorkplaces(parent, prefix, { hasSucceeded: false });
  const folder = await mkdtemp(join(parent, prefix));
  const owner = await own(folder);
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

async function own(folder: string) {
  return await acquireLock(join(folder, OWNER), { command: 'satchel', startedAt: new Date().toISOString() });
}

async function sweepWorkplaces(
  parent: string,
  prefix: string,
  { hasSucceeded }: { readonly hasSucceeded: boolean },
): Promise<void> {
  const names = await readdir(parent).catch(() => []); // Whoever makes something there will hear why not.
  for (const name of names) {
    if (name.startsWith(prefix) && CHANCE.test(name.slice(prefix.length))) {
      await sweepIfLeft(join(parent, name), hasSucceeded).catch(ignoreSystemError);
    }
  }
}

/** Folders of other users are theirs, and so is what only has a name like ours. */
async function sweepIfLeft(folder: string, hasSucceeded: boolean): Promise<void> {
  const stats = await lstat(folder);
  const isOurs = stats.isDirectory() && stats.uid === (process.getuid?.() ?? stats.uid);
  const names = isOurs ? await readdir(folder) : [];
  const mayGo = names.includes(OWNER)
    ? hasSucceeded || !names.includes('aside')
    : Date.now() - stats.mtimeMs > OWNERLESS_STALE_MS;
  if (isOurs && mayGo) {
    const owner = await own(folder);
    await rm(folder, { recursive: true, force: true });
    await owner.release();
  }
}

/** It is gone, somebody lives in it, or it may not be removed: none of it keeps anybody from working. */
function ignoreSystemError(error: unknown): void {
  if (systemErrorCode(error) === undefined && !(error instanceof Failure)) {
    throw error;
  }
}
