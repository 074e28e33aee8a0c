import type { Database, Statement } from '../database.ts';
import type { RowLayout } from '../rows/row-layout.ts';

/** Prepares the statement that inserts one row of a table, with its cells in the order of the layout. */
export function prepareInsert(db: Database, { table, columns }: RowLayout): Statement {
  const values = columns.map(() => '?').join(', ');
  return db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`);
}
