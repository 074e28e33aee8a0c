import type { ArchiveLimits } from '../../model/index.ts';
import { openDocument } from '../archive-document.ts';
import type { ArchiveEvent } from '../archive-event.ts';
import type { DocumentName } from '../archive-schemas.ts';
import { isContainerFault } from '../event-queue.ts';
import type { BodyTaker } from '../one-tar.ts';
import type { ReadingSink } from '../reading-sink.ts';
import { openRecordCutter, type SplitterName } from '../record-cutter.ts';
import type { RecordFile } from '../record-file.ts';
import type { RecordScan } from '../split-handlers.ts';
import { type Parcel, ROW, ROW_WORDS, SLAB_BYTES, SLAB_ROWS, type Slab } from './parcel.ts';
import { ODD_NUMBERS, writeFacts } from './slab-facts.ts';
import type { SlabPool } from './slab-pool.ts';

interface ParcelWriterOptions {
  readonly limits: ArchiveLimits;
  readonly splitter: SplitterName;
  readonly pool: SlabPool;
  /** Whether the facts of records are to be found here. */
  readonly hasFacts: boolean;
  readonly post: (parcel: Parcel) => void;
}

/** Items of one parcel, apart from records: archives of git data have entries by the hundred thousand. */
const MAX_ITEMS = 2_000;

/** Bytes that are copied into shared memory at once, but one by one where they lie otherwise in a word than they did. */
const WORD_BYTES = 8;

/** The largest record that a slab has room for, wherever in a word it begins. */
const MAX_SLAB_RECORD_BYTES = SLAB_BYTES - WORD_BYTES;

/** Packs what is read of an archive into parcels: records as bytes, everything else as it is. */
export class ParcelWriter implements ReadingSink {
  readonly #options: ParcelWriterOptions;
  #hasContainerFault = false;
  #items: Parcel['items'] = [];
  #number: number;
  #slab: Slab;
  #usedBytes = 0;
  #usedRows = 0;

  constructor(options: ParcelWriterOptions) {
    this.#options = options;
    this.#number = options.pool.take();
    this.#slab = options.pool.slabOf(this.#number);
  }

  get hasContainerFault(): boolean {
    return this.#hasContainerFault;
  }

  get isFull(): boolean {
    return this.#options.pool.isSpent;
  }

  add(event: ArchiveEvent): void {
    this.#hasContainerFault ||= event.type === 'finding' && isContainerFault(event.finding);
    this.#addItem({ type: 'event', event });
  }

  /** Sends something along with what is read, as plain data. */
  addMessage(message: unknown): void {
    this.#addItem({ type: 'message', message });
  }

  openRecords(entryName: string): RecordFile {
    const cutter = openRecordCutter({
      entryName,
      limits: this.#options.limits,
      splitter: this.#options.splitter,
      onRecord: (bytes, index, scan) => this.#addRecord(entryName, bytes, { index, scan }),
      emit: (event) => this.add(event),
    });
    return {
      write: (chunk) => cutter.write(chunk),
      end: (isWhole) => cutter.end(isWhole),
      flush: () => {}, // A parcel that is not full yet can wait: nobody looks at single records.
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
        writeFacts(this.#slab, this.#usedRows);
      }
      post({ slab: this.#number, hasFacts, items: this.#items });
      this.#items = [];
      this.#number = pool.take();
      this.#slab = pool.slabOf(this.#number);
      this.#usedBytes = 0;
      this.#usedRows = 0;
    }
  }

  #addItem(item: Parcel['items'][number]): void {
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
    const { bytes: room, table } = this.#slab;
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

/** The first place from there on that lies in a word as the bytes do. */
function alignLike({ byteOffset }: Buffer, from: number): number {
  return from + ((byteOffset - from) & (WORD_BYTES - 1));
}
