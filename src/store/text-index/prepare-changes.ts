import type { Database, Statement } from '../database.ts';

/** Statements that add and remove the texts of a document (sqlite.org/fts5.html, 6.4). */
export function prepareChanges(
  db: Database,
  index: string,
  columns: readonly string[],
): { readonly add: Statement; readonly remove: Statement } {
  const names = `rowid, ${columns.join(', ')}`;
  const values = `?${', ?'.repeat(columns.length)}`;
  return {
    add: db.prepare(`INSERT INTO ${index} (${names}) VALUES (${values})`),
    remove: db.prepare(`INSERT INTO ${index} (${index}, ${names}) VALUES ('delete', ${values})`),
  };
}
