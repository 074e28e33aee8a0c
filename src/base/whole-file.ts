import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createSystemDisk, type Disk } from './disk.ts';
import { fileFailure } from './file-failure.ts';

/** The name under which a file grows until it is whole. */
export function partPathOf(path: string): string {
  return `${path}.part`;
}

/** True for the part files of `writeWholeFile`: the run that was writing one of these is over, or is under way. */
export function isWholeFilePart(name: string): boolean {
  return /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/.test(name);
}

/** A whole file is written within moments: parts that are older were left by killed processes. */
const OLD_PART_MS = 60 * 60_000;

/** Removes part files that killed processes left in a directory: those of the file `name`, or of all files. */
export async function removeOldParts(directory: string, name = ''): Promise<void> {
  for (const part of (await readdir(directory)).filter(isWholeFilePart)) {
    const path = join(directory, part);
    const stats = part.startsWith(name) ? await stat(path).catch(() => undefined) : undefined;
    if (stats !== undefined && Date.now() - stats.mtimeMs > OLD_PART_MS) {
      await rm(path, { force: true });
    }
  }
}

/** Writes `content` so that `path` either keeps its old content or has all of the new one, also after a power cut. */
export async function writeWholeFile(
  path: string,
  content: string | Uint8Array,
  disk: Disk = createSystemDisk(),
): Promise<void> {
  // A name of its own: two processes may write the same file at the same time, and the later one wins whole.
  const partPath = partPathOf(`${path}.${randomUUID()}`);
  try {
    await disk.makeDirectory(dirname(path));
    const file = await disk.open(partPath);
    try {
      await file.write(typeof content === 'string' ? Buffer.from(content) : content, 0);
    } finally {
      await file.close();
    }
    await publishFile(partPath, path, disk);
    await removeOldParts(dirname(path), `${basename(path)}.`).catch(() => undefined); // A help, never a need.
  } catch (error) {
    await disk.remove(partPath).catch(() => undefined); // The first fault is the one to tell.
    throw fileFailure(error, 'write', path);
  }
}

/** Gives a finished part file its final name: fsync, rename, fsync of the directory. */
export async function publishFile(
  partPath: string,
  path: string,
  disk: Disk = createSystemDisk(),
): Promise<void> {
  const file = await disk.open(partPath);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await disk.rename(partPath, path);
  await disk.syncDirectory(dirname(path));
}

/**
 * Writes all bytes to an open file: a single call may write only a part of them. From `position` on, in bytes, or where
 * the file stands. Throws what the system says.
 */
export function writeAll(descriptor: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length; ) {
    const at = position === undefined ? null : position + done;
    done += writeSync(descriptor, bytes, done, bytes.length - done, at);
  }
}
