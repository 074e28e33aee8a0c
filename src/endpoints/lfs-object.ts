import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { backoffMs } from '../base/backoff.ts';
import type { Disk } from '../base/disk.ts';
import { sizeOfFile } from '../base/file-failure.ts';
import { digestOfFile } from '../base/read-pieces.ts';
import { formatSize } from '../base/sizes.ts';
import { isTooSlow } from '../client/connection-failure.ts';
import type { Client } from '../client/create-client.ts';
import type { DownloadContent } from '../client/download-answer.ts';
import { detailOf, Failure, isTemporary } from '../model/failure.ts';
import type { LfsOutcome, LfsPointer, LfsStage } from '../model/lfs.ts';
import { type ObjectFile, openObject } from './lfs/object-file.ts';

/** Where an object is, and the headers with which it is asked for; or why it is nowhere. */
export type LfsAddress =
  | { readonly url: URL; readonly headers: Readonly<Record<string, string>>; readonly namedBy: URL }
  | { readonly trouble: string };

/** Where objects are fetched from and to. */
export interface ObjectPlace extends LfsStage {
  readonly client: Pick<Client, 'clock' | 'openFile'>;
}

/** The addresses of an object: the first one, and a new one, because they expire. */
interface Addresses {
  readonly first: LfsAddress;
  readonly again: () => Promise<LfsAddress>;
}

/** Attempts in a row that bring nothing. */
const MAX_FRUITLESS_TRIES = 6;

/** After this many whole transfers with another digest, the service is taken to have another file. */
const MAX_WRONG_FILES = 3;

const DELAYS = { firstMs: 1_000, maxMs: 60_000 } as const;

/** No window of a service is longer than an hour. */
const MAX_PAUSE_MS = 3_600_000;

/** Room on the disk that is left to others. */
const SPARE_BYTES = 64 * 1024 * 1024;

/** Keeps an object that an earlier run has fetched, if it was interrupted before it was kept. Otherwise returns false. */
export async function keepIfStaged({ oid }: LfsPointer, place: ObjectPlace): Promise<boolean> {
  const path = await place.partOf(oid);
  const isWhole =
    oid === EMPTY ||
    ((await sizeOfFile(path)) !== undefined && (await digestOfFile(path, place.signal)) === oid);
  if (isWhole) {
    const object = await openObject(path, place.disk); // What it has may not be durable.
    if (oid === EMPTY) {
      await object.restart();
    }
    await object.finish();
    await place.keep(oid);
  }
  return isWhole;
}

/** The id of a file without content, which needs no server. */
const EMPTY = createHash('sha256').digest('hex');

/**
 * Fetches an object after what is there already, and keeps it. Attempts without progress are limited; each may begin with
 * another address. Only the digest decides whether it is whole: the size in a pointer may be wrong. Fails if the file
 * cannot be written.
 */
export async function fetchLfsObject(
  pointer: LfsPointer,
  { first, again }: Addresses,
  place: ObjectPlace,
): Promise<LfsOutcome> {
  if ('trouble' in first) {
    return { pointer, trouble: first.trouble };
  }
  const path = await place.partOf(pointer.oid);
  const shortage = await findShortage(pointer, { disk: place.disk, folder: dirname(path) });
  if (shortage !== undefined) {
    return { pointer, trouble: shortage };
  }
  const object = await openObject(path, place.disk);
  try {
    const trouble = await fetchWhole(object, pointer, { addresses: { first, again }, place });
    if (trouble !== undefined) {
      await object.close();
      return { pointer, trouble };
    }
    await object.finish();
  } catch (error) {
    await object.close();
    place.signal.throwIfAborted();
    if (error instanceof Failure && !FATAL.has(error.code)) {
      return { pointer, trouble: error.message };
    }
    throw error;
  }
  await place.keep(pointer.oid);
  return { pointer, receivedBytes: object.receivedBytes };
}

/** Attempt by attempt, until the file has the right digest: undefined then, otherwise why it has not. */
async function fetchWhole(
  object: ObjectFile,
  pointer: LfsPointer,
  { addresses: { first, again }, place }: { readonly addresses: Addresses; readonly place: ObjectPlace },
): Promise<string | undefined> {
  let address = first;
  let [fruitless, wrong, refused] = [0, 0, 0];
  for (;;) {
    const { heldBytes } = object;
    const failure = await attempt(object, pointer, { address, place });
    if (object.digest() === pointer.oid) {
      return undefined;
    }
    wrong += failure === undefined ? 1 : 0;
    const isFurther = object.heldBytes > heldBytes && !isTooSlow(failure);
    if (failure === undefined) {
      await object.restart();
    }
    fruitless = isFurther ? 1 : fruitless + 1;
    refused += failure?.code === 'request-refused' ? 1 : 0;
    const trouble = failure ?? incomplete('what the service sends has another digest');
    if (fruitless >= MAX_FRUITLESS_TRIES || wrong >= MAX_WRONG_FILES || refused > 1) {
      return trouble.message;
    }
    await place.client.clock.sleep(pauseMs(trouble, fruitless), place.signal);
    address = needsAddress(trouble) ? await again() : address;
    if ('trouble' in address) {
      return address.trouble;
    }
  }
}

