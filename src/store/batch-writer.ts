import { isJsonObject, type JsonValue } from '../base/index.ts';
import type { RecordBatch, RejectedRecord } from '../model/index.ts';
import { storableText } from './conversions.ts';
import type { Database } from './database.ts';
import { createRejectedRecordWriter } from './loose-records.ts';
import { createNewestTimestamp } from './newest-timestamp.ts';
import { RecordInput } from './record-input.ts';
import type { RecordPlacer } from './record-placer.ts';
import type { RecordShelves } from './record-shelves.ts';

/** Sorts the records of batches into their places, within the transaction that is under way. */
export interface BatchWriter {
  write(batch: RecordBatch): void;
  /** Records so far by kind, without the rejected ones. */
  counts(): Readonly<Record<string, number>>;
  /** Records so far that broke their schema. */
  rejected(): number;
  /** The newest `created_at` or `updated_at` so far. */
  newestTimestamp(): string | undefined;
}

interface BatchWriterOptions {
  readonly db: Database;
  readonly shelves: RecordShelves;
  readonly placer: RecordPlacer;
  readonly snapshotId: number;
}

export function createBatchWriter({ db, shelves, placer, snapshotId }: BatchWriterOptions): BatchWriter {
  const writeRejected = createRejectedRecordWriter(db, snapshotId);
  const newest = createNewestTimestamp();
  const counts = new Map<string, number>();
  let rejectedCount = 0;

  function writeRecord(batch: RecordBatch, index: number, record: RecordInput): void {
    const { kind, entryName } = batch;
    const url = keyOf(record.value['url'], record.isPlain);
    const table = shelves.tableOf(kind);
    newest.see(record.value);
    if (table !== undefined && url !== null) {
      placer.place(record, { shelf: table, key: url, kind, url });
    } else {
      const key = { kind, url, entryName, index, record };
      placer.place(record, { shelf: shelves.others, key, kind, url });
    }
  }

  function reject(batch: RecordBatch, rejected: RejectedRecord): void {
    writeRejected(batch, rejected);
    const url = urlOf(rejected.source);
    const table = shelves.tableOf(batch.kind);
    if (table !== undefined && url !== null) {
      placer.keep({ shelf: table, key: url, kind: batch.kind, url });
    }
  }

  return {
    write(batch) {
      for (const record of batch.records) {
        writeRecord(batch, record.index, new RecordInput(record));
      }
      for (const rejected of batch.rejected) {
        reject(batch, rejected);
      }
      rejectedCount += batch.rejected.length;
      counts.set(batch.kind, (counts.get(batch.kind) ?? 0) + batch.records.length);
    },
    counts: () => Object.fromEntries([...counts].filter(([, count]) => count > 0)),
    rejected: () => rejectedCount,
    newestTimestamp: newest.newest,
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
