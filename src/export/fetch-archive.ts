import { dirname } from 'node:path';
import { backoffMs } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { Disk } from '../base/disk.ts';
import { definedMembers } from '../base/json.ts';
import { formatSize } from '../base/sizes.ts';
import { isBroken, isTooSlow } from '../client/connection-failure.ts';
import type {
  DownloadAnswer as ArchiveAnswer,
  DownloadContent as ArchiveContent,
} from '../client/download-answer.ts';
import type { Migrations } from '../endpoints/migrations.ts';
import { Failure } from '../model/failure.ts';
import type { JournalWriter } from '../model/journal.ts';
import type { MigrationId } from '../model/migrations.ts';
import { CHECKPOINT_BYTES, type PartFile } from './part-file.ts';
import type { RemoteObject } from './part-note.ts';
import { askedPauseMs, isPassing } from './passing-trouble.ts';

/** Shorter delays accumulate: timers are not that precise. */
const MIN_SLEEP_MS = 20;

/** Consecutive attempts without progress before the download fails. */
export const MAX_FRUITLESS_TRIES = 6;

const FIRST_DELAY_MS = 1_000;

const MAX_DELAY_MS = 60_000;

export interface FetchOptions {
  readonly migrations: Pick<Migrations, 'openArchive'>;
  readonly id: MigrationId;
  readonly clock: Clock;
  readonly disk: Disk;
  /** The distance between checkpoints; default: 64 MiB. */
  readonly checkpointBytes?: number;
  readonly throttle?: Throttle | undefined;
  /** Records requested addresses, and the progress. */
  readonly journal?: Pick<JournalWriter, 'note'> | undefined;
  /** Called after each chunk. */
  readonly onProgress?: (sizeBytes: number, totalBytes: number | undefined) => void;
  /** Called after a failed attempt, before the next one. */
  readonly onTrouble?: (failure: Failure) => void;
  readonly signal?: AbortSignal;
}

/**
 * Fetches until the part file is complete. Each attempt requests a new address and continues after the last one, as long
 * as the object is unchanged. The number of attempts without progress is limited.
 */
export async function fetchArchive(part: PartFile, options: FetchOptions): Promise<void> {
  let furthestBytes = part.sizeBytes;
  let refusesRanges = false;
  let hasBroken = false;
  for (let fruitlessTries = 0; ; ) {
    const isLastTry = fruitlessTries === MAX_FRUITLESS_TRIES - 1;
    // A storage may answer with errors to ranges only, and would do so in every later run as well.
    const asksWhole = refusesRanges || (isLastTry && !hasBroken);
    const trouble = await attempt(part, { ...options, asksWhole, isLastTry });
    if (trouble === undefined) {
      return;
    }
    refusesRanges ||= trouble.code === 'request-refused';
    hasBroken = isBroken(trouble);
    const isFurther = part.sizeBytes > furthestBytes && !isTooSlow(trouble);
    fruitlessTries = isFurther ? 1 : fruitlessTries + 1;
    furthestBytes = Math.max(furthestBytes, part.sizeBytes);
    if (fruitlessTries >= MAX_FRUITLESS_TRIES) {
      throw trouble;
    }
    options.onTrouble?.(trouble);
    const delayMs = backoffMs(fruitlessTries, { firstMs: FIRST_DELAY_MS, maxMs: MAX_DELAY_MS });
    await options.clock.sleep(Math.max(delayMs, askedPauseMs(trouble)), options.signal);
  }
}

interface AttemptOptions extends FetchOptions {
  /** Requests all bytes. The present ones are kept until they arrive. */
  readonly asksWhole: boolean;
  readonly isLastTry: boolean;
}

/** One attempt: undefined if the file is complete, or a failure that another attempt may resolve. */
async function attempt(part: PartFile, options: AttemptOptions): Promise<Failure | undefined> {
  try {
    if (!part.isWhole) {
      await fetchOnce(part, options);
    }
    return undefined;
  } catch (error) {
    options.signal?.throwIfAborted();
    const asksRange = part.object !== undefined && part.sizeBytes > 0 && !options.asksWhole;
    if (
      isPassing(error) ||
      (error instanceof Failure &&
        (isMissingInStorage(error) ||
          isInterposed(error, part) ||
          (asksRange && error.code === 'request-refused')))
    ) {
      return error;
    }
    throw error;
  }
}

/** The service has just said that the archive exists, but replicated storage may lag behind. */
function isMissingInStorage(error: Failure): boolean {
  return error.code === 'absent' && (error.details.status === 404 || error.details.status === 410);
}

/** Something answers in place of the service, which has the migration, or of the storage, which has sent bytes before. */
function isInterposed({ code }: Failure, { sizeBytes }: PartFile): boolean {
  return code === 'not-the-service' || (code === 'location-refused' && sizeBytes > 0);
}

async function fetchOnce(part: PartFile, options: AttemptOptions): Promise<void> {
  const { migrations, id, signal, journal } = options;
  const { object, sizeBytes: rangeStart } = part;
  const range = object === undefined || options.asksWhole ? {} : { rangeStart, validator: object.validator };
  journal?.note({ type: 'address-asked', migrationId: id, fromBytes: range.rangeStart ?? 0 });
  const answer = await migrations.openArchive(id, { ...range, ...definedMembers({ signal }) });
  const content = await usableContent(answer, part, options);
  try {
    const expectedBytes = await prepare(content, part, options);
    await receive(content, part, { expectedBytes, ...options });
  } finally {
    content.discard();
  }
}

