import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from './failure.ts';
import { fileFailure } from './file-failure.ts';

/** The name under which a file grows until it is whole. */
export function partPathOf(path: string): string {
  return `${path}.part`;
}

/** Writes `content` so that `path` either keeps its old content or has all of the new one, also after a power cut. */
export async function writeWholeFile(path: string, content: string | Uint8Array): Promise<void> {
  // A name of its own: two processes may write the same file at the same time, and the later one wins whole.
  const partPath = partPathOf(`${path}.${randomUUID()}`);
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(partPath, 'w', 0o600);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    await publishFile(partPath, path);
  } catch (error) {
    await rm(partPath, { force: true }).catch(() => undefined); // The first fault is the one to tell.
    throw fileFailure(error, 'write', path);
  }
}

/** Gives a finished part file its final name: fsync, rename, fsync of the directory. */
export async function publishFile(partPath: string, path: string): Promise<void> {
  const file = await open(partPath, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partPath, path);
  await syncDirectory(dirname(path));
}

/** Makes a rename in `directory` durable. Systems that cannot open a directory (Windows) have no such step. */
async function syncDirectory(directory: string): Promise<void> {
  try {
    const handle = await open(directory, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'EISDIR' && code !== 'EPERM' && code !== 'EACCES' && code !== 'EINVAL') {
      throw error;
    }
  }
}
