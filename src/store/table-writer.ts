import type { Database, Statement } from './database.ts';
import type { RecordInput } from './record-input.ts';
import type { RowLayout } from './row-layout.ts';
import type { RowWriting } from './row-writing.ts';
import { toRow } from './to-row.ts';

/** Writes the records of one kind into its table and link tables. */
export interface TableWriter {
  /** Stores a record under its url. One that is there already keeps its id and loses everything else. */
  write(record: RecordInput, url: string): void;
}

interface TableWriterOptions {
  readonly db: Database;
  readonly writing: RowWriting;
  /** Whether records with the same url may be there already, under a unique index. */
  readonly replaces: boolean;
  nextId(): number;
}

export function createTableWriter({ db, writing, replaces, nextId }: TableWriterOptions): TableWriter {
  const { layout } = writing;
  const insertRow = prepareInsert(db, layout);
  const insertLinks = writing.links.map((link) => prepareInsert(db, link.layout));
  const takeId = replaces ? prepareReplacing(db, layout, nextId) : nextId;
  return {
    write(record, url) {
      const row = toRow(writing, record, { id: takeId(url), url });
      insertRow.run(...row.cells);
      for (const { link, cells } of row.links) {
        insertLinks[link]?.run(...cells);
      }
    },
  };
}

function prepareInsert(db: Database, { table, columns }: RowLayout): Statement {
  const places = columns.map(() => '?').join(', ');
  return db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
}

/** Gives the id for a url, after removing the rows that stand there. */
function prepareReplacing(db: Database, layout: RowLayout, nextId: () => number): (url: string) => number {
  const find = db.prepare<[string], number>(`SELECT id FROM ${layout.table} WHERE url = ?`).pluck();
  const removals = [
    db.prepare(`DELETE FROM ${layout.table} WHERE id = ?`),
    ...layout.links.map(({ table, owner }) => db.prepare(`DELETE FROM ${table} WHERE ${owner} = ?`)),
  ];
  return (url) => {
    const id = find.get(url);
    if (id === undefined) {
      return nextId();
    }
    for (const removal of removals) {
      removal.run(id);
    }
    return id;
  };
}
