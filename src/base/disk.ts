import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { systemErrorCode } from './failure.ts';
import { makeFolder } from './make-folder.ts';

/** The operations that durability depends on. They are injected, so that a test can cut the power between any two. */
export interface Disk {
  /** Opens a file for reading and writing; creates it with mode 0600 if it is absent. */
  open(path: string): Promise<DiskFile>;
  /** Renames a file, replacing any existing one; durable after `syncDirectory`. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file if it exists. */
  remove(path: string): Promise<void>;
  /** Creates a directory and its parents, durably and with mode 0700. */
  makeDirectory(path: string): Promise<void>;
  /** Makes the names in a directory durable. */
  syncDirectory(path: string): Promise<void>;
  /** Free bytes available to this user; undefined if the file system does not report them. */
  freeBytes(directory: string): Promise<number | undefined>;
}

export interface DiskFile {
  sizeBytes(): Promise<number>;
  /** Reads into `buffer` from `position`; returns the number of bytes read. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Writes all of the bytes. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  truncate(sizeBytes: number): Promise<void>;
  /** Makes what was written durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A link in the place of a file would lead to another one. Windows has no such flag. */
const OPENED = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

export function createSystemDisk(): Disk {
  return {
    open: async (path) => openedFile(await open(path, OPENED, 0o600)),
    rename,
    remove: async (path) => await rm(path, { force: true }),
    makeDirectory,
    syncDirectory,
    async freeBytes(directory) {
      const { bavail, blocks, bsize } = await statfs(directory);
      return blocks === 0 ? undefined : bavail * bsize;
    },
  };
}

function openedFile(file: FileHandle): DiskFile {
  return {
    sizeBytes: async () => (await file.stat()).size,
    read: async (buffer, position) => (await file.read(buffer, 0, buffer.byteLength, position)).bytesRead,
    async write(bytes, position) {
      let written = 0;
      while (written < bytes.byteLength) {
        const rest = bytes.subarray(written);
        const { bytesWritten } = await file.write(rest, 0, rest.byteLength, position + written);
        written += bytesWritten;
      }
    },
    truncate: async (sizeBytes) => await file.truncate(sizeBytes),
    sync: async () => await file.sync(),
    close: async () => await file.close(),
  };
}

async function makeDirectory(path: string): Promise<void> {
  const first = await makeFolder(path); // The files are private.
  if (first === undefined) {
    return;
  }
  const top = dirname(resolve(first));
  for (let made = resolve(path); made !== top; made = dirname(made)) {
    await syncDirectory(dirname(made));
  }
}

/** Number of files that are synced at a time: the file system then writes them together. */
const FILES_AT_A_TIME = 32;

/** Syncs closed files to disk, so that they survive a power failure. */
export async function syncFiles(paths: readonly string[], signal?: AbortSignal): Promise<void> {
  for (let start = 0; start < paths.length; start += FILES_AT_A_TIME) {
    signal?.throwIfAborted();
    await Promise.all(paths.slice(start, start + FILES_AT_A_TIME).map((path) => sync(path, 'r+')));
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

/** Makes the names in directories durable. */
export async function syncDirectories(paths: Iterable<string>): Promise<void> {
  for (const path of paths) {
    await syncDirectory(path);
  }
}

/** Does nothing on systems that cannot open a directory (Windows). */
async function syncDirectory(directory: string): Promise<void> {
  try {
    await sync(directory, 'r');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'EISDIR' && code !== 'EPERM' && code !== 'EACCES' && code !== 'EINVAL') {
      throw error;
    }
  }
}

/**
 * A disk that calls `requireHeld` before each change: a process that was suspended until another one took over its lock
 * fails before its next write, not after it.
 */
export function createFencedDisk(disk: Disk, requireHeld: () => void): Disk {
  const fenced = async <Result>(change: () => Promise<Result>): Promise<Result> => {
    requireHeld();
    return await change();
  };
  return {
    ...disk,
    open: async (path) => fencedFile(await fenced(() => disk.open(path)), fenced),
    rename: async (from, to) => await fenced(() => disk.rename(from, to)),
    remove: async (path) => await fenced(() => disk.remove(path)),
    makeDirectory: async (path) => await fenced(() => disk.makeDirectory(path)),
  };
}

function fencedFile(
  file: DiskFile,
  fenced: <Result>(change: () => Promise<Result>) => Promise<Result>,
): DiskFile {
  return {
    sizeBytes: () => file.sizeBytes(),
    read: (buffer, position) => file.read(buffer, position),
    write: async (bytes, position) => await fenced(() => file.write(bytes, position)),
    truncate: async (sizeBytes) => await fenced(() => file.truncate(sizeBytes)),
    sync: () => file.sync(),
    close: () => file.close(),
  };
}
