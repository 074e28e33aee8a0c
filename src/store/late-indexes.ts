import { type Database, isSqliteError } from './database.ts';
import type { RowLayout } from './row-layout.ts';

/** Indexes that were taken away for the time of a first load. */
export interface LateIndexes {
  /** Builds them again; of records with the same url the one that came last stays. Gives the tables of such. */
  build(): readonly string[];
}

interface IndexRow {
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string;
}

/**
 * Takes away the indexes of empty tables: to build them once over all rows costs less than to keep them up.
 * Meanwhile nothing stops a second record with the same url.
 */
export function dropIndexes(db: Database, layouts: readonly RowLayout[]): LateIndexes {
  const names = new Set(layouts.flatMap(({ table, links }) => [table, ...links.map((link) => link.table)]));
  const indexes = db
    .prepare<[], IndexRow>(
      "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
    )
    .all()
    .filter((index) => names.has(index.tbl_name));
  for (const { name } of indexes) {
    db.exec(`DROP INDEX ${name}`);
  }
  return {
    build() {
      const superseded: string[] = [];
      for (const index of indexes) {
        if (!buildIndex(db, index, layouts)) {
          superseded.push(index.tbl_name);
        }
      }
      return superseded;
    },
  };
}

/** Builds one; false where it had to remove records first. */
function buildIndex(db: Database, index: IndexRow, layouts: readonly RowLayout[]): boolean {
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
