import type { JsonObject } from '../../base/index.ts';
import { RecordInput } from '../record-input.ts';
import type { SearchIndexWriter } from '../search/index/search-index-writer.ts';
import type { TableWriters } from '../table-writer.ts';

/** Which record is meant, whatever its version. */
export interface RecordName {
  readonly id: number;
  readonly kind: string;
  readonly url: string | null;
}

/** Where a record without a table of its own stood in its archive. */
export interface EntryPlace {
  readonly entryName: string;
  readonly index: number;
}

/** Sets what the tables of a store, and the index of their texts, hold of single records. */
export interface CurrentWriter {
  /** Writes a version of a record in place of the one that stands there, if any. */
  put(record: RecordName, json: string, entry?: EntryPlace): void;
  /** Takes a record away, where it is there. */
  remove(record: RecordName): void;
}

interface CurrentWriterOptions {
  readonly writers: TableWriters;
  readonly search: Pick<SearchIndexWriter, 'add' | 'remove'>;
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
        const entryName = entry?.entryName ?? `${kind}.json`;
        writers.others.insert(input, { kind, url, entryName, index, record: input }, id);
      }
      search.add(id);
    },
  };
}
