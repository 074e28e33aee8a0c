import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { bufferOf } from '../base/byte-text.ts';
import { carryError, invariant } from '../base/failure.ts';
import { createLargeCollector } from '../base/garbage.ts';
import { Failure } from '../model/failure.ts';
import type { FindKnown } from '../model/records.ts';
import { validateDocument } from './archive-document.ts';
import type { ArchiveEvent } from './archive-event.ts';
import { type ArchiveSchemas, createArchiveSchemas, createKindReaders } from './kind-schemas.ts';
import { createRecordValidator } from './record-validator.ts';
import { BUFFER_BYTES, openBuffer, type RecordBuffer, ROW, ROW_WORDS } from './threads/buffer-pool.ts';
import type { CutRecords, Dialogue, EventBatch, FromReader, ToReader } from './threads/messages.ts';

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

/** Converts batches to the events of an archive, or of several read as one. Parses and validates records. */
class EventBatchReader<Extra> {
  readonly #schemas: ArchiveSchemas;
  readonly #findKnown: FindKnown | undefined;
  #kinds: ReturnType<typeof createKindReaders>;
  readonly #onLarge = createLargeCollector();
  #largestBytes = 0;
  /** Events that were not emitted yet. */
  #waiting: ArchiveEvent[] = [];
  readonly #emit = (event: ArchiveEvent) => {
    this.#waiting.push(event);
  };

  constructor(schemas: ArchiveSchemas, findKnown?: FindKnown) {
    this.#schemas = schemas;
    this.#findKnown = findKnown;
    this.#kinds = createKindReaders(schemas);
  }

  /** The events of a batch; afterwards, the buffer can be reused. */
  *read({ items }: EventBatch<Extra>, buffer: RecordBuffer): Generator<ArchiveEvent | Extra, void> {
    for (const item of items) {
      if (item.type === 'event') {
        yield item.event;
      } else if (item.type === 'document') {
        const { entryName, document } = item;
        validateDocument(bufferOf(item.bytes), {
          entryName,
          document,
          schemas: this.#schemas,
          emit: this.#emit,
        });
        yield* this.#take();
      } else if (item.type === 'finish') {
        for (const finding of this.#kinds.drift()) {
          yield { type: 'finding', finding };
        }
        this.#kinds = createKindReaders(this.#schemas);
      } else {
        yield* this.#readCuts(item, buffer);
      }
    }
  }

  /** Frees what the last large records have left, after all batches. */
  collect(): void {
    this.#onLarge(this.#largestBytes);
  }

  *#readCuts(
    { entryName, fromRow, toRow }: CutRecords,
    { bytes, table }: RecordBuffer,
  ): Generator<ArchiveEvent, void> {
    const validator = createRecordValidator({
      entryName,
      kinds: this.#kinds,
      findKnown: this.#findKnown,
      emit: this.#emit,
    });
    for (let at = fromRow * ROW_WORDS; at < toRow * ROW_WORDS; at += ROW_WORDS) {
      const start = table[at + ROW.start] ?? 0;
      const sizeBytes = table[at + ROW.length] ?? 0;
      this.#largestBytes = Math.max(this.#largestBytes, sizeBytes);
      this.#onLarge(sizeBytes); // Collects the value of the record before this one.
      validator.takePart(bytes, {
        start,
        end: start + sizeBytes,
        index: table[at + ROW.index] ?? 0,
        memberCount: table[at + ROW.memberCount] ?? 0,
      });
      this.#onLarge(sizeBytes); // Collects the text of this one, before its value is copied.
      if (this.#waiting.length > 0) {
        yield* this.#take();
      }
    }
    validator.flush();
    yield* this.#take();
  }

  #take(): readonly ArchiveEvent[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}
