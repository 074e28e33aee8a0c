import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createSystemDisk } from '../base/disk.ts';
import { systemErrorCode } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import { acquireLock } from '../base/lock.ts';
import { makePrivateFolder } from '../base/make-folder.ts';
import { readPieces } from '../base/read-pieces.ts';
import { distinctName } from '../base/safe-name.ts';
import { openWorkplace } from '../base/workplace.ts';
import { detailOf, Failure } from '../model/failure.ts';
import type { Migration } from '../model/migrations.ts';
import { type FetchOptions, fetchArchive } from './fetch-archive.ts';
import { openPartFile, type PartFile } from './part-file.ts';

export interface DownloadOptions extends Omit<FetchOptions, 'disk'>, Partial<Pick<FetchOptions, 'disk'>> {
  /** The final name, which only appears when the archive is complete and verified. */
  readonly path: string;
  /** Reads the whole file; throws `archive-damaged` or `not-an-archive` if it is damaged. */
  readonly prove?: ((partPath: string) => Promise<void>) | undefined;
}

/** An archive under its final name. */
export interface DownloadedArchive {
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** The storage's validator, if it sent a strong one. */
  readonly validator: string | undefined;
  /** How many of the bytes an earlier run downloaded. */
  readonly resumedFromBytes: number;
}

/** After this many complete downloads, a damaged archive is assumed to be damaged at the service. */
const MAX_DAMAGED_FETCHES = 3;

/**
 * Downloads the archive of a migration to `PATH.part`, verifies it, and finally renames it. After an interruption, the
 * same call resumes from the part file. It is removed if it is empty, if the archive is gone at the service, and if the disk becomes
 * full: others need the space more.
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
    const isGone = error instanceof Failure && detailOf(error, 'isGone') === true;
    if (part?.sizeBytes === 0 || isGone) {
      await part?.discard();
    }
    const isFull = failure instanceof Failure && failure.code === 'disk-full';
    // If the check for free space failed (the error is a failure already), the part file can stay.
    if (isFull && failure !== error) {
      await part?.discard();
    }
    throw failure;
  } finally {
    await part?.close();
  }
}

/**
 * The archive under its final name, if an earlier run was interrupted after renaming it. It is read and verified again;
 * undefined if it is absent or damaged.
 */
export async function findDownloaded(
  path: string,
  prove: (path: string) => Promise<void>,
): Promise<DownloadedArchive | undefined> {
  try {
    const digest = createHash('sha256');
    let sizeBytes = 0;
    for await (const piece of readPieces(path)) {
      digest.update(piece);
      sizeBytes += piece.length;
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
 * Fetches until the verification succeeds. An archive can be damaged in transit or on the disk (after a power cut, the
 * size can be right and the bytes wrong). First, everything after the last checkpoint is fetched again, then everything.
 * If the same damage occurs twice, the archive is damaged at the service. Returns how many bytes of an earlier run were
 * kept.
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

/** Downloads to a path that is free, and locks it: two downloads to the same part file would corrupt it. */
export async function downloadToFreePath(options: DownloadOptions): Promise<DownloadedArchive> {
  const { path, clock } = options;
  await prepareTarget(path);
  const lock = await acquireLock(`${path}.lock`, { command: 'satchel export download', startClock: clock });
  try {
    return await downloadArchive(options);
  } finally {
    await lock.release();
  }
}

/** Fails unless an archive can be downloaded to this path: before the work that leads there. */
export async function prepareTarget(path: string): Promise<void> {
  await requireFree(path);
  await prepareFolder(dirname(path));
}

/** Makes the folder of a download if it is absent, and fails unless files can be added to it. */
export async function prepareFolder(path: string): Promise<void> {
  await makePrivateFolder(path);
  try {
    await (await openWorkplace(path, '.satchel-')).close();
  } catch (error) {
    throw fileFailure(error, 'download to', path);
  }
}

/** Fails if the file exists: it may be the only copy of something. */
async function requireFree(path: string): Promise<void> {
  const isTaken = await access(path).then(
    () => true,
    () => false,
  );
  if (isTaken) {
    throw new Failure('exists', `Cannot download to "${path}": the file exists already`, {
      details: { path },
      hint: 'Move it away, or name another path',
      commandHint: 'Move it away, or name another path with --output',
    });
  }
}

/** The GUID is untrusted input from the service, and may be missing. */
export function archiveNameFor({ id, guid }: Pick<Migration, 'id' | 'guid'>): string {
  return `${distinctName(guid === '' ? `migration-${id}` : guid)}.tar.gz`;
}
