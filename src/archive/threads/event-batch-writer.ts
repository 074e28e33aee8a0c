import { createLargeCollector } from '../../base/garbage.ts';
import type { ArchiveLimits } from '../../model/archive-limits.table.ts';
import { openDocument } from '../archive-document.ts';
import type { ArchiveEvent } from '../archive-event.ts';
import type { ReadingSink, RecordFile } from '../entry-reader.ts';
import type { DocumentName } from '../kind-schemas.ts';
import { RecordCutter, type SplitterName } from '../record-cutter.ts';
import type { BodyTaker } from '../tar-reader.ts';
import {
  BUFFER_BYTES,
  BUFFER_ROWS,
  type BufferPool,
  type PooledBuffer,
  type RecordBuffer,
  ROW,
  ROW_WORDS,
} from './buffer-pool.ts';
import type { EventBatch } from './messages.ts';

interface EventBatchWriterOptions<Extra> {
  readonly limits: ArchiveLimits;
  readonly splitter: SplitterName;
  readonly pool: BufferPool;
  readonly post: (batch: EventBatch<Extra>) => void;
}

/** Maximum items of one batch, apart from records: archives with git data have hundreds of thousands of entries. */
const MAX_ITEMS = 2_000;

/** Shared memory is copied word by word if source and target have the same alignment, or else byte by byte. */
const WORD_BYTES = 8;

/** Packs the content of an archive into batches: records as bytes, everything else unchanged. */
export class EventBatchWriter<Extra> implements ReadingSink {
  readonly #options: EventBatchWriterOptions<Extra>;
  readonly #onCut = createLargeCollector();
  /** Size of the last record, whose chunks are garbage as soon as it was copied. */
  #cutBytes = 0;
  #items: EventBatch<Extra>['items'] = [];
  #current: PooledBuffer | undefined;
  #usedBytes = 0;
  #usedRows = 0;

  constructor(options: EventBatchWriterOptions<Extra>) {
    this.#options = options;
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
      onRecord: (parts, index, memberCount) => this.#addRecord(entryName, parts, { index, memberCount }),
      emit: (event) => this.add(event),
    });
    return {
      write: (chunk) => cutter.write(chunk),
      end: (isWhole) => cutter.end(isWhole),
      flush: () => {}, // Partly filled batches can wait.
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

  /** Posts the last batch. What large records took is freed, because the other thread may need long to finish. */
  close(): void {
    this.send();
    this.#onCut(this.#options.pool.close());
  }

  /** Frees the chunks of large records that were posted; to be called before waiting for the other thread. */
  collect(): void {
    this.#onCut(this.#cutBytes);
    this.#cutBytes = 0;
  }

  /** Posts the current batch. */
  send(): void {
    if (this.#items.length > 0) {
      const { post, pool } = this.#options;
      const { number } = this.#current ?? pool.take(); // The number of pending batches is limited by buffers.
      post({ buffer: number, items: this.#items });
      this.#items = [];
      this.#current = undefined;
      this.#usedBytes = 0;
      this.#usedRows = 0;
    }
  }

  #addItem(item: EventBatch<Extra>['items'][number]): void {
    this.#items.push(item);
    if (this.#items.length >= MAX_ITEMS) {
      this.send();
    }
  }

  /** The current buffer, and the index for the parts in it. */
  #roomFor(
    [first]: readonly Buffer[],
    sizeBytes: number,
  ): { readonly start: number; readonly buffer: RecordBuffer } {
    this.#current ??= this.#options.pool.take(Math.max(BUFFER_BYTES, sizeBytes + WORD_BYTES));
    return { start: alignLike(first?.byteOffset ?? 0, this.#usedBytes), buffer: this.#current.buffer };
  }

  #addRecord(
    entryName: string,
    parts: readonly Buffer[],
    { index, memberCount }: { readonly index: number; readonly memberCount: number },
  ): void {
    this.collect();
    const sizeBytes = parts.reduce((sum, part) => sum + part.length, 0);
    let { start, buffer } = this.#roomFor(parts, sizeBytes);
    if (start + sizeBytes > buffer.bytes.length || this.#usedRows === BUFFER_ROWS) {
      this.send();
      ({ start, buffer } = this.#roomFor(parts, sizeBytes));
    }
    const row = this.#usedRows;
    const { bytes: room, table } = buffer;
    const at = row * ROW_WORDS;
    let end = start;
    for (const part of parts) {
      end += part.copy(room, end);
    }
    table[at + ROW.start] = start;
    table[at + ROW.length] = sizeBytes;
    table[at + ROW.index] = index;
    table[at + ROW.memberCount] = memberCount;
    this.#usedBytes = end;
    this.#usedRows += 1;
    this.#cutBytes = sizeBytes;
    const last = this.#items.at(-1);
    if (last?.type === 'cuts' && last.entryName === entryName) {
      last.toRow = row + 1;
    } else {
      this.#items.push({ type: 'cuts', entryName, fromRow: row, toRow: row + 1 });
    }
    if (room.length > BUFFER_BYTES) {
      this.send(); // No other buffer may be sent before this one is returned.
    }
  }
}

/** The first index from `from` on with the same alignment as the bytes at `byteOffset`. */
function alignLike(byteOffset: number, from: number): number {
  return from + ((byteOffset - from) & (WORD_BYTES - 1));
}
