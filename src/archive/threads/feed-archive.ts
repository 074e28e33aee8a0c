import { ARCHIVE_LIMITS } from '../../model/index.ts';
import type { ContainerSummary } from '../archive-event.ts';
import type { ArchiveSource } from '../archive-source.ts';
import { type ReadArchiveOptions, readSource } from '../read-source.ts';
import { joinSummaries } from '../read-together.ts';
import type { ParcelWriter } from './parcel-writer.ts';
import type { ReaderPort } from './ports.ts';
import { openReaderLine, type ReaderLine } from './reader-line.ts';

/** How to read one export for another thread. */
export interface FeedOptions extends Omit<ReadArchiveOptions, 'source'> {
  /** The archive, or the parts of one export. */
  readonly sources: readonly ArchiveSource[];
  /** Whether the facts of records are found in this thread, as far as it can; the default is false. */
  readonly hasFacts?: boolean;
  /** Hears what the other thread tells on its way. */
  readonly onNote?: ((note: unknown) => void) | undefined;
  /** Called once the consumer is open; without it, reading begins before. */
  readonly accompany?: ((companion: Companion) => Accompaniment) | undefined;
}

/** What the one who feeds an archive may do beside it. */
export interface Companion {
  /** What the consumer told when it was opened. */
  readonly opened: unknown;
  /** Sends plain data to the consumer, between the events. */
  readonly send: (message: unknown) => void;
}

/** What is done in this thread with the archive. */
export interface Accompaniment {
  readonly openFile?: ReadArchiveOptions['openFile'];
  /** Called behind the last event, before the consumer completes its work; may fail to refuse the archive. */
  finish(container: ContainerSummary): Promise<void>;
  /** Called where reading or the consumer failed, before the consumer undoes its work. */
  abandon(): Promise<void>;
}

/**
 * Unpacks one export here and has its records read by whoever serves the other end of the port; gives their answer.
 * Throws what `readArchive` throws, and what the other thread failed with; that thread has undone its work by then.
 */
export async function feedArchive(options: FeedOptions, port: ReaderPort): Promise<unknown> {
  const line = openReaderLine(port, options.onNote);
  const { ParcelWriter: Writer } = await import('./parcel-writer.ts'); // What cuts records loads a large package.
  const writer = new Writer({
    limits: { ...ARCHIVE_LIMITS, ...options.limits },
    splitter: options.splitter ?? 'bytes',
    pool: line.pool,
    hasFacts: options.hasFacts ?? false,
    post: (parcel) => line.post({ type: 'parcel', parcel }),
  });
  let accompaniment: Accompaniment | undefined;
  try {
    if (options.accompany !== undefined) {
      const opened = await Promise.race([line.opened, line.answer]);
      accompaniment = options.accompany({ opened, send: (message) => writer.addMessage(message) });
    }
    const container = await sendArchives({ ...options, ...accompaniment }, writer, line);
    writer.add({ type: 'end', container });
    await accompaniment?.finish(container);
    writer.send();
    line.post({ type: 'complete' });
    return await line.answer;
  } catch (error) {
    await accompaniment?.abandon();
    line.post({ type: 'abandon' });
    await line.abandoned;
    throw error;
  }
}

/** Sends everything but the end, at the pace of the other thread. */
async function sendArchives(
  { sources, ...options }: FeedOptions,
  writer: ParcelWriter,
  line: ReaderLine,
): Promise<ContainerSummary> {
  const parts: ContainerSummary[] = [];
  for (const source of sources) {
    const reading = readSource({ ...options, source }, writer);
    let step = await reading.next();
    while (step.done !== true) {
      if (line.pool.isSpent) {
        await Promise.race([line.pool.whenFree(), line.answer]);
      }
      step = await reading.next();
    }
    parts.push(step.value);
  }
  return joinSummaries(parts);
}
