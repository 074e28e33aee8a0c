import type { Database } from '../database.ts';
import { createRecordReader } from '../read-records.ts';
import { createInsertPlanners, type InsertPlanner } from '../rows/insert-plan.ts';
import type { RowLayout } from '../rows/row-layout.ts';
import { type Row, toRow } from '../rows/to-row.ts';
import { createOtherRecordWriter } from './loose-records.ts';
import { prepareInsert } from './prepare-insert.ts';
import type { LooseKey, TableWriter } from './record-table.ts';
import { prepareReplacement } from './replace-row.ts';

/** Opens the table of a kind with its link tables; the key of a record is its url. */
function createTableWriter(db: Database, planner: InsertPlanner): TableWriter<string> {
  const { layout } = planner;
  const insertRow = prepareInsert(db, layout);
  const insertLinks = planner.links.map((link) => prepareInsert(db, link.layout));
  const repoCell = layout.columns.indexOf('repo');
  const repoOf = ({ cells }: Row) => {
    const repo = cells[repoCell];
    return typeof repo === 'string' ? repo : null;
  };
  let prepared: Seeking | undefined;
  const seek = () => (prepared ??= prepareSeeking(db, layout));
  return {
    find: (url, isFree) => seek().find(url, isFree),
    insert(record, url, id) {
      const row = toRow(planner, record, { id, url });
      insertRow.run(...row.cells);
      for (const { link, cells } of row.links) {
        insertLinks[link]?.run(...cells);
      }
      return repoOf(row);
    },
    replace(record, url, id) {
      const row = toRow(planner, record, { id, url });
      seek().replace(row, id);
      return repoOf(row);
    },
    repoOf: (record, url) => repoOf(toRow(planner, record, { id: 0, url })),
    read: (id) => seek().read(id),
    remove: (id) => seek().remove(id),
  };
}

/** Only needed for merges: a first load never reads what it has written. */
interface Seeking extends Pick<TableWriter<string>, 'find' | 'read' | 'remove'> {
  replace(row: Row, id: number): void;
}

function prepareSeeking(db: Database, layout: RowLayout): Seeking {
  const readRecord = createRecordReader(db, layout);
  // As arrays: for the driver, building an object takes longer than finding the row.
  const find = db
    .prepare<[string], readonly [id: number, digest: number]>(
      `SELECT id, digest FROM ${layout.table} WHERE url = ?`,
    )
    .raw();
  const removals = [
    db.prepare(`DELETE FROM ${layout.table} WHERE id = ?`),
    ...layout.links.map(({ table, owner }) => db.prepare(`DELETE FROM ${table} WHERE ${owner} = ?`)),
  ];
  return {
    find(url) {
      const row = find.get(url);
      return row && { id: row[0], digest: row[1] };
    },
    replace: prepareReplacement(db, layout),
    read: (id) => readRecord(id)?.json,
    remove(id) {
      for (const removal of removals) {
        removal.run(id);
      }
    },
  };
}

/** The record tables of a store. */
export interface TableWriters {
  /** The table of a kind; undefined if it has none. */
  of(kind: string): TableWriter<string> | undefined;
  readonly layouts: readonly RowLayout[];
  /** For records without a table of their own, or without a url. */
  readonly others: TableWriter<LooseKey>;
}

/** Opens each table on first use. */
export function openTableWriters(db: Database): TableWriters {
  const planners = createInsertPlanners(db);
  const tables = new Map<string, TableWriter<string>>();
  return {
    layouts: [...planners.values()].map(({ layout }) => layout),
    others: createOtherRecordWriter(db),
    of(kind) {
      const planner = planners.get(kind);
      const table = tables.get(kind);
      if (table !== undefined || planner === undefined) {
        return table;
      }
      const opened = createTableWriter(db, planner);
      tables.set(kind, opened);
      return opened;
    },
  };
}
