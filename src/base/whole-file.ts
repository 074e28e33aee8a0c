import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createSystemDisk, type Disk } from './disk.ts';
import { fileFailure } from './file-failure.ts';

/** The name of a file while it is being written. */
export function partPathOf(path: string): string {
  return `${path}.part`;
}

/** True for the name of a part file of `writeWholeFile`, of a current or a killed process. */
export function isWholeFilePart(name: string): boolean {
  return /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/.test(name);
}

/** Writing takes moments, so older part files were left by killed processes. */
const OLD_PART_MS = 60 * 60_000;

/** Removes old part files from a directory: those whose names begin with `name`. */
export async function removeOldParts(directory: string, name = ''): Promise<void> {
  for (const part of (await readdir(directory)).filter(isWholeFilePart)) {
    const path = join(directory, part);
    const stats = part.startsWith(name) ? await stat(path).catch(() => undefined) : undefined;
    if (stats !== undefined && Date.now() - stats.mtimeMs > OLD_PART_MS) {
      await rm(path, { force: true });
    }
  }
}

/** Writes a file atomically: even after a power cut, it has either its old content or all of the new. */
export async function writeWholeFile(
  path: string,
  content: string | Uint8Array,
  disk: Disk = createSystemDisk(),
): Promise<void> {
  // The name is unique: if two processes write the same file at the same time, the later one wins.
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
    await removeOldParts(dirname(path), `${basename(path)}.`).catch(() => undefined); // Best effort.
  } catch (error) {
    await disk.remove(partPath).catch(() => undefined); // The first error is the one to report.
    throw fileFailure(error, 'write', path);
  }
}

/**
 * Writes a stream to a file, atomically and in constant memory: to a part file, which replaces `path` when it is
 * complete and is removed otherwise. The directory must exist; errors of the disk and of the stream are thrown as they
 * are. Returns the size in bytes.
 */
export async function streamWholeFile(
  path: string,
  content: AsyncIterable<Uint8Array>,
  disk: Disk = createSystemDisk(),
): Promise<number> {
  const partPath = partPathOf(path);
  try {
    const file = await disk.open(partPath);
    let sizeBytes = 0;
    try {
      await file.truncate(0);
      for await (const chunk of content) {
        await file.write(chunk, sizeBytes);
        sizeBytes += chunk.byteLength;
      }
    } finally {
      await file.close();
    }
    await publishFile(partPath, path, disk);
    return sizeBytes;
  } catch (error) {
    await disk.remove(partPath).catch(() => undefined); // The first error is the one to report.
    throw error;
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
 * Writes all bytes to an open file, in several calls if necessary, from `position` or the file's current position.
 * Throws the system's errors.
 */
export function writeAll(descriptor: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length; ) {
    const at = position === undefined ? null : position + done;
    done += writeSync(descriptor, bytes, done, bytes.length - done, at);
  }
}
