import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { ArchiveRecord, RecordBatch, RejectedRecord } from '../../model/records.ts';
import type { Database } from '../database.ts';
import { storableText } from '../rows/conversions.ts';
import { RecordInput } from '../rows/record-input.ts';
import { createRejectedRecordWriter } from './loose-records.ts';
import type { TableWriter } from './record-table.ts';
import type { TableWriters } from './table-writer.ts';

/** The destination of a record: its table and its key there. */
export interface RecordTarget<Key> {
  readonly table: TableWriter<Key>;
  readonly key: Key;
  readonly kind: string;
  /** Null if it has none that can be a key. */
  readonly url: string | null;
  /** Record file in the tar, and the index of the record in it. */
  readonly entryName: string;
  readonly index: number;
}

/** Receives the records of an archive. */
export interface RecordSink {
  write<Key>(record: RecordInput, target: RecordTarget<Key>): void;
  /** The archive contains the record, but unreadable: the store keeps the version that it has. */
  keep<Key>(target: RecordTarget<Key>): void;
}

/** Writes batches of records within the current transaction. */
export interface BatchWriter {
  write(batch: RecordBatch): void;
  /** Counts records of the archive that need not be written. */
  count(kind: string, records: number): void;
  /** Number of records so far by kind, without rejected ones. */
  counts(): Readonly<Record<string, number>>;
  /** Number of records so far that violated their schema. */
  rejected(): number;
  /** The kinds of rejected records so far that may be any record of their kind, because their key cannot be read. */
  readonly unidentified: ReadonlySet<string>;
  /** Must be called at the end of a load, after its snapshot received its position. */
  finish(): void;
}

interface BatchWriterOptions {
  readonly db: Database;
  readonly writers: TableWriters;
  readonly sink: RecordSink;
  readonly snapshotId: number;
}

/** The source of the records of a batch, and the table of their kind if it has one. */
interface BatchPlace extends Pick<RecordBatch, 'kind' | 'entryName'> {
  readonly table: TableWriter<string> | undefined;
}

export function createBatchWriter({ db, writers, sink, snapshotId }: BatchWriterOptions): BatchWriter {
  const rejectedRecords = createRejectedRecordWriter(db, snapshotId);
  const counts = new Map<string, number>();
  const unidentified = new Set<string>();
  let rejectedCount = 0;

  function count(kind: string, records: number): void {
    counts.set(kind, (counts.get(kind) ?? 0) + records);
  }

  function reject(rejected: RejectedRecord, { kind, entryName, table }: BatchPlace): void {
    rejectedRecords.write({ kind, entryName }, rejected);
    const url = urlOf(rejected.source);
    if (table !== undefined && url !== null) {
      sink.keep({ table: table, key: url, kind, url, entryName, index: rejected.index });
    } else {
      unidentified.add(storableText(kind));
    }
  }

  return {
    write(batch) {
      const place = { kind: batch.kind, entryName: batch.entryName, table: writers.of(batch.kind) };
      for (const record of batch.records) {
        passRecord(record, place, { writers, sink });
      }
      for (const rejected of batch.rejected) {
        reject(rejected, place);
      }
      rejectedCount += batch.rejected.length;
      count(batch.kind, batch.records.length);
    },
    count,
    counts: () => Object.fromEntries([...counts].filter(([, count]) => count > 0)),
    rejected: () => rejectedCount,
    unidentified,
    finish: () => rejectedRecords.finish(),
  };
}

/** Passes a record to a sink, with its destination. */
export function passRecord(
  source: ArchiveRecord,
  { kind, entryName, table }: BatchPlace,
  { writers, sink }: Pick<BatchWriterOptions, 'writers' | 'sink'>,
): void {
  const record = new RecordInput(source);
  const url = keyOf(record.value['url'], record.isPlain);
  if (table !== undefined && url !== null) {
    sink.write(record, { table: table, key: url, kind, url, entryName, index: source.index });
  } else {
    const key = { kind, url, entryName, index: source.index, record };
    sink.write(record, { table: writers.others, key, kind, url, entryName, index: source.index });
  }
}

/** A record's url, or null if SQLite cannot store it as a key. */
function keyOf(url: JsonValue | undefined, isPlain: boolean): string | null {
  const isKey = typeof url === 'string' && url !== '' && (isPlain || storableText(url) === url);
  return isKey ? url : null;
}

/** The url of a record that violated its schema; null if it cannot be read. */
function urlOf(source: Uint8Array): string | null {
  try {
    const value: JsonValue = JSON.parse(Buffer.from(source).toString());
    return isJsonObject(value) ? keyOf(value['url'], false) : null;
  } catch {
    return null;
  }
}