const ACTION = 'fetch a file of Git LFS';

/** Not of one object alone. */
const FATAL: ReadonlySet<string> = new Set([
  'internal',
  'interrupted',
  'closed',
  'disk-full',
  'file-system',
  'locked',
]);

function incomplete(found: string, isExpired = false): Failure {
  return new Failure('download-incomplete', `Cannot ${ACTION}: ${found}`, { details: { isExpired } });
}

/** A signed address expires, and storage answers 403 or 400 to it in many ways. */
function needsAddress(failure: Failure): boolean {
  return detailOf(failure, 'isExpired') === true || failure.code === 'request-refused';
}

function pauseMs(failure: Failure, attempt: number): number {
  const askedMs = Number(detailOf(failure, 'retryAfterMs') ?? 0);
  const delayMs = detailOf(failure, 'isExpired') === true ? 0 : backoffMs(attempt, DELAYS);
  return Math.max(delayMs, askedMs <= MAX_PAUSE_MS ? askedMs : 0);
}

/** A pointer may claim any size: one file for which there is no room does not end the run. */
async function findShortage(
  { sizeBytes }: LfsPointer,
  { disk, folder }: { readonly disk: Disk; readonly folder: string },
): Promise<string | undefined> {
  const freeBytes = await disk.freeBytes(folder);
  return freeBytes !== undefined && freeBytes < sizeBytes + SPARE_BYTES
    ? `not enough space in "${folder}": ${formatSize(sizeBytes)} needed, ${formatSize(freeBytes)} free`
    : undefined;
}

/** One transfer: undefined if it ended as announced, or a failure that another attempt may resolve. */
async function attempt(
  object: ObjectFile,
  pointer: LfsPointer,
  { address, place }: { readonly address: LfsAddress; readonly place: ObjectPlace },
): Promise<Failure | undefined> {
  if ('trouble' in address) {
    return undefined;
  }
  try {
    if (object.heldBytes > pointer.sizeBytes) {
      await object.restart();
    }
    if (object.heldBytes < pointer.sizeBytes) {
      await receive(object, pointer, { address, place });
    }
    return undefined;
  } catch (error) {
    place.signal.throwIfAborted();
    const isPassing = isTemporary(error) && detailOf(error, 'isWaitUnwanted') !== true;
    if (isPassing || (error instanceof Failure && error.code === 'request-refused')) {
      return error;
    }
    throw error;
  }
}

async function receive(
  object: ObjectFile,
  { sizeBytes }: LfsPointer,
  {
    address,
    place,
  }: { readonly address: Exclude<LfsAddress, { trouble: string }>; readonly place: ObjectPlace },
): Promise<void> {
  const { client, signal, onBytes } = place;
  const answer = await client.openFile({ ...address, action: ACTION, rangeStart: object.heldBytes, signal });
  if (answer.outcome === 'expired') {
    throw incomplete('its address has expired', true);
  }
  if (answer.outcome === 'range-unsatisfiable') {
    await object.restart();
    throw incomplete('the storage does not have the rest of it');
  }
  try {
    await fitStart(object, answer, sizeBytes);
    for await (const chunk of answer.body) {
      if (object.heldBytes + chunk.byteLength > sizeBytes) {
        await object.restart();
        throw incomplete(`more than ${sizeBytes} bytes arrived`);
      }
      await object.append(chunk);
      onBytes?.(chunk.byteLength);
    }
  } finally {
    answer.discard();
  }
  if (object.heldBytes < sizeBytes) {
    throw incomplete(`only ${object.heldBytes} of ${sizeBytes} bytes arrived`);
  }
}

/** Makes the file what the answer continues: the rest of it, or the whole, which servers without ranges send. */
async function fitStart(object: ObjectFile, answer: DownloadContent, sizeBytes: number): Promise<void> {
  if (answer.status !== 206) {
    await object.restart();
  } else if (answer.firstByte !== object.heldBytes || (answer.totalBytes ?? sizeBytes) !== sizeBytes) {
    await object.restart();
    throw incomplete('the storage sent another part of it than was asked for');
  }
}
