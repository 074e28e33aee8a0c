import { judgeDocument } from '../archive-document.ts';
import type { ArchiveEvent } from '../archive-event.ts';
import type { ArchiveSchemas } from '../archive-schemas.ts';
import { createKindReaders } from '../kind-readers.ts';
import { createRecordJudge, type RecordJudge } from '../record-judge.ts';
import { type Parcel, ROW_WORDS, type Slab } from './parcel.ts';

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
    read({ items }, slab) {
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
            judge.take(bufferOf(item.bytes), item.index, item.memberCount);
          } else {
            takeRows(slab, item, judge);
          }
          judge.flush();
        }
      }
    },
  };
}

function takeRows(
  { bytes, table }: Slab,
  { fromRow, toRow }: { readonly fromRow: number; readonly toRow: number },
  judge: RecordJudge,
): void {
  for (let at = fromRow * ROW_WORDS; at < toRow * ROW_WORDS; at += ROW_WORDS) {
    const start = table[at] ?? 0;
    const end = start + (table[at + 1] ?? 0);
    judge.takePart(bytes, { start, end, index: table[at + 2] ?? 0, memberCount: table[at + 3] ?? 0 });
  }
}

/** Buffers come out of a message as plain arrays of bytes. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
