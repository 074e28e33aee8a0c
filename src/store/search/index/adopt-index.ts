import { closeSync, openSync } from 'node:fs';
import type { Database } from '../../database.ts';
import { forgetPages } from '../../transplant/forget-pages.ts';
import { type Transplant, transplantTrees } from '../../transplant/transplant-trees.ts';

/** Empties the tables in which FTS5 keeps its indexes, for those that another file brings. Nothing can be found until then. */
export function clearForAdoption(db: Database): void {
  withShadowTables(db, (tables) => {
    for (const table of tables) {
      db.exec(`DELETE FROM main.${table}`);
    }
  });
}

/**
 * Takes over the index that was written into the database at `path`, which nobody has open, into a store without one,
 * which has no transaction under way. `file` is the store's: pages are moved where that can be, else rows.
 */
export function adoptIndex(db: Database, path: string, file: number): void {
  db.prepare('ATTACH ? AS side').run(path);
  const trees = withShadowTables(db, (tables) => pairTrees(db, tables));
  db.exec('DETACH side');
  if (!transplantFrom(path, file, trees)) {
    adoptRows(db, path);
  }
}

function transplantFrom(path: string, file: number, trees: readonly Transplant[]): boolean {
  const side = openSync(path, 'r');
  try {
    return transplantTrees({ from: side, into: file }, trees);
  } finally {
    closeSync(side);
  }
}

function pairTrees(db: Database, tables: readonly string[]): readonly Transplant[] {
  const pair = db.prepare<[string], Transplant>(`
    SELECT side.rootpage AS "from", main.rootpage AS "into"
    FROM side.sqlite_schema AS side JOIN main.sqlite_schema AS main USING (name)
    WHERE name = ?`);
  return tables.flatMap((table) => pair.all(table));
}

function adoptRows(db: Database, path: string): void {
  forgetPages(db);
  db.prepare('ATTACH ? AS side').run(path);
  withShadowTables(db, (tables) => {
    const statements = tables.map((table) => `INSERT INTO main.${table} SELECT * FROM side.${table}`);
    db.exec(`BEGIN; ${statements.join(';')}; COMMIT; DETACH side`);
  });
}

/** What FTS5 keeps for itself is written by nobody else otherwise (sqlite.org/c3ref/c_dbconfig_defensive.html). */
function withShadowTables<Result>(db: Database, use: (tables: readonly string[]) => Result): Result {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow' ORDER BY name",
    )
    .pluck()
    .all();
  db.unsafeMode(true);
  try {
    return use([...tables, 'search_cjk_documents']);
  } finally {
    db.unsafeMode(false);
  }
}
