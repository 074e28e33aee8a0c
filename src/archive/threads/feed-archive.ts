import { invariant, restoreError } from '../../base/index.ts';
import { ARCHIVE_LIMITS } from '../../model/index.ts';
import type { ContainerSummary } from '../archive-event.ts';
import { createArchiveSchemas } from '../archive-schemas.ts';
import type { ArchiveSource } from '../archive-source.ts';
import { type ReadArchiveOptions, readSource } from '../read-source.ts';
import { joinSummaries } from '../read-together.ts';
import { ParcelWriter } from './parcel-writer.ts';
import type { FromReader, ReaderPort, ToReader } from './ports.ts';
import { createSlabPool, type SlabPool } from './slab-pool.ts';

/** How to read one export for another thread. */
export interface FeedOptions extends Omit<ReadArchiveOptions, 'source'> {
  /** The archive, or the parts of one export. */
  readonly sources: readonly ArchiveSource[];
  /** Hears what the other thread tells on its way. */
  readonly onNote?: ((note: unknown) => void) | undefined;
}

/**
 * Unpacks one export here and has its records read by whoever serves the other end of the port; gives their answer.
 * Throws what `readArchive` throws, and what the other thread failed with; that thread has undone its work by then.
 */
export async function feedArchive(options: FeedOptions, port: ReaderPort): Promise<unknown> {
  const line = openLine(port, options.onNote);
  try {
    await sendArchives(options, line);
    line.post({ type: 'complete' });
    return await line.answer;
  } catch (error) {
    line.post({ type: 'abandon' });
    await line.abandoned;
    throw error;
  }
}

async function sendArchives({ sources, ...options }: FeedOptions, line: Line): Promise<void> {
  const writer = new ParcelWriter({
    limits: { ...ARCHIVE_LIMITS, ...options.limits },
    splitter: options.splitter ?? 'bytes',
    pool: line.pool,
    post: (parcel) => line.post({ type: 'parcel', parcel }),
  });
  const schemas = options.schemas ?? createArchiveSchemas();
  const parts: ContainerSummary[] = [];
  for (const source of sources) {
    const reading = readSource({ ...options, source, schemas }, writer);
    let step = await reading.next();
    while (step.done !== true) {
      if (line.pool.isSpent) {
        await Promise.race([line.pool.whenFree(), line.answer]);
      }
      step = await reading.next();
    }
    parts.push(step.value);
  }
  writer.add({ type: 'end', container: joinSummaries(parts) });
  writer.send();
}

/** The line to the thread that reads. */
interface Line {
  readonly pool: SlabPool;
  post(message: ToReader): void;
  /** What that thread makes of the archive; rejects as soon as it fails. */
  readonly answer: Promise<unknown>;
  /** Resolves once it has undone its work, or is gone. */
  readonly abandoned: Promise<void>;
}

function openLine(port: ReaderPort, onNote: FeedOptions['onNote']): Line {
  const post = (message: ToReader) => port.postMessage(message);
  const pool = createSlabPool((number, memory) => post({ type: 'slab', number, memory }));
  let settle:
    | { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void }
    | undefined;
  let end = () => {};
  const answer = new Promise<unknown>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const abandoned = new Promise<void>((resolve) => {
    end = resolve;
  });
  answer.catch(() => {}); // Whoever waits hears of it; where nobody does, the reading failed before.
  invariant(settle !== undefined, 'a promise calls its function at once');
  const { resolve, reject } = settle;
  port.on('message', (message: FromReader) => {
    switch (message.type) {
      case 'free':
        pool.giveBack(message.slab);
        break;
      case 'note':
        onNote?.(message.note);
        break;
      case 'answer':
        resolve(message.answer);
        break;
      case 'failed':
        reject(restoreError(message.error));
        break;
      case 'abandoned':
        end();
        break;
    }
  });
  port.on('error', (error: Error) => {
    reject(error);
    end();
  });
  return { pool, post, answer, abandoned };
}
