import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { systemErrorCode } from './failure.ts';
import { fileFailure } from './file-failure.ts';

const PRIVATE = 0o700;

interface FolderOptions {
  /** The mode of each created folder; by default only its owner can use it, because it may contain private work. */
  readonly mode?: number;
}

/**
 * Creates a folder and its parents; returns the first that was created, undefined if all existed. Node's `recursive`
 * loops forever in a folder such as `/proc`, where `mkdir` answers ENOENT although the parent exists.
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
    await mkdir(target, { mode: PRIVATE, ...options });
    return target;
  } catch (error) {
    if ((await stat(target).catch(() => undefined))?.isDirectory() === true) {
      return undefined;
    }
    throw error;
  }
}

/** Creates a folder that only its owner can read. Throws what `fileFailure` returns. */
export async function makePrivateFolder(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    throw fileFailure(error, 'make the folder', path);
  }
}

/** `makeFolder` for synchronous callers. */
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
    mkdirSync(target, { mode: PRIVATE, ...options });
  } catch (error) {
    if (statSync(target, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw error;
    }
  }
}

function mayLackParent(target: string, error: unknown): boolean {
  return systemErrorCode(error) === 'ENOENT' && dirname(target) !== target;
}
