import { type Database, isSqliteError } from './database.ts';
import type { RowLayout } from './row-layout.ts';

interface LateIndex {
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string;
}

/**
 * Drops the indexes of empty tables: to build them once over all rows costs less than to maintain them. Meanwhile nothing
 * stops a second record with the same url. The function that is returned builds them; of records with the same url the
 * last one stays. It returns the tables of which rows were removed for that.
 */
export function dropIndexes(db: Database, layouts: readonly RowLayout[]): () => readonly string[] {
  const tables = new Set(layouts.flatMap(({ table, links }) => [table, ...links.map((link) => link.table)]));
  const indexes = db
    .prepare<[], LateIndex>(
      "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
    )
    .all()
    .filter((index) => tables.has(index.tbl_name));
  for (const { name } of indexes) {
    db.exec(`DROP INDEX ${name}`);
  }
  return () => indexes.flatMap((index) => (buildIndex(db, index, layouts) ? [] : [index.tbl_name]));
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
