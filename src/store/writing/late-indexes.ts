import { type Database, isSqliteError } from '../database.ts';
import type { RowLayout } from '../rows/row-layout.ts';

interface LateIndex {
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string;
}

/**
 * Drops the indexes of empty tables: building them once over all rows is cheaper than maintaining them. Meanwhile urls
 * are not unique. The returned function rebuilds the indexes, keeping the last of several records with the same url.
 */
export function dropIndexes(
  db: Database,
  layouts: readonly RowLayout[],
  onRemove: (id: number) => void,
): () => void {
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
  return () => {
    for (const index of indexes) {
      buildIndex(db, index, { layouts, onRemove });
    }
  };
}

interface Removal {
  readonly layouts: readonly RowLayout[];
  /** Called with the id of each record that is about to be removed. */
  readonly onRemove: (id: number) => void;
}

function buildIndex(db: Database, index: LateIndex, { layouts, onRemove }: Removal): void {
  try {
    db.exec(index.sql);
  } catch (error) {
    const layout = layouts.find(({ table }) => table === index.tbl_name);
    if (!isSqliteError(error) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE' || layout === undefined) {
      throw error;
    }
    removeSuperseded(db, layout, onRemove);
    db.exec(index.sql);
  }
}

/** Of the records with the same url, keeps the one with the highest id, which was inserted last. */
function removeSuperseded(db: Database, layout: RowLayout, onRemove: Removal['onRemove']): void {
  db.exec(`
    CREATE TEMP TABLE superseded AS
    SELECT id FROM ${layout.table} WHERE id NOT IN (SELECT max(id) FROM ${layout.table} GROUP BY url)
  `);
  db.prepare<[], number>('SELECT id FROM temp.superseded').pluck().all().forEach(onRemove);
  for (const { table, owner } of layout.links) {
    db.exec(`DELETE FROM ${table} WHERE ${owner} IN (SELECT id FROM temp.superseded)`);
  }
  db.exec(`DELETE FROM ${layout.table} WHERE id IN (SELECT id FROM temp.superseded)`);
  db.exec('DROP TABLE temp.superseded');
}
