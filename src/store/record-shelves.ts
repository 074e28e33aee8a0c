import type { Database } from './database.ts';
import { createOtherRecordWriter, type LooseKey } from './loose-records.ts';
import type { RowInserts } from './row-inserts.ts';
import type { RowWriting } from './row-writing.ts';
import type { SearchIndexWriter } from './search/index/search-index-writer.ts';
import { createTableWriter, type RecordShelf } from './table-writer.ts';

/** Where the records of a store lie. */
export interface RecordShelves {
  /** The table of a kind; undefined where it has none. */
  tableOf(kind: string): RecordShelf<string> | undefined;
  /** Everything that has no table, or no url. */
  readonly others: RecordShelf<LooseKey>;
}

interface ShelvesOptions {
  readonly db: Database;
  readonly writings: ReadonlyMap<string, RowWriting>;
  readonly inserts: RowInserts;
  readonly search: Pick<SearchIndexWriter, 'listener'>;
}

/** Opens the places of all kinds, each when it is first asked for. */
export function createRecordShelves({ db, writings, inserts, search }: ShelvesOptions): RecordShelves {
  const tables = new Map<string, RecordShelf<string>>();
  return {
    others: createOtherRecordWriter(db),
    tableOf(kind) {
      const writing = writings.get(kind);
      const table = tables.get(kind);
      if (table !== undefined || writing === undefined) {
        return table;
      }
      const opened = createTableWriter({ db, writing, inserts, listener: search.listener(writing.layout) });
      tables.set(kind, opened);
      return opened;
    },
  };
}
