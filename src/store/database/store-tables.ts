import { type Database, quoteName } from '../database.ts';

/** A table or view that can be queried, with its columns in order. */
export interface StoreTable {
  readonly name: string;
  /** `virtual` is a search index. */
  readonly kind: 'table' | 'view' | 'virtual';
  /** Number of rows of a table; views and search indexes are not counted. */
  readonly rows?: number | undefined;
  readonly columns: readonly string[];
}

/** The tables and views of a store in the order of their creation, views last. */
export function readTables(
  db: Database,
  { isCounting = true }: { readonly isCounting?: boolean } = {},
): readonly StoreTable[] {
  const names = db.prepare<[], { readonly name: string; readonly kind: StoreTable['kind'] }>(LIST).all();
  const columnsOf = db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) ORDER BY cid')
    .pluck();
  return names.map(({ name, kind }) => {
    const table = { name, kind, columns: columnsOf.all(name) };
    return kind === 'table' && isCounting ? { ...table, rows: countRows(db, name) } : table;
  });
}

/** The internal tables of a search index, which have the type `shadow`, are omitted (sqlite.org/pragma.html). */
const LIST = `
  SELECT listed.name, listed.type AS kind
  FROM pragma_table_list AS listed JOIN sqlite_schema AS made ON made.name = listed.name
  WHERE listed.schema = 'main' AND listed.type IN ('table', 'view', 'virtual')
    AND listed.name NOT LIKE 'sqlite~_%' ESCAPE '~'
  ORDER BY listed.type = 'view', made.rowid`;

function countRows(db: Database, table: string): number {
  return Number(
    db
      .prepare(`SELECT count(*) FROM ${quoteName(table)}`)
      .pluck()
      .get(),
  );
}
