import { existsSync } from 'node:fs';
import { type MessagePort, Worker } from 'node:worker_threads';
import { restoreError } from '../../base/index.ts';
import { ARCHIVE_LIMITS } from '../../model/index.ts';
import type { ContainerSummary } from '../archive-event.ts';
import type { ArchiveSource } from '../archive-source.ts';
import { joinSummaries, type ReadArchiveOptions, readSource } from '../read-archive.ts';
import type { Dialogue, FromReader, ToReader } from './messages.ts';
import type { ParcelWriter } from './parcel-writer.ts';
import { SlabPool } from './slabs.ts';

/** How to read one export for another thread. */
export interface FeedOptions<Talk extends Dialogue> extends Omit<ReadArchiveOptions, 'source' | 'schemas'> {
  /** The archive, or the parts of one export. */
  readonly sources: readonly ArchiveSource[];
  /** Whether the facts of records are found in this thread, as far as possible; the default is false. */
  readonly hasFacts?: boolean;
  readonly onNote?: ((note: Talk['note']) => void) | undefined;
  /** Called once the consumer is ready; without it, reading begins before. `add` adds an event to the archive's. */
  readonly accompany?:
    | ((opened: Talk['opened'], add: (event: Talk['extra']) => void) => Accompaniment)
    | undefined;
}

/** What the feeding thread does with the archive while it reads. */
export interface Accompaniment {
  readonly openFile: NonNullable<ReadArchiveOptions['openFile']>;
  /** Called after the last entry and before the event `end`. */
  beforeEnd(container: ContainerSummary): Promise<void>;
}

/**
 * What a thread that reads records may take. They live for one batch: a small nursery costs no time, and saves 20 MB.
 * Below 2 GB of old space, far more than it ever needs, V8 collects large strings before they take four times the rest.
 */
const READER_MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1_000 } as const;

/** Below this size an archive is read before a second thread has started. */
const MIN_PACKED_BYTES = 4 * 1024 * 1024;

/** Whether a second thread that runs `program` helps. It exists in the compiled program only: Node.js 20 runs no TypeScript. */
export function isThreadWorthwhile(sources: readonly ArchiveSource[], program: URL): boolean {
  return sources.some(isLarge) && existsSync(program);
}

function isLarge(source: ArchiveSource): boolean {
  const sizeBytes = source.type === 'packed' ? source.sizeBytes : undefined;
  return sizeBytes === undefined || sizeBytes >= MIN_PACKED_BYTES;
}

/** Starts a thread with `program`, which calls `serveArchive`, and feeds it the archive. */
export async function readInThread<Talk extends Dialogue>(
  program: URL,
  workerData: unknown,
  options: FeedOptions<Talk>,
): Promise<Talk['answer']> {
  const worker = new Worker(program, { workerData, resourceLimits: READER_MEMORY });
  try {
    return await feedArchive(options, worker);
  } finally {
    await worker.terminate();
  }
}

/**
 * Unpacks one export here and has its records read at the other end of the port, by `serveArchive`; returns the answer.
 * Throws what `readArchive` throws, and what the other thread failed with, which has undone its work by then.
 */
export async function feedArchive<Talk extends Dialogue>(
  options: FeedOptions<Talk>,
  port: Worker | MessagePort,
): Promise<Talk['answer']> {
  const line = openLine<Talk>(port, options.onNote);
  const packing = await import('./parcel-writer.ts'); // It loads a large package.
  const writer = new packing.ParcelWriter<Talk['extra']>({
    limits: { ...ARCHIVE_LIMITS, ...options.limits },
    splitter: options.splitter ?? 'bytes',
    pool: line.pool,
    hasFacts: options.hasFacts ?? false,
    post: (parcel) => line.post({ type: 'parcel', parcel }),
  });
  try {
    const accompaniment = options.accompany?.(await line.opened, (event) => writer.add(event));
    const { openFile } = accompaniment ?? options;
    const container = await sendArchives({ ...options, openFile }, writer, line);
    await accompaniment?.beforeEnd(container);
    writer.add({ type: 'end', container });
    writer.send();
  } catch (error) {
    line.post({ type: 'abandon' });
    await line.answer.catch(() => {}); // The error that was thrown first is the one to report.
    throw error;
  }
  return await line.answer;
}

/** Sends everything but the end, at the pace of the other thread. */
async function sendArchives<Talk extends Dialogue>(
  { sources, ...options }: Omit<FeedOptions<Talk>, 'accompany' | 'onNote'>,
  writer: ParcelWriter<Talk['extra']>,
  { pool, answer }: ReaderLine<Talk>,
): Promise<ContainerSummary> {
  const parts: ContainerSummary[] = [];
  for (const source of sources) {
    const reading = readSource({ ...options, source }, writer);
    let step = await reading.next();
    while (step.done !== true) {
      if (pool.isSpent) {
        await Promise.race([pool.whenFree(), answer]);
      }
      step = await reading.next();
    }
    parts.push(step.value);
  }
  return joinSummaries(parts);
}

/** The line to the thread that reads records. */
interface ReaderLine<Talk extends Dialogue> {
  readonly pool: SlabPool;
  readonly post: (message: ToReader<Talk>) => void;
  /** Both reject as soon as that thread has failed and undone its work, or is gone. */
  readonly opened: Promise<Talk['opened']>;
  readonly answer: Promise<Talk['answer']>;
}

function openLine<Talk extends Dialogue>(
  port: Worker | MessagePort,
  onNote: FeedOptions<Talk>['onNote'],
): ReaderLine<Talk> {
  const post = (message: ToReader<Talk>) => port.postMessage(message);
  const pool = new SlabPool((number, memory) => post({ type: 'slab', number, memory }));
  const hear = (take: (message: FromReader<Talk>) => void) => port.on('message', take);
  hear((message) => {
    if (message.type === 'free') {
      pool.giveBack(message.slabs);
    } else if (message.type === 'note') {
      onNote?.(message.note);
    }
  });
  const failure = new Promise<never>((_, reject) => {
    hear((message) => message.type === 'failed' && reject(restoreError(message.error)));
    port.on('error', reject);
  });
  const opened = new Promise<Talk['opened']>((resolve) => {
    hear((message) => message.type === 'opened' && resolve(message.opened));
  });
  const answer = new Promise<Talk['answer']>((resolve) => {
    hear((message) => message.type === 'answer' && resolve(message.answer));
  });
  const line = {
    pool,
    post,
    opened: Promise.race([opened, failure]),
    answer: Promise.race([answer, failure]),
  };
  line.opened.catch(() => {}); // Nothing awaits it where nothing accompanies the archive.
  line.answer.catch(() => {}); // It may fail long before it is awaited.
  return line;
}
