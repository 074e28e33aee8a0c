import type { Database } from './database.ts';
import { once } from './once.ts';
import { createRecordReader } from './read-records.ts';
import type { RecordInput } from './record-input.ts';
import type { RowInserts } from './row-inserts.ts';
import type { RowLayout } from './row-layout.ts';
import type { RowWriting } from './row-writing.ts';
import type { RowListener } from './search/index/search-index-writer.ts';
import { type Row, toRow } from './to-row.ts';

/** What a look at the key of a stored record tells, without reading the record. */
export interface FoundRecord {
  readonly id: number;
  readonly digest: number;
  readonly repo: string | null;
}

/** Where records lie, with everything that belongs to them. */
export interface RecordShelf<Key> {
  /** The record with this key; records without a url may have the same one, of which a free one is found. */
  find(key: Key, isFree: (id: number) => boolean): FoundRecord | undefined;
  /** The repository that a record names. */
  repoOf(record: RecordInput, key: Key): string | null;
  /** Writes a record that is not there; gives the repository that it names. */
  insert(record: RecordInput, key: Key, id: number): string | null;
  /** The record with this id as JSON text. */
  read(id: number): string | undefined;
  remove(id: number): void;
}

interface TableWriterOptions {
  readonly db: Database;
  readonly writing: RowWriting;
  readonly inserts: RowInserts;
  /** Sees what is inserted. */
  readonly listener: RowListener | undefined;
}

/** Opens the table of a kind with its link tables; the key of a record is its url. */
export function createTableWriter({
  db,
  writing,
  inserts,
  listener,
}: TableWriterOptions): RecordShelf<string> {
  const { layout } = writing;
  const insertRow = inserts.into(layout);
  const insertLinks = writing.links.map((link) => inserts.into(link.layout));
  const repoCell = layout.columns.indexOf('repo');
  const repoOf = ({ cells }: Row) => {
    const repo = cells[repoCell];
    return typeof repo === 'string' ? repo : null;
  };
  const seek = once(() => prepareSeeking(db, layout));
  return {
    find: (url, isFree) => seek().find(url, isFree),
    insert(record, url, id) {
      const row = toRow(writing, record, { id, url });
      insertRow(row.cells);
      listener?.(row.cells);
      for (const { link, cells } of row.links) {
        insertLinks[link]?.(cells);
      }
      return repoOf(row);
    },
    repoOf: (record, url) => repoOf(toRow(writing, record, { id: 0, url })),
    read: (id) => seek().read(id),
    remove: (id) => seek().remove(id),
  };
}

/** What only a merge needs: a first load never looks at what it has written. */
function prepareSeeking(db: Database, layout: RowLayout): Omit<RecordShelf<string>, 'insert' | 'repoOf'> {
  const repo = layout.columns.includes('repo') ? 'repo' : 'NULL';
  // As an array: an object with names takes the driver longer than to find the row.
  const find = db
    .prepare<[string], readonly [number, number, string | null]>(
      `SELECT id, digest, ${repo} FROM ${layout.table} WHERE url = ?`,
    )
    .raw();
  const readRecord = createRecordReader(db, layout);
  const removals = [
    db.prepare(`DELETE FROM ${layout.table} WHERE id = ?`),
    ...layout.links.map(({ table, owner }) => db.prepare(`DELETE FROM ${table} WHERE ${owner} = ?`)),
  ];
  return {
    find(url) {
      const row = find.get(url);
      return row && { id: row[0], digest: row[1], repo: row[2] };
    },
    read: (id) => readRecord(id)?.json,
    remove(id) {
      for (const removal of removals) {
        removal.run(id);
      }
    },
  };
}