/** Prepares the file for the content; returns its final size, if known. */
async function prepare(
  content: ArchiveContent,
  part: PartFile,
  { id, disk }: FetchOptions,
): Promise<number | undefined> {
  if (content.status !== 206) {
    // The whole object: it has changed, the storage ignores ranges, or there was nothing to resume.
    await part.restart(remoteObjectOf(content, id));
  }
  const expectedBytes = part.object?.totalBytes ?? content.totalBytes;
  await ensureRoom(part, expectedBytes, disk);
  return expectedBytes;
}

/** Resuming requires a strong validator and a known size (RFC 9110, 13.1.5). */
function remoteObjectOf(
  { validator, totalBytes }: ArchiveContent,
  migrationId: MigrationId,
): RemoteObject | undefined {
  return validator === undefined || totalBytes === undefined
    ? undefined
    : { migrationId, validator, totalBytes };
}

/** Space to leave free while the final size is unknown. */
const SPARE_BYTES = 64 * 1024 * 1024;

async function ensureRoom(part: PartFile, expectedBytes: number | undefined, disk: Disk): Promise<void> {
  const neededBytes = expectedBytes === undefined ? SPARE_BYTES : expectedBytes - part.sizeBytes;
  await ensureFreeSpace(part.path, neededBytes, disk);
}

/** Fails if `neededBytes` more do not fit on the disk. If the file system does not report its size, it is trusted. */
async function ensureFreeSpace(path: string, neededBytes: number, disk: Disk): Promise<void> {
  const freeBytes = await disk.freeBytes(dirname(path));
  if (freeBytes !== undefined && freeBytes < neededBytes) {
    throw new Failure(
      'disk-full',
      `Not enough space for "${path}": ${formatSize(neededBytes)} needed, ${formatSize(freeBytes)} free`,
      { details: { neededBytes, freeBytes } },
    );
  }
}

interface ReceiveOptions extends FetchOptions {
  readonly expectedBytes: number | undefined;
}

async function receive(content: ArchiveContent, part: PartFile, options: ReceiveOptions): Promise<void> {
  const { id, expectedBytes, onProgress, throttle, signal, checkpointBytes = CHECKPOINT_BYTES } = options;
  for await (const chunk of content.body) {
    if (expectedBytes !== undefined && part.sizeBytes + chunk.byteLength > expectedBytes) {
      await part.restart(undefined);
      throw incomplete(id, `more bytes arrived than the ${expectedBytes} announced`);
    }
    await part.append(chunk);
    onProgress?.(part.sizeBytes, expectedBytes);
    if (part.uncheckedBytes >= checkpointBytes) {
      await check(part, options);
    }
    await throttle?.take(chunk.byteLength, signal);
  }
  if (expectedBytes !== undefined && part.sizeBytes < expectedBytes) {
    throw incomplete(id, `only ${part.sizeBytes} of ${expectedBytes} bytes arrived`);
  }
}

/** Writes a checkpoint, and checks again that the rest fits, because others use the disk too. */
async function check(part: PartFile, { id, disk, journal, expectedBytes }: ReceiveOptions): Promise<void> {
  await part.check();
  journal?.note({
    type: 'download-reached',
    migrationId: id,
    doneBytes: part.sizeBytes,
    ...definedMembers({ totalBytes: expectedBytes }),
  });
  await ensureRoom(part, expectedBytes, disk);
}

export type Throttle = ReturnType<typeof createThrottle>;

/** Limits all transfers that share it to a rate. Unused time is not carried over. */
export function createThrottle(bytesPerSecond: number, clock: Clock) {
  let paidUntilMs = 0;
  return {
    /** Resolves when the received bytes are within the rate. */
    async take(sizeBytes: number, signal?: AbortSignal): Promise<void> {
      const nowMs = clock.now();
      paidUntilMs = Math.max(paidUntilMs, nowMs) + (sizeBytes * 1_000) / bytesPerSecond;
      if (paidUntilMs - nowMs >= MIN_SLEEP_MS) {
        await clock.sleep(paidUntilMs - nowMs, signal);
      }
    },
  };
}

interface UseOptions {
  readonly id: MigrationId;
  /** True if no attempt follows. */
  readonly isLastTry: boolean;
}

/** Returns content that can be appended to the file, or fails, if necessary after clearing the file. */
async function usableContent(
  answer: ArchiveAnswer,
  part: PartFile,
  { id, isLastTry }: UseOptions,
): Promise<ArchiveContent> {
  if (answer.outcome === 'expired') {
    throw incomplete(id, 'its address expired before it was used');
  }
  if (answer.outcome === 'range-unsatisfiable') {
    await part.restart(undefined);
    throw incomplete(id, 'the storage no longer has the rest of the file');
  }
  if (answer.status === 206 && !isContinuation(answer, part)) {
    answer.discard();
    await part.restart(undefined);
    throw incomplete(id, 'the storage sent a different part of the file than requested');
  }
  // It must not replace bytes that are good, unless it comes to the last: then the archive itself is damaged.
  if (answer.status !== 206 && part.sizeBytes > 0 && !answer.isArchive && !isLastTry) {
    answer.discard();
    throw incomplete(id, 'the storage sent something other than the archive');
  }
  return answer;
}

/**
 * A 206 continues the file if it begins at its end and has the validator of the same object. Without a validator it may
 * come from another object: not every storage supports If-Range, and a mix of two gzip files might even unpack.
 */
function isContinuation(answer: ArchiveContent, { object, sizeBytes }: PartFile): boolean {
  return (
    object !== undefined &&
    answer.isSameObject &&
    answer.firstByte === sizeBytes &&
    (answer.totalBytes ?? object.totalBytes) === object.totalBytes
  );
}

/** The failure of an attempt that another one may follow. */
function incomplete(id: MigrationId, found: string): Failure {
  return new Failure('download-incomplete', `Cannot download the archive of migration ${id}: ${found}`);
}
