import type { RecordBatch } from '../model/index.ts';
import { storableText } from './conversions.ts';
import type { Database } from './database.ts';
import { createLooseRecordWriter } from './loose-records.ts';
import { RecordInput } from './record-input.ts';
import type { RowWriting } from './row-writing.ts';
import { createTableWriter, type TableWriter } from './table-writer.ts';

/** Writes batches of records into the tables of an open store, within the transaction that is under way. */
export interface BatchWriter {
  write(batch: RecordBatch): void;
  /** Records written so far by kind. */
  counts(): Readonly<Record<string, number>>;
  /** Records so far that broke their schema. */
  rejected(): number;
}

interface BatchWriterOptions {
  readonly db: Database;
  readonly writings: ReadonlyMap<string, RowWriting>;
  readonly snapshotId: number;
  /** Whether the store has rows and unique indexes from before. */
  readonly replaces: boolean;
}

export function createBatchWriter({ db, writings, snapshotId, replaces }: BatchWriterOptions): BatchWriter {
  let lastId = replaces ? findLastId(db, writings) : 0;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const loose = createLooseRecordWriter(db, snapshotId, nextId);
  const tables = new Map<string, TableWriter>();
  const counts = new Map<string, number>();
  let rejectedCount = 0;

  function tableOf(kind: string): TableWriter | undefined {
    const writing = writings.get(kind);
    const table = tables.get(kind);
    if (table !== undefined || writing === undefined) {
      return table;
    }
    const opened = createTableWriter({ db, writing, replaces, nextId });
    tables.set(kind, opened);
    return opened;
  }

  return {
    write(batch) {
      const table = tableOf(batch.kind);
      for (const record of batch.records) {
        const input = new RecordInput(record);
        const url = keyOf(input);
        if (table !== undefined && url !== undefined) {
          table.write(input, url);
        } else {
          loose.writeOther({ ...batch, index: record.index }, input, url ?? null);
        }
      }
      for (const rejected of batch.rejected) {
        loose.writeRejected(batch, rejected);
      }
      rejectedCount += batch.rejected.length;
      counts.set(batch.kind, (counts.get(batch.kind) ?? 0) + batch.records.length);
    },
    counts: () => Object.fromEntries([...counts].filter(([, count]) => count > 0)),
    rejected: () => rejectedCount,
  };
}

/** The record's url, or undefined where it has none that SQLite could keep as a key. */
function keyOf({ value, isPlain }: RecordInput): string | undefined {
  const url = value['url'];
  const isKey = typeof url === 'string' && url !== '' && (isPlain || storableText(url) === url);
  return isKey ? url : undefined;
}

/** The highest id that any record has: ids are unique over all tables, so that one number names one record. */
function findLastId(db: Database, writings: ReadonlyMap<string, RowWriting>): number {
  const tables = [...writings.values()].map(({ layout }) => layout.table);
  const selects = [...tables, 'other_records'].map((table) => `SELECT max(id) AS id FROM ${table}`);
  return Number(
    db
      .prepare(`SELECT max(id) FROM (${selects.join(' UNION ALL ')})`)
      .pluck()
      .get() ?? 0,
  );
}
