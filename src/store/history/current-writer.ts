import type { JsonObject } from '../../base/json.ts';
import { isRecordKind, pluralOfKind } from '../../model/record-kind.ts';
import { RecordInput } from '../rows/record-input.ts';
import type { RowIndex } from '../text-index/row-index.ts';
import type { TableWriters } from '../writing/table-writer.ts';

/** Identifies a record independently of its version. */
export interface RecordName {
  readonly id: number;
  readonly kind: string;
  readonly url: string | null;
}

/** Where a record without a table of its own was found in its archive. */
export interface EntryPlace {
  readonly entryName: string;
  readonly index: number;
}

/** Writes single records to the tables of a store and to the full-text index. */
export interface CurrentWriter {
  /** Inserts a version of a record, replacing the current one if any. */
  put(record: RecordName, json: string, entry?: EntryPlace): void;
  /** Removes a record if it is present. */
  remove(record: RecordName): void;
}

interface CurrentWriterOptions {
  readonly writers: TableWriters;
  readonly search: Pick<RowIndex, 'add' | 'remove'>;
}

export function createCurrentWriter({ writers, search }: CurrentWriterOptions): CurrentWriter {
  const tableOf = ({ kind, url }: RecordName) => (url === null ? undefined : writers.of(kind));

  function remove(record: RecordName): void {
    search.remove(record.id);
    (tableOf(record) ?? writers.others).remove(record.id);
  }

  return {
    remove,
    put(record, json, entry) {
      const { id, kind, url } = record;
      const value: JsonObject = JSON.parse(json);
      const index = entry?.index ?? 0;
      const input = new RecordInput({ index, value, source: Buffer.from(json) });
      remove(record);
      const table = tableOf(record);
      if (table !== undefined && url !== null) {
        table.insert(input, url, id);
      } else {
        const entryName = entry?.entryName ?? `${isRecordKind(kind) ? pluralOfKind(kind) : kind}_000001.json`;
        writers.others.insert(input, { kind, url, entryName, index, record: input }, id);
      }
      search.add(id);
    },
  };
}
