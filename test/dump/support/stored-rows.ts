import { openDatabase } from '../../../src/store/database.ts';

export type StoredValue = null | bigint | number | string | Buffer;

interface StoredTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly declared: string }[];
  readonly rows: readonly (readonly StoredValue[])[];
}

/** All tables with records or facts, read without any code of dumps. */
export function readStoredTables(dbPath: string): readonly StoredTable[] {
  const db = openDatabase(dbPath, { readonly: true });
  const names = db
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'
       AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'search%' ORDER BY name`,
    )
    .pluck()
    .all();
  const tables = names.map((name) => {
    const select = db.prepare<[], StoredValue[]>(`SELECT * FROM "${name}"`).raw(true).safeIntegers(true);
    const columns = select.columns().map((column) => ({ name: column.name, declared: column.type ?? '' }));
    return { name, columns, rows: select.all() };
  });
  db.close();
  return tables;
}
