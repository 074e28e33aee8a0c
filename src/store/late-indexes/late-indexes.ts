import { type Database, isSqliteError } from '../database.ts';
import type { RowLayout } from '../row-layout.ts';
import { adoptIndexes, type LateIndex } from './adopt-indexes.ts';
import type { IndexThread } from './index-thread.ts';
import type { IndexTask } from './side-indexes.ts';
import { MAX_TASKS } from './task-board.ts';

/** Indexes that were taken away for the time of a first load. */
export interface LateIndexes {
  /** Has another thread build the indexes of a kind, of which no more records seem to come. Ends a transaction. */
  handOver(kind: string): void;
  /** Builds them again, or waits for them; of records with the same url the one that came last stays. */
  build(): BuiltIndexes;
  /** Takes over what was built apart, into the store's file, with no transaction under way, as the last thing of all. */
  adopt(file: number): void;
}

export interface BuiltIndexes {
  /** Tables of which rows were removed, as others with the same url came later. */
  readonly superseded: readonly string[];
  /** Rows of tables whose indexes were built apart: to count them in the store takes long, as it has none of these yet. */
  readonly counted: ReadonlyMap<string, number>;
}

interface LateOptions {
  readonly layouts: readonly RowLayout[];
  /** Builds indexes apart; without it, all are built in the store. */
  readonly thread?: IndexThread | undefined;
  /** Indexes that statements of the load itself need: they are built in the store. */
  readonly needed: readonly string[];
}

interface GivenTask extends IndexTask {
  readonly layout: RowLayout;
  readonly late: readonly LateIndex[];
  /** The newest row when it was given. */
  readonly newestId: number;
}

/**
 * Takes away the indexes of empty tables: to build them once over all rows costs less than to keep them up.
 * Meanwhile nothing stops a second record with the same url.
 */
export function dropIndexes(db: Database, { layouts, thread, needed }: LateOptions): LateIndexes {
  const names = new Set(layouts.flatMap(({ table, links }) => [table, ...links.map((link) => link.table)]));
  const indexes = readIndexes(db).filter((index) => names.has(index.tbl_name));
  for (const { name } of indexes) {
    db.exec(`DROP INDEX ${name}`);
  }
  const tasks: GivenTask[] = [];
  let apart: readonly GivenTask[] = [];

  const buildHere = (chosen: readonly LateIndex[]) =>
    chosen.flatMap((index) => (buildIndex(db, index, layouts) ? [] : [index.tbl_name]));

  /** Whether a task is so far, and holds what the store does now. */
  const isProved = (task: GivenTask) =>
    thread !== undefined &&
    !thread.withdraw(task) &&
    newestId(db, task.layout) === task.newestId &&
    thread.waitFor(task, 'proved');

  return {
    handOver(kind) {
      const layout = layouts.find((one) => one.kind === kind);
      if (thread === undefined || layout === undefined || tasks.some((task) => task.layout === layout)) {
        return;
      }
      const tables = [layout.table, ...ownLinks(layouts, layout)];
      const late = indexes.filter(
        ({ name, tbl_name }) => tables.includes(tbl_name) && !needed.includes(name),
      );
      if (late.length > 0 && tasks.length < MAX_TASKS) {
        db.exec('COMMIT; BEGIN EXCLUSIVE'); // What is handed over must stand in the file.
        const task = describeTask(db, tasks.length, tables, late);
        tasks.push({ ...task, layout, late, newestId: newestId(db, layout) });
        thread.give(task);
      }
    },
    build() {
      const given = new Set(tasks.flatMap(({ late }) => late));
      const superseded = buildHere(indexes.filter((index) => !given.has(index)));
      apart = tasks.filter((task) => {
        const isApart = isProved(task);
        if (!isApart) {
          superseded.push(...buildHere(task.late));
        }
        return isApart;
      });
      return {
        superseded,
        counted: new Map(apart.map((task) => [task.layout.table, thread?.rowsOf(task) ?? 0])),
      };
    },
    adopt(file) {
      if (thread === undefined) {
        return;
      }
      const done = apart.filter((task) => thread.waitFor(task, 'done'));
      buildHere(apart.filter((task) => !done.includes(task)).flatMap(({ late }) => late));
      adoptIndexes(
        db,
        done.flatMap(({ late }) => late),
        { path: thread.path, file },
      );
    },
  };
}

function readIndexes(db: Database): readonly LateIndex[] {
  return db
    .prepare<[], LateIndex>(
      "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
    )
    .all();
}

/** Tables of links that no other kind has. */
function ownLinks(layouts: readonly RowLayout[], layout: RowLayout): readonly string[] {
  const others = layouts.filter((other) => other !== layout);
  return layout.links
    .map(({ table }) => table)
    .filter((table) => !others.some(({ links }) => links.some((link) => link.table === table)));
}

/** Ids of rows grow, so that a row more is seen by the newest one. */
function newestId(db: Database, { table }: RowLayout): number {
  return Number(db.prepare(`SELECT max(id) FROM ${table}`).pluck().get() ?? 0);
}

function describeTask(
  db: Database,
  number: number,
  tables: readonly string[],
  late: readonly LateIndex[],
): IndexTask {
  const find = db.prepare<[string], IndexTask['tables'][number]>(
    "SELECT name, sql, rootpage AS root FROM sqlite_schema WHERE type = 'table' AND name = ?",
  );
  return {
    number,
    tables: tables.flatMap((table) => find.all(table)),
    indexes: late.map(({ sql }) => ({ sql, isUnique: /^CREATE UNIQUE/i.test(sql) })),
  };
}

/** Builds one; false where it had to remove records first. */
function buildIndex(db: Database, index: LateIndex, layouts: readonly RowLayout[]): boolean {
  try {
    db.exec(index.sql);
    return true;
  } catch (error) {
    const layout = layouts.find(({ table }) => table === index.tbl_name);
    if (!isSqliteError(error) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE' || layout === undefined) {
      throw error;
    }
    removeSuperseded(db, layout);
    db.exec(index.sql);
    return false;
  }
}

/** Of records with the same url keeps the one with the highest id, that is the one that came last. */
function removeSuperseded(db: Database, layout: RowLayout): void {
  db.exec(`
    CREATE TEMP TABLE superseded AS
    SELECT id FROM ${layout.table} WHERE id NOT IN (SELECT max(id) FROM ${layout.table} GROUP BY url)
  `);
  for (const { table, owner } of layout.links) {
    db.exec(`DELETE FROM ${table} WHERE ${owner} IN (SELECT id FROM temp.superseded)`);
  }
  db.exec(`DELETE FROM ${layout.table} WHERE id IN (SELECT id FROM temp.superseded)`);
  db.exec('DROP TABLE temp.superseded');
}
