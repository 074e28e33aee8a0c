import { Failure, fileFailure } from '../base/index.ts';
import { type FetchOptions, fetchArchive } from './fetch-archive.ts';
import { openPartFile, type PartFile } from './part-file.ts';

export interface DownloadOptions extends FetchOptions {
  /** The final name; it appears only when the archive is whole and proven. */
  readonly path: string;
  /** Reads the file to its end and throws `archive-damaged` or `not-an-archive` where it is not whole. */
  readonly prove?: (partPath: string) => Promise<void>;
}

/** An archive that is on the disk under its final name. */
export interface DownloadedArchive {
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** The storage's validator, where it gave a strong one. */
  readonly etag: string | undefined;
  /** How many of the bytes an earlier run had brought. */
  readonly resumedFromBytes: number;
}

/**
 * Downloads the archive of a migration: bytes grow in `PATH.part`, are proven whole, and get the final name last.
 * Interrupted, it leaves the part file, and the same call goes on from there. A disk that fills up under it gets
 * its space back: the part file is removed, because others need the disk more than we need half an archive.
 */
export async function downloadArchive(options: DownloadOptions): Promise<DownloadedArchive> {
  const { path, id } = options;
  let part: PartFile | undefined;
  try {
    part = await openPartFile(path, id);
    const resumedFromBytes = await fetchProven(part, options);
    const archive = {
      path,
      sizeBytes: part.sizeBytes,
      sha256: part.digest(),
      etag: part.object?.etag,
      resumedFromBytes,
    };
    await part.publish();
    return archive;
  } catch (error) {
    options.signal?.throwIfAborted();
    const failure = fileFailure(error, 'write', path);
    const isFull = failure instanceof Failure && failure.code === 'disk-full';
    // Refused beforehand for want of space (the error is a failure already), the part file may stay.
    if (isFull && failure !== error) {
      await part?.discard();
    }
    throw failure;
  } finally {
    await part?.close();
  }
}

/**
 * Fetches and proves. Bytes of an earlier run may have been harmed since (a power cut keeps sizes and loses
 * bytes), so that a patched-together file that fails its proof is fetched once more from the start.
 * Gives how many bytes of an earlier run the file still holds.
 */
async function fetchProven(part: PartFile, options: DownloadOptions): Promise<number> {
  const keptBytes = part.sizeBytes;
  const keptObject = part.object;
  await fetchArchive(part, options);
  const isKept = keptObject !== undefined && part.object === keptObject;
  try {
    await prove(part, options);
    return isKept ? keptBytes : 0;
  } catch (error) {
    if (!isDamage(error)) {
      throw error;
    }
    if (!isKept) {
      await part.discard();
      throw error;
    }
  }
  await part.restart(undefined);
  return await fetchProven(part, options);
}

async function prove(part: PartFile, options: DownloadOptions): Promise<void> {
  await part.sync();
  await options.prove?.(part.path);
}

function isDamage(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'archive-damaged' || error.code === 'not-an-archive');
}
