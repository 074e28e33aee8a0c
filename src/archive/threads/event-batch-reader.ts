import { bufferOf } from '../../base/byte-text.ts';
import { createLargeCollector } from '../../base/garbage.ts';
import type { FindKnown } from '../../model/records.ts';
import { validateDocument } from '../archive-document.ts';
import type { ArchiveEvent } from '../archive-event.ts';
import { type ArchiveSchemas, createKindReaders } from '../kind-schemas.ts';
import { createRecordValidator } from '../record-validator.ts';
import { type RecordBuffer, ROW, ROW_WORDS } from './buffer-pool.ts';
import type { CutRecords, EventBatch } from './messages.ts';

/** Converts batches to the events of an archive, or of several read as one. Parses and validates records. */
export class EventBatchReader<Extra> {
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
