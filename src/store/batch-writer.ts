import { isJsonObject, type JsonValue } from '../base/index.ts';
import type { ArchiveRecord, RecordBatch, RejectedRecord } from '../model/index.ts';
import { storableText } from './conversions.ts';
import type { Database } from './database.ts';
import { createRejectedRecordWriter } from './loose-records.ts';
import { RecordInput } from './record-input.ts';
import type { RecordPlacer } from './record-placer.ts';
import type { RecordShelves } from './record-shelves.ts';
import type { RecordShelf } from './table-writer.ts';

/** Sorts the records of batches into their places, within the transaction that is under way. */
export interface BatchWriter {
  write(batch: RecordBatch): void;
  /** Records so far by kind, without the rejected ones. */
  counts(): Readonly<Record<string, number>>;
  /** Records so far that broke their schema. */
  rejected(): number;
  /** Ends the load, whose snapshot has its place in time. */
  finish(): void;
}

interface BatchWriterOptions {
  readonly db: Database;
  readonly shelves: RecordShelves;
  readonly placer: RecordPlacer;
  readonly snapshotId: number;
}

/** Where the records of a batch come from, and the table of their kind where it has one. */
interface BatchPlace extends Pick<RecordBatch, 'kind' | 'entryName'> {
  readonly table: RecordShelf<string> | undefined;
}

export function createBatchWriter({ db, shelves, placer, snapshotId }: BatchWriterOptions): BatchWriter {
  const rejectedRecords = createRejectedRecordWriter(db, snapshotId);
  const counts = new Map<string, number>();
  let rejectedCount = 0;

  function writeRecord(source: ArchiveRecord, { kind, entryName, table }: BatchPlace): void {
    const record = new RecordInput(source);
    const url = keyOf(record.value['url'], record.isPlain);
    if (table !== undefined && url !== null) {
      placer.place(record, { shelf: table, key: url, kind, url, entryName, index: source.index });
    } else {
      const key = { kind, url, entryName, index: source.index, record };
      placer.place(record, { shelf: shelves.others, key, kind, url, entryName, index: source.index });
    }
  }

  function reject(rejected: RejectedRecord, { kind, entryName, table }: BatchPlace): void {
    rejectedRecords.write({ kind, entryName }, rejected);
    const url = urlOf(rejected.source);
    if (table !== undefined && url !== null) {
      placer.keep({ shelf: table, key: url, kind, url, entryName, index: rejected.index });
    }
  }

  return {
    write(batch) {
      const place = { kind: batch.kind, entryName: batch.entryName, table: shelves.tableOf(batch.kind) };
      for (const record of batch.records) {
        writeRecord(record, place);
      }
      for (const rejected of batch.rejected) {
        reject(rejected, place);
      }
      rejectedCount += batch.rejected.length;
      counts.set(batch.kind, (counts.get(batch.kind) ?? 0) + batch.records.length);
    },
    counts: () => Object.fromEntries([...counts].filter(([, count]) => count > 0)),
    rejected: () => rejectedCount,
    finish: () => rejectedRecords.finish(),
  };
}

/** A record's url, or null where it is none that SQLite could keep as a key. */
function keyOf(url: JsonValue | undefined, isPlain: boolean): string | null {
  const isKey = typeof url === 'string' && url !== '' && (isPlain || storableText(url) === url);
  return isKey ? url : null;
}

/** The url of a record that broke its schema, as far as it can be read at all. */
function urlOf(source: Uint8Array): string | null {
  try {
    const value: JsonValue = JSON.parse(Buffer.from(source).toString());
    return isJsonObject(value) ? keyOf(value['url'], false) : null;
  } catch {
    return null; // No JSON, no url: nothing in the store can be meant.
  }
}
