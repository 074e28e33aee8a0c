import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { systemErrorCode } from './failure.ts';
import { fileFailure } from './file-failure.ts';

/** How a folder is made. */
interface FolderOptions {
  /** The mode of each folder that is made; the system's default without it. */
  readonly mode?: number;
}

/**
 * Makes a folder and those above it; gives the first that was made, undefined where all were there. Node's `recursive`
 * tries for ever where nothing can be made in a folder that is there, as in `/proc`: `mkdir` answers ENOENT each time.
 */
export async function makeFolder(path: string, options: FolderOptions = {}): Promise<string | undefined> {
  const target = resolve(path);
  try {
    return await makeOne(target, options);
  } catch (error) {
    if (!mayLackParent(target, error)) {
      throw error;
    }
  }
  const first = await makeFolder(dirname(target), options);
  const own = await makeOne(target, options);
  return first ?? own;
}

async function makeOne(target: string, options: FolderOptions): Promise<string | undefined> {
  try {
    await mkdir(target, options);
    return target;
  } catch (error) {
    if ((await stat(target).catch(() => undefined))?.isDirectory() === true) {
      return undefined;
    }
    throw error;
  }
}

/** Makes a folder that only its owner may read, for callers that do nothing else there. Fails as `fileFailure` says. */
export async function makePrivateFolder(path: string): Promise<void> {
  try {
    await makeFolder(path, { mode: 0o700 });
  } catch (error) {
    throw fileFailure(error, 'make the folder', path);
  }
}

/** `makeFolder` for callers that cannot wait. */
export function makeFolderSync(path: string, options: FolderOptions = {}): void {
  const target = resolve(path);
  try {
    makeOneSync(target, options);
  } catch (error) {
    if (!mayLackParent(target, error)) {
      throw error;
    }
    makeFolderSync(dirname(target), options);
    makeOneSync(target, options);
  }
}

function makeOneSync(target: string, options: FolderOptions): void {
  try {
    mkdirSync(target, options);
  } catch (error) {
    if (statSync(target, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw error;
    }
  }
}

function mayLackParent(target: string, error: unknown): boolean {
  return systemErrorCode(error) === 'ENOENT' && dirname(target) !== target;
}
