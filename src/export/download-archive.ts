import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createSystemDisk, Failure, fileFailure, systemErrorCode } from '../base/index.ts';
import { type FetchOptions, fetchArchive } from './fetch-archive.ts';
import { openPartFile, type PartFile } from './part-file.ts';

export interface DownloadOptions extends Omit<FetchOptions, 'disk'>, Partial<Pick<FetchOptions, 'disk'>> {
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
  readonly validator: string | undefined;
  /** How many of the bytes an earlier run had brought. */
  readonly resumedFromBytes: number;
}

/** Wholes that are fetched before a damaged archive is taken for what the service has. */
const MAX_DAMAGED_FETCHES = 3;

/**
 * Downloads the archive of a migration: bytes grow in `PATH.part`, are proven whole, and get the final name last.
 * Interrupted, it leaves the part file, and the same call goes on from there. A disk that fills up under it gets
 * its space back: the part file is removed, because others need the disk more than we need half an archive.
 */
export async function downloadArchive(options: DownloadOptions): Promise<DownloadedArchive> {
  const { path, id, disk = createSystemDisk() } = options;
  let part: PartFile | undefined;
  try {
    part = await openPartFile(path, id, disk);
    const resumedFromBytes = await fetchProven(part, { ...options, disk });
    const archive = {
      path,
      sizeBytes: part.sizeBytes,
      sha256: part.digest(),
      validator: part.object?.validator,
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
 * The archive under its final name, where a run got that far and no further: read to its end and proven once more.
 * Undefined where there is none, and for one that fails its proof: nobody may take that for an archive.
 */
export async function findDownloaded(
  path: string,
  prove: (path: string) => Promise<void>,
): Promise<DownloadedArchive | undefined> {
  try {
    const digest = createHash('sha256');
    let sizeBytes = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      digest.update(chunk);
      sizeBytes += chunk.length;
    }
    await prove(path);
    return {
      path,
      sizeBytes,
      sha256: digest.digest('hex'),
      validator: undefined,
      resumedFromBytes: sizeBytes,
    };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || isDamage(error)) {
      return undefined;
    }
    throw fileFailure(error, 'read', path);
  }
}

/**
 * Fetches until the proof holds. A damaged archive was harmed on the way, or on the disk since (a power cut keeps
 * sizes and loses bytes): what came after the last checkpoint is fetched again, then everything. Damaged in the same
 * way twice, it is what the service has. Gives how many bytes of an earlier run the file still holds.
 */
async function fetchProven(part: PartFile, options: FetchOptions & DownloadOptions): Promise<number> {
  const former = part.object;
  let keptBytes = former === undefined ? 0 : part.sizeBytes;
  let canRewind = true;
  let damagedDigest: string | undefined;
  for (let fetches = 1; ; fetches += 1) {
    await fetchArchive(part, options);
    const isWholeFetch = former === undefined || part.object !== former;
    const damage = await findDamage(part, options);
    if (damage === undefined) {
      return isWholeFetch ? 0 : keptBytes;
    }
    if (isWholeFetch && (part.digest() === damagedDigest || fetches >= MAX_DAMAGED_FETCHES)) {
      await part.discard();
      throw damage;
    }
    damagedDigest = isWholeFetch ? part.digest() : undefined;
    options.onTrouble?.(damage);
    canRewind = canRewind && !isWholeFetch && (await part.rewind());
    if (canRewind) {
      keptBytes = Math.min(keptBytes, part.sizeBytes);
      canRewind = false;
    } else {
      await part.restart(undefined);
    }
  }
}

async function findDamage(
  part: PartFile,
  { prove }: Pick<DownloadOptions, 'prove'>,
): Promise<Failure | undefined> {
  try {
    await part.sync();
    await prove?.(part.path);
    return undefined;
  } catch (error) {
    if (isDamage(error)) {
      return error;
    }
    throw error;
  }
}

function isDamage(error: unknown): error is Failure {
  return error instanceof Failure && (error.code === 'archive-damaged' || error.code === 'not-an-archive');
}
