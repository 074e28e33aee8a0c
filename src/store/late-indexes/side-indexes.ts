import { closeSync, openSync } from 'node:fs';
import { invariant } from '../../base/index.ts';
import { type Database, quoteName } from '../database.ts';
import { openSideDatabase } from '../side-database.ts';
import { transplantTrees } from '../transplant/transplant-trees.ts';

/** A table of a store whose rows are written, with its tables of links; nobody writes to them any more. */
export interface IndexTask {
  readonly number: number;
  readonly tables: readonly { readonly name: string; readonly sql: string; readonly root: number }[];
  /** SQL of the indexes; those of unique keys stand first. */
  readonly indexes: readonly { readonly sql: string; readonly isUnique: boolean }[];
}

export interface SideFiles {
  /** Where the indexes are built: an empty file at first. */
  readonly path: string;
  /** Descriptor of the store. */
  readonly storeFile: number;
}

/**
 * Builds the indexes of tables beside the store, in a file with copies of them, made page by page: whoever writes to the
 * store goes on meanwhile. `prove` hears how many rows the first table has once its keys are known to be unique.
 */
export function buildSideIndexes(
  { path, storeFile }: SideFiles,
  { tables, indexes }: IndexTask,
  prove: (rows: number) => void,
): void {
  const roots = withSide(path, (db) => {
    const rootOf = db.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
    return tables.map(({ name, sql }) => {
      db.exec(sql);
      return rootOf.get(name) ?? 0;
    });
  });
  const trees = tables.map(({ root }, at) => ({ from: root, into: roots[at] ?? 0 }));
  const side = openSync(path, 'r+');
  try {
    invariant(
      transplantTrees({ from: storeFile, into: side }, trees),
      'tables fit into a file of the same make',
    );
  } finally {
    closeSync(side);
  }
  withSide(path, (db) => {
    for (const { sql } of indexes.filter(({ isUnique }) => isUnique)) {
      db.exec(sql);
    }
    prove(countRows(db, tables[0]?.name ?? ''));
    for (const { sql } of indexes.filter(({ isUnique }) => !isUnique)) {
      db.exec(sql);
    }
  });
}

function countRows(db: Database, table: string): number {
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${quoteName(table)}`).pluck();
  return count.get() ?? 0;
}

/** A small cache is enough for what is read once and in order. */
function withSide<Result>(path: string, use: (db: Database) => Result): Result {
  const db = openSideDatabase(path, { cacheKib: 1_024 });
  try {
    return use(db);
  } finally {
    db.close();
  }
}
