import { open } from 'node:fs/promises';
import { systemErrorCode } from '../../base/index.ts';

/** Number of files that are synced at a time: the file system then writes them together. */
const FILES_AT_A_TIME = 32;

/** Errors of systems that cannot sync a directory (Windows). */
const UNABLE: ReadonlySet<string> = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL']);

/** Syncs files to disk, so that they survive a power failure. */
export async function syncFiles(paths: readonly string[], signal?: AbortSignal): Promise<void> {
  for (let start = 0; start < paths.length; start += FILES_AT_A_TIME) {
    signal?.throwIfAborted();
    await Promise.all(paths.slice(start, start + FILES_AT_A_TIME).map((path) => sync(path, 'r+')));
  }
}

/** Makes the creation, renaming and removal of files in directories durable. */
export async function syncDirectories(paths: Iterable<string>): Promise<void> {
  for (const path of paths) {
    try {
      await sync(path, 'r');
    } catch (error) {
      if (!UNABLE.has(systemErrorCode(error) ?? '')) {
        throw error;
      }
    }
  }
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
