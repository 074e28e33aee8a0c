import { bufferOf } from '../../base/index.ts';
import { judgeDocument } from '../archive-document.ts';
import type { ArchiveEvent } from '../archive-event.ts';
import type { ArchiveSchemas } from '../archive-schemas.ts';
import { createKindReaders } from '../kind-readers.ts';
import { createRecordJudge, type RecordJudge } from '../record-judge.ts';
import { type CutRecords, type Parcel, ROW, ROW_WORDS, type Slab } from './parcel.ts';
import { readFacts } from './slab-facts.ts';

/** Turns parcels back into the events of the archive: records are parsed and judged here. */
export interface ParcelReader {
  /** Emits everything that the parcel holds before it returns; the slab may be used again then. */
  read(parcel: Parcel, slab: Slab): void;
}

interface ParcelReaderOptions {
  readonly schemas: ArchiveSchemas;
  readonly emit: (event: ArchiveEvent) => void;
  readonly onMessage: (message: unknown) => void;
}

/** Creates the reader of the parcels of one archive, or of several that are read as one. */
export function createParcelReader({ schemas, emit, onMessage }: ParcelReaderOptions): ParcelReader {
  let kinds = createKindReaders(schemas);
  return {
    read({ items, hasFacts }, slab) {
      for (const item of items) {
        if (item.type === 'event') {
          emit(item.event);
        } else if (item.type === 'message') {
          onMessage(item.message);
        } else if (item.type === 'document') {
          const { entryName, document } = item;
          judgeDocument(bufferOf(item.bytes), { entryName, document, schemas, emit });
        } else if (item.type === 'finish') {
          for (const finding of kinds.drift()) {
            emit({ type: 'finding', finding });
          }
          kinds = createKindReaders(schemas);
        } else {
          const judge = createRecordJudge({ entryName: item.entryName, kinds, emit });
          if (item.type === 'large') {
            judge.take(bufferOf(item.bytes), item.index, item.scan);
          } else {
            takeRows(slab, { ...item, hasFacts }, judge);
          }
          judge.flush();
        }
      }
    },
  };
}

function takeRows(
  { bytes, table }: Slab,
  { fromRow, toRow, hasFacts }: CutRecords & Pick<Parcel, 'hasFacts'>,
  judge: RecordJudge,
): void {
  for (let at = fromRow * ROW_WORDS; at < toRow * ROW_WORDS; at += ROW_WORDS) {
    const start = table[at + ROW.start] ?? 0;
    judge.takePart(bytes, {
      start,
      end: start + (table[at + ROW.length] ?? 0),
      index: table[at + ROW.index] ?? 0,
      memberCount: table[at + ROW.memberCount] ?? 0,
      facts: hasFacts ? readFacts(table, at) : undefined,
    });
  }
}
