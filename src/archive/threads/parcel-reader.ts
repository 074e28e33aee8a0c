import { bufferOf } from '../../base/index.ts';
import { judgeDocument } from '../archive-document.ts';
import type { ArchiveEvent } from '../archive-event.ts';
import { type ArchiveSchemas, createKindReaders } from '../kind-schemas.ts';
import { createRecordJudge } from '../record-judge.ts';
import type { CutRecords, Parcel } from './messages.ts';
import { ROW, ROW_WORDS, readFacts, type Slab } from './slabs.ts';

/** Converts parcels to the events of an archive, or of several read as one. Parses and validates records. */
export class ParcelReader<Extra> {
  readonly #schemas: ArchiveSchemas;
  #kinds: ReturnType<typeof createKindReaders>;
  /** Events that were not emitted yet. */
  #waiting: ArchiveEvent[] = [];
  readonly #emit = (event: ArchiveEvent) => {
    this.#waiting.push(event);
  };

  constructor(schemas: ArchiveSchemas) {
    this.#schemas = schemas;
    this.#kinds = createKindReaders(schemas);
  }

  /** The events of a parcel; afterwards, the slab can be reused. */
  *read({ items, hasFacts }: Parcel<Extra>, slab: Slab): Generator<ArchiveEvent | Extra, void> {
    for (const item of items) {
      if (item.type === 'event') {
        yield item.event;
      } else if (item.type === 'document') {
        const { entryName, document } = item;
        judgeDocument(bufferOf(item.bytes), {
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
        yield* this.#readCuts(item, slab, hasFacts);
      }
    }
  }

  *#readCuts(
    { entryName, fromRow, toRow }: CutRecords,
    { bytes, table }: Slab,
    hasFacts: boolean,
  ): Generator<ArchiveEvent, void> {
    const judge = createRecordJudge({ entryName, kinds: this.#kinds, emit: this.#emit });
    for (let at = fromRow * ROW_WORDS; at < toRow * ROW_WORDS; at += ROW_WORDS) {
      const start = table[at + ROW.start] ?? 0;
      judge.takePart(bytes, {
        start,
        end: start + (table[at + ROW.length] ?? 0),
        index: table[at + ROW.index] ?? 0,
        memberCount: table[at + ROW.memberCount] ?? 0,
        facts: hasFacts ? readFacts(table, at) : undefined,
      });
      if (this.#waiting.length > 0) {
        yield* this.#take();
      }
    }
    judge.flush();
    yield* this.#take();
  }

  #take(): readonly ArchiveEvent[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}
