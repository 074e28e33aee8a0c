import type { Database } from './database.ts';

/** A table or view that can be asked, with its columns in order. */
export interface StoreTable {
  readonly name: string;
  readonly kind: 'table' | 'view';
  /** How many rows a table has; views are not counted. */
  readonly rows?: number;
  readonly columns: readonly string[];
}

/** The tables and views of a store: tables in the order of the schema, views after them. */
export function readTables(db: Database): readonly StoreTable[] {
  const names = db
    .prepare<[], { readonly name: string; readonly type: 'table' | 'view' }>(
      `SELECT name, type FROM sqlite_schema
       WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY type, rowid`,
    )
    .all();
  const columnsOf = db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) ORDER BY cid')
    .pluck();
  return names.map(({ name, type }) => {
    const columns = columnsOf.all(name);
    return type === 'view'
      ? { name, kind: type, columns }
      : { name, kind: type, rows: countRows(db, name), columns };
  });
}

function countRows(db: Database, table: string): number {
  return Number(
    db
      .prepare(`SELECT count(*) FROM "${table.replaceAll('"', '""')}"`)
      .pluck()
      .get(),
  );
}
