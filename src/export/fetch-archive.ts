import { dirname } from 'node:path';
import { backoffMs, type Clock, type Disk, definedMembers, Failure, formatSize } from '../base/index.ts';
import type { ArchiveAnswer, ArchiveContent, Migrations } from '../endpoints/index.ts';
import type { JournalWriter, MigrationId } from '../model/index.ts';
import { CHECKPOINT_BYTES, type PartFile } from './part-file.ts';
import type { RemoteObject } from './part-note.ts';
import { isPassing } from './wait-for-migration.ts';

/** Waits shorter than this are saved up: timers are no finer. */
const MIN_SLEEP_MS = 20;

/** Attempts in a row that get no further before the download is given up. */
export const MAX_FRUITLESS_TRIES = 6;

const FIRST_DELAY_MS = 1_000;

const MAX_DELAY_MS = 60_000;

/** A longer pause than this is no pause: no window of a service is longer than an hour. */
const MAX_PAUSE_MS = 3_600_000;

export interface FetchOptions {
  readonly migrations: Pick<Migrations, 'openArchive'>;
  readonly id: MigrationId;
  readonly clock: Clock;
  readonly disk: Disk;
  /** So much comes between two checkpoints (default: 64 MiB). */
  readonly checkpointBytes?: number;
  /** Keeps the transfer to a rate. */
  readonly throttle?: Throttle | undefined;
  /** Takes down each address that is asked for, and how far the bytes are. */
  readonly journal?: Pick<JournalWriter, 'note'> | undefined;
  /** Hears of every chunk: bytes there, and bytes in all where the storage tells. */
  readonly onProgress?: (sizeBytes: number, totalBytes: number | undefined) => void;
  /** Hears why an attempt ended early, before the next one. */
  readonly onTrouble?: (failure: Failure) => void;
  readonly signal?: AbortSignal;
}

/**
 * Fetches until the part file is whole. Each attempt asks the service for a fresh address and goes on where the
 * last one ended, as long as the object is the same; attempts that get no further are bounded.
 */
export async function fetchArchive(part: PartFile, options: FetchOptions): Promise<void> {
  let furthestBytes = part.sizeBytes;
  let refusesRanges = false;
  let hasBroken = false;
  for (let fruitlessTries = 0; ; ) {
    // A storage that answers with errors to nothing but ranges would do so in every later run as well.
    const asksWhole = refusesRanges || (fruitlessTries === MAX_FRUITLESS_TRIES - 1 && !hasBroken);
    const trouble = await attempt(part, { ...options, asksWhole });
    if (trouble === undefined) {
      return;
    }
    refusesRanges ||= trouble.code === 'request-refused';
    hasBroken = trouble.code === 'network';
    const isFurther = part.sizeBytes > furthestBytes && trouble.details['isSlow'] !== true;
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

/** How long the storage asks to be left alone (RFC 9110, 10.2.3), as far as that makes sense. */
function askedPauseMs({ details }: Failure): number {
  const askedMs = Number(details['retryAfterMs'] ?? 0);
  return askedMs <= MAX_PAUSE_MS ? askedMs : 0;
}

interface AttemptOptions extends FetchOptions {
  /** Asks for all bytes, whatever is there. What is there stays until they come. */
  readonly asksWhole: boolean;
}

/** One attempt: undefined when the file is whole, or why it is not yet. */
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
        (isMissingInStorage(error) || (asksRange && error.code === 'request-refused')))
    ) {
      return error;
    }
    throw error;
  }
}

/** The service has just said that the archive is there: storage that is replicated may need a moment to know. */
function isMissingInStorage({ code, details }: Failure): boolean {
  return code === 'absent' && (details['status'] === 404 || details['status'] === 410);
}

async function fetchOnce(part: PartFile, options: AttemptOptions): Promise<void> {
  const { migrations, id, signal, journal } = options;
  const { object, sizeBytes: rangeStart } = part;
  const range = object === undefined || options.asksWhole ? {} : { rangeStart, validator: object.validator };
  journal?.note({ type: 'address-asked', migrationId: id, fromBytes: range.rangeStart ?? 0 });
  const answer = await migrations.openArchive(id, { ...range, ...definedMembers({ signal }) });
  const content = await usableContent(answer, part, id);
  try {
    const expectedBytes = await prepare(content, part, options);
    await receive(content, part, { expectedBytes, ...options });
  } finally {
    content.discard();
  }
}

/** The content that can be put behind what is there; everything else fails, and may clear the file first. */
async function usableContent(
  answer: ArchiveAnswer,
  part: PartFile,
  id: MigrationId,
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
  return answer;
}

/**
 * A 206 continues the file when it begins at its end and says that it comes from the same object. One that says nothing
 * may be of the object that took its place: not every storage heeds If-Range, and two halves of gzip members pass for one.
 */
function isContinuation(answer: ArchiveContent, { object, sizeBytes }: PartFile): boolean {
  return (
    object !== undefined &&
    answer.isSameObject &&
    answer.firstByte === sizeBytes &&
    (answer.totalBytes ?? object.totalBytes) === object.totalBytes
  );
}

/** Makes the file ready for the content and gives the size that it will have, where that is known. */
async function prepare(
  content: ArchiveContent,
  part: PartFile,
  { id, disk }: FetchOptions,
): Promise<number | undefined> {
  if (content.status !== 206) {
    // The whole object: it changed, the storage ignores ranges, or there was nothing to go on from.
    await part.restart(remoteObjectOf(content, id));
  }
  const expectedBytes = part.object?.totalBytes ?? content.totalBytes;
  await ensureRoom(part, expectedBytes, disk);
  return expectedBytes;
}

/** Only a strong validator and a known size allow going on later (RFC 9110, 13.1.5). */
function remoteObjectOf(
  { validator, totalBytes }: ArchiveContent,
  migrationId: MigrationId,
): RemoteObject | undefined {
  return validator === undefined || totalBytes === undefined
    ? undefined
    : { migrationId, validator, totalBytes };
}

/** Room that is left to others where nobody knows how much is to come. */
const SPARE_BYTES = 64 * 1024 * 1024;

async function ensureRoom(part: PartFile, expectedBytes: number | undefined, disk: Disk): Promise<void> {
  const neededBytes = expectedBytes === undefined ? SPARE_BYTES : expectedBytes - part.sizeBytes;
  await ensureFreeSpace(part.path, neededBytes, disk);
}

/** Fails where `neededBytes` more will not fit beside `path`. File systems that tell no size are trusted. */
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

/** Others use the disk too: whether the rest still fits is asked again and again. */
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

function incomplete(id: MigrationId, found: string): Failure {
  return new Failure('download-incomplete', `Cannot download the archive of migration ${id}: ${found}`);
}

/** Slows transfers down to a rate; several that share one share the rate. */
export interface Throttle {
  /** Resolves when the bytes that came are within the rate. */
  take(sizeBytes: number, signal?: AbortSignal): Promise<void>;
}

/** Creates a throttle of so many bytes a second. Time that nobody used is not made up for later. */
export function createThrottle(bytesPerSecond: number, clock: Clock): Throttle {
  let paidUntilMs = 0;
  return {
    async take(sizeBytes, signal) {
      const nowMs = clock.now();
      paidUntilMs = Math.max(paidUntilMs, nowMs) + (sizeBytes * 1_000) / bytesPerSecond;
      if (paidUntilMs - nowMs >= MIN_SLEEP_MS) {
        await clock.sleep(paidUntilMs - nowMs, signal);
      }
    },
  };
}
