import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { carryError, invariant } from '../base/failure.ts';
import { Failure } from '../model/failure.ts';
import type { FindKnown } from '../model/records.ts';
import type { ArchiveEvent } from './archive-event.ts';
import { createArchiveSchemas } from './kind-schemas.ts';
import { BUFFER_BYTES, openBuffer, type RecordBuffer } from './threads/buffer-pool.ts';
import { EventBatchReader } from './threads/event-batch-reader.ts';
import type { Dialogue, FromReader, ToReader } from './threads/messages.ts';

/** An archive that another thread unpacks. */
export interface ServedArchive<Talk extends Dialogue> {
  /**
   * Its events, to be read once. The source of a record is only valid until the next event. Throws if the other thread
   * gives up, in which case all work is to be undone.
   */
  readonly events: (
    opened: Talk['opened'],
    findKnown?: FindKnown,
  ) => AsyncIterable<ArchiveEvent | Talk['extra']>;
  readonly note: (note: Talk['note']) => void;
}

/** Reads the records of the archive that is received through the port, and sends back the result of `consume`. */
export async function serveArchive<Talk extends Dialogue>(
  port: MessagePort,
  consume: (archive: ServedArchive<Talk>) => Promise<Talk['answer']>,
): Promise<void> {
  const post = (message: FromReader<Talk>) => port.postMessage(message);
  try {
    const answer = await consume({
      note: (note) => post({ type: 'note', note }),
      events(opened, findKnown) {
        post({ type: 'opened', opened });
        return receiveEvents(port, post, findKnown);
      },
    });
    post({ type: 'answer', answer });
  } catch (error) {
    post({ type: 'failed', error: carryError(error) });
  } finally {
    port.close();
  }
}

/** Buffers that are returned together: fewer than may be in use, or the sender would wait for the last ones. */
const FREE_AT_ONCE = 3;

async function* receiveEvents<Talk extends Dialogue>(
  port: MessagePort,
  post: (message: FromReader<Talk>) => void,
  findKnown: FindKnown | undefined,
): AsyncGenerator<ArchiveEvent | Talk['extra'], void> {
  const reader = new EventBatchReader<Talk['extra']>(createArchiveSchemas(), findKnown);
  const buffers: RecordBuffer[] = [];
  let free: number[] = [];
  for await (const received of on(port, 'message')) {
    const message: ToReader<Talk> = received[0];
    if (message.type === 'abandon') {
      throw new Failure('interrupted', 'Cannot continue with the archive: the thread that reads it stopped');
    }
    if (message.type === 'buffer') {
      buffers[message.number] = openBuffer(message.memory);
      continue;
    }
    const { batch } = message;
    const buffer = buffers[batch.buffer];
    invariant(buffer !== undefined, 'a buffer is announced before it is sent');
    for (const event of reader.read(batch, buffer)) {
      yield event;
      if (event.type === 'end') {
        buffers.length = 0;
        reader.collect(); // The consumer may still need long, and much memory.
        return;
      }
    }
    free.push(batch.buffer);
    const isLarge = buffer.bytes.length > BUFFER_BYTES; // The other thread waits for its memory.
    if (isLarge || free.length >= FREE_AT_ONCE) {
      post({ type: 'free', buffers: free });
      free = [];
    }
  }
}
