import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncDirectories, syncFiles } from '../../base/disk.ts';
import { systemErrorCode } from '../../base/failure.ts';
import { fileFailure } from '../../base/file-failure.ts';
import { makeFolder, makeFolderSync } from '../../base/make-folder.ts';
import { requireNoLink } from '../../base/plain-path.ts';
import { writeAll } from '../../base/whole-file.ts';
import type { FileSink } from '../../model/records.ts';
import { blobPath, type FileFolders } from '../../store/file-folders.ts';

/** Receives files and moves them, all at once, to paths named by their digests. */
export interface BlobStage {
  /** Opens a file; `keep` is called with its digest when it is complete. A file that is still open is discarded. */
  open(keep: (sha256: string, sizeBytes: number) => void): FileSink;
  /** Moves all files to their final paths, durably. */
  settle(signal?: AbortSignal): Promise<void>;
  /** Discards a file that is still open. */
  close(): void;
}

interface OpenBlob {
  readonly path: string;
  readonly descriptor: number;
}

/** Creates a stage in `directory`, which is created for the first file; it must be on the file system of the blobs. */
export function createBlobStage(folders: FileFolders, directory: string): BlobStage {
  let opened: OpenBlob | undefined;
  let openedCount = 0;
  const groups = new Set<string>();
  /** Digests of stored files that were found intact: many entries may have the same content. */
  const whole = new Set<string>();

  function attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw fileFailure(error, 'keep a file in', folders.blobs);
    }
  }

  function close(): void {
    if (opened !== undefined) {
      closeSync(opened.descriptor);
      rmSync(opened.path, { force: true });
      opened = undefined;
    }
  }

  /**
   * A file that is already stored is not stored twice, unless the stored one is corrupted: then the new one replaces
   * it.
   */
  function take({ path, descriptor }: OpenBlob, sha256: string, sizeBytes: number): void {
    opened = undefined;
    closeSync(descriptor);
    if (whole.has(sha256) || isKeptWhole(blobPath(folders, sha256), sha256, sizeBytes)) {
      whole.add(sha256);
      rmSync(path);
    } else {
      const staged = blobPath({ ...folders, blobs: directory }, sha256);
      if (!groups.has(dirname(staged))) {
        makeFolderSync(dirname(staged));
        groups.add(dirname(staged));
      }
      renameSync(path, staged);
    }
  }

  return {
    close,
    open(keep) {
      close();
      if (openedCount === 0) {
        attempt(() => makeFolderSync(directory));
      }
      const path = join(directory, `${openedCount}.part`);
      openedCount += 1;
      const blob = attempt(() => ({ path, descriptor: openSync(path, 'wx', 0o600) }));
      opened = blob;
      const digest = createHash('sha256');
      let sizeBytes = 0;
      return {
        write(chunk) {
          digest.update(chunk);
          sizeBytes += chunk.length;
          attempt(() => writeAll(blob.descriptor, chunk));
        },
        end() {
          const sha256 = digest.digest('hex');
          attempt(() => take(blob, sha256, sizeBytes));
          keep(sha256, sizeBytes);
        },
      };
    },
    async settle(signal) {
      close();
      try {
        if (openedCount > 0) {
          await settleAll(folders, directory, signal);
        }
      } catch (error) {
        throw fileFailure(error, 'keep a file in', folders.blobs);
      }
    },
  };
}

const READ_BYTES = 1024 * 1024;

/**
 * Whether a stored file has the content that its name states. The whole file is read, which is cheaper than writing the
 * new one again; a sample would miss single flipped bits. A file that cannot be read counts as damaged.
 */
function isKeptWhole(path: string, sha256: string, sizeBytes: number): boolean {
  try {
    const descriptor = openSync(path, 'r');
    try {
      return fstatSync(descriptor).size === sizeBytes && digestOf(descriptor, sizeBytes) === sha256;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error;
    }
    return false;
  }
}

function digestOf(descriptor: number, sizeBytes: number): string {
  const digest = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, Math.max(1, sizeBytes)));
  for (let count = readSync(descriptor, buffer); count > 0; count = readSync(descriptor, buffer)) {
    digest.update(buffer.subarray(0, count));
  }
  return digest.digest('hex');
}

/** How many files are moved at a time: hundreds of thousands of names would take as much memory as all else. */
const NAMES_AT_A_TIME = 1_000;

async function settleAll(
  folders: FileFolders,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const touched = new Set<string>();
  const paths: string[] = [];
  for (const group of await readdir(directory)) {
    const names = await readdir(join(directory, group));
    paths.push(...names.map((name) => join(directory, group, name)));
    if (paths.length >= NAMES_AT_A_TIME) {
      await moveAll(paths.splice(0));
    }
  }
  await moveAll(paths);
  await rm(directory, { recursive: true, force: true });
  await syncDirectories([...touched, folders.blobs]);

  async function moveAll(staged: readonly string[]): Promise<void> {
    await syncFiles(staged, signal);
    for (const from of staged) {
      const path = blobPath(folders, basename(from));
      if (!touched.has(dirname(path))) {
        await makeFolder(requireNoLink(dirname(path)));
        touched.add(dirname(path));
      }
      renameSync(from, path);
    }
  }
}
