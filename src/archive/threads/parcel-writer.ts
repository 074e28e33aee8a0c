import type { ArchiveLimits } from '../../model/index.ts';
import { openDocument } from '../archive-document.ts';
import type { ArchiveEvent } from '../archive-event.ts';
import type { ReadingSink, RecordFile } from '../entry-reader.ts';
import type { DocumentName } from '../kind-schemas.ts';
import { RecordCutter, type SplitterName } from '../record-cutter.ts';
import type { RecordScan } from '../record-text.ts';
import type { BodyTaker } from '../tar-reader.ts';
import type { Parcel } from './messages.ts';
import { ODD_NUMBERS, ROW, ROW_WORDS, SLAB_BYTES, SLAB_ROWS, type SlabPool, writeFacts } from './slabs.ts';

interface ParcelWriterOptions<Extra> {
  readonly limits: ArchiveLimits;
  readonly splitter: SplitterName;
  readonly pool: SlabPool;
  /** Whether the facts of records are to be found here. */
  readonly hasFacts: boolean;
  readonly post: (parcel: Parcel<Extra>) => void;
}

/** Items of one parcel, apart from records: archives of git data have entries by the hundred thousand. */
const MAX_ITEMS = 2_000;

/** Bytes are copied into shared memory by whole words, but one by one where source and target are aligned differently. */
const WORD_BYTES = 8;

/** The largest record that a slab has room for at any alignment. */
const MAX_SLAB_RECORD_BYTES = SLAB_BYTES - WORD_BYTES;

/** Packs what is read of an archive into parcels: records as bytes, everything else as it is. */
export class ParcelWriter<Extra> implements ReadingSink {
  readonly #options: ParcelWriterOptions<Extra>;
  #items: Parcel<Extra>['items'] = [];
  #current: ReturnType<SlabPool['take']>;
  #usedBytes = 0;
  #usedRows = 0;

  constructor(options: ParcelWriterOptions<Extra>) {
    this.#options = options;
    this.#current = options.pool.take();
  }

  get isFull(): boolean {
    return this.#options.pool.isSpent;
  }

  add(event: ArchiveEvent | Extra): void {
    this.#addItem({ type: 'event', event });
  }

  openRecords(entryName: string): RecordFile {
    const cutter = new RecordCutter({
      entryName,
      limits: this.#options.limits,
      splitter: this.#options.splitter,
      onRecord: (bytes, index, scan) => this.#addRecord(entryName, bytes, { index, scan }),
      emit: (event) => this.add(event),
    });
    return {
      write: (chunk) => cutter.write(chunk),
      end: (isWhole) => cutter.end(isWhole),
      flush: () => {}, // A parcel that is not full yet can wait.
    };
  }

  openDocument(entryName: string, document: DocumentName): BodyTaker {
    return openDocument({
      entryName,
      document,
      limits: this.#options.limits,
      emit: (event) => this.add(event),
      onDocument: (bytes) => this.#addItem({ type: 'document', entryName, document, bytes }),
    });
  }

  finish(): void {
    this.#addItem({ type: 'finish' });
  }

  /** Posts what was packed so far. */
  send(): void {
    if (this.#items.length > 0) {
      const { hasFacts, post, pool } = this.#options;
      if (hasFacts) {
        writeFacts(this.#current.slab, this.#usedRows);
      }
      post({ slab: this.#current.number, hasFacts, items: this.#items });
      this.#items = [];
      this.#current = pool.take();
      this.#usedBytes = 0;
      this.#usedRows = 0;
    }
  }

  #addItem(item: Parcel<Extra>['items'][number]): void {
    this.#items.push(item);
    if (this.#items.length >= MAX_ITEMS) {
      this.send();
    }
  }

  #addRecord(
    entryName: string,
    bytes: Buffer,
    { index, scan }: { readonly index: number; readonly scan: RecordScan },
  ): void {
    if (bytes.length > MAX_SLAB_RECORD_BYTES) {
      this.#items.push({ type: 'large', entryName, bytes: Uint8Array.from(bytes), index, scan });
      this.send();
      return;
    }
    if (alignLike(bytes, this.#usedBytes) + bytes.length > SLAB_BYTES || this.#usedRows === SLAB_ROWS) {
      this.send();
    }
    const start = alignLike(bytes, this.#usedBytes);
    const row = this.#usedRows;
    const { bytes: room, table } = this.#current.slab;
    const at = row * ROW_WORDS;
    bytes.copy(room, start);
    table[at + ROW.start] = start;
    table[at + ROW.length] = bytes.length;
    table[at + ROW.index] = index;
    table[at + ROW.memberCount] = scan.memberCount;
    table[at + ROW.marks] = scan.mayHaveOddNumbers ? ODD_NUMBERS : 0;
    this.#usedBytes = start + bytes.length;
    this.#usedRows += 1;
    const last = this.#items.at(-1);
    if (last?.type === 'cuts' && last.entryName === entryName) {
      last.toRow = row + 1;
    } else {
      this.#items.push({ type: 'cuts', entryName, fromRow: row, toRow: row + 1 });
    }
  }
}

/** The first place at or after `from` with the same alignment as the bytes. */
function alignLike({ byteOffset }: Buffer, from: number): number {
  return from + ((byteOffset - from) & (WORD_BYTES - 1));
}
