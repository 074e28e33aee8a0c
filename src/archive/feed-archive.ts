import { existsSync } from 'node:fs';
import { type MessagePort, Worker } from 'node:worker_threads';
import { restoreError } from '../base/failure.ts';
import { untilAborted } from '../base/signals.ts';
import { ARCHIVE_LIMITS } from '../model/archive-limits.table.ts';
import type { ContainerSummary } from './archive-event.ts';
import type { ArchiveSource } from './archive-source.ts';
import { joinSummaries, readSource, type UnpackOptions } from './read-archive.ts';
import { BufferPool } from './threads/buffer-pool.ts';
import type { EventBatchWriter } from './threads/event-batch-writer.ts';
import type { Dialogue, FromReader, ToReader } from './threads/messages.ts';

/** Options for reading one export for another thread. */
export interface FeedOptions<Talk extends Dialogue> extends Omit<UnpackOptions, 'source'> {
  /** The archive, or the parts of one export. */
  readonly sources: readonly ArchiveSource[];
  readonly onNote?: ((note: Talk['note']) => void) | undefined;
  /** True if the other thread leaves nothing behind wherever it ends: then an abort does not wait for it. */
  readonly mayEndAnywhere?: boolean | undefined;
  /** Called when the consumer is ready; if absent, reading starts earlier. `add` adds an event to the archive's. */
  readonly accompany?:
    | ((opened: Talk['opened'], add: (event: Talk['extra']) => void) => Accompaniment)
    | undefined;
}

/** What the feeding thread does with the archive while reading it. */
export interface Accompaniment {
  readonly openFile: NonNullable<UnpackOptions['openFile']>;
  /** Called after the last entry and before the event `end`. */
  beforeEnd(container: ContainerSummary): Promise<void>;
}

/**
 * Memory limits of the thread that reads records. Records live for one batch: a small young generation costs no time,
 * and saves 20 MB. The old generation never needs this much, but with a limit below 2 GB, V8 collects large strings
 * before they take four times as much memory as everything else.
 */
const READER_MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1_000 } as const;

/** Smaller archives are read faster than a second thread starts. */
const MIN_PACKED_BYTES = 4 * 1024 * 1024;

/**
 * Whether a second thread that runs `program` helps. It is only available in the compiled program, since Node.js 20
 * cannot run TypeScript.
 */
export function isThreadWorthwhile(sources: readonly ArchiveSource[], program: URL): boolean {
  return sources.some(isLarge) && existsSync(program);
}

function isLarge(source: ArchiveSource): boolean {
  const sizeBytes = source.type === 'packed' ? source.sizeBytes : undefined;
  return sizeBytes === undefined || sizeBytes >= MIN_PACKED_BYTES;
}

/** Starts a thread with `program`, which calls `serveArchive`, and sends it the archive. */
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
 * Unpacks one export in this thread, while `serveArchive` at the other end of the port reads its records; returns the
 * answer. Throws the errors of `readArchive`, and those of the other thread, which has undone its work by then, unless it
 * may end anywhere.
 */
export async function feedArchive<Talk extends Dialogue>(
  options: FeedOptions<Talk>,
  port: Worker | MessagePort,
): Promise<Talk['answer']> {
  const { signal, mayEndAnywhere = false } = options;
  const line = openLine<Talk>(port, options.onNote);
  const packing = await import('./threads/event-batch-writer.ts'); // Imported late because it loads a large package.
  const writer = new packing.EventBatchWriter<Talk['extra']>({
    limits: { ...ARCHIVE_LIMITS, ...options.limits },
    splitter: options.splitter ?? 'bytes',
    pool: line.pool,
    post: (batch) => line.post({ type: 'batch', batch }),
  });
  try {
    const accompaniment = options.accompany?.(await line.opened, (event) => writer.add(event));
    const { openFile } = accompaniment ?? options;
    const container = await sendArchives({ ...options, openFile }, writer, line);
    await accompaniment?.beforeEnd(container);
    writer.add({ type: 'end', container });
    writer.close();
  } catch (error) {
    line.post({ type: 'abandon' });
    const ending = line.answer.catch(() => {}); // The first error is the one to report.
    if (!mayEndAnywhere) {
      await ending;
    }
    throw error;
  }
  return await (mayEndAnywhere ? untilAborted(line.answer, signal) : line.answer);
}

/** Sends everything but the end, with backpressure from the other thread. */
async function sendArchives<Talk extends Dialogue>(
  { sources, ...options }: Omit<FeedOptions<Talk>, 'accompany' | 'onNote'>,
  writer: EventBatchWriter<Talk['extra']>,
  { pool, answer }: ReaderLine<Talk>,
): Promise<ContainerSummary> {
  const parts: ContainerSummary[] = [];
  for (const source of sources) {
    const reading = readSource({ ...options, source }, writer);
    let step = await reading.next();
    while (step.done !== true) {
      if (pool.isSpent) {
        writer.collect();
        await untilAborted(Promise.race([pool.whenFree(), answer]), options.signal);
      }
      step = await reading.next();
    }
    parts.push(step.value);
  }
  return joinSummaries(parts);
}

/** The connection to the thread that reads records. */
interface ReaderLine<Talk extends Dialogue> {
  readonly pool: BufferPool;
  readonly post: (message: ToReader<Talk>) => void;
  /** Both reject when that thread has failed and undone its work, or has exited. */
  readonly opened: Promise<Talk['opened']>;
  readonly answer: Promise<Talk['answer']>;
}

function openLine<Talk extends Dialogue>(
  port: Worker | MessagePort,
  onNote: FeedOptions<Talk>['onNote'],
): ReaderLine<Talk> {
  const post = (message: ToReader<Talk>) => port.postMessage(message);
  const pool = new BufferPool((number, memory) => post({ type: 'buffer', number, memory }));
  const hear = (take: (message: FromReader<Talk>) => void) => port.on('message', take);
  hear((message) => {
    if (message.type === 'free') {
      pool.giveBack(message.buffers);
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
  line.opened.catch(() => {}); // Not awaited if there is no accompaniment.
  line.answer.catch(() => {}); // It may reject long before it is awaited.
  return line;
}
