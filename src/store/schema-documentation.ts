import { applySchema, readSchema } from './database/schema.ts';
import { lookUpColumn, readSchemaComments, type SchemaComments } from './database/schema-comments.ts';
import { readTables, type StoreTable } from './database/store-tables.ts';
import { type Database, openDatabase } from './database.ts';

/** A table or view of the schema and its purpose. */
export interface DocumentedTable {
  readonly name: string;
  readonly kind: StoreTable['kind'];
  /** One or more sentences without a final period. */
  readonly words: string;
  readonly columns: readonly DocumentedColumn[];
  /** The statement that creates it. */
  readonly sql: string;
}

/** A column of a table, and what it holds. */
export interface DocumentedColumn {
  readonly name: string;
  /** `INTEGER`, `TEXT`, …; empty if SQLite reports none, as for computed columns of views. */
  readonly type: string;
  readonly words: string;
}

/**
 * Documents the schema that this version of Satchel writes, with each table, view and column. The comments in the
 * schema files are the only source; words are empty where they have none.
 *
 * @example
 * for (const { name, columns } of documentSchema()) console.log(name, columns.length);
 */
export function documentSchema(): readonly DocumentedTable[] {
  const formats = readSchema();
  const files = formats.flat().map(readSchemaComments);
  const db = openDatabase(':memory:', { readonly: false });
  try {
    applySchema(db, formats);
    const documented = readTables(db, { isCounting: false }).map((table) => document(table, files, db));
    return documented.map((table) => (table.kind === 'view' ? withInherited(table, documented) : table));
  } finally {
    db.close();
  }
}

function document(
  { name, kind, columns }: StoreTable,
  files: readonly SchemaComments[],
  db: Database,
): DocumentedTable {
  const home = files.find((file) => file.tables.has(name));
  const own = home?.tables.get(name);
  const glossaries = [home, ...files].map((file) => file?.glossary ?? new Map<string, string>());
  const types = new Map(db.prepare<[string], [string, string]>(TYPES).raw().all(name));
  return {
    name,
    kind,
    words: own?.words ?? '',
    columns: columns.map((column) => ({
      name: column,
      type: typeOf(kind, types.get(column) ?? ''),
      words: own?.columns.get(column) ?? firstOf(glossaries, column) ?? '',
    })),
    sql: String(db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name)),
  };
}

/** SQLite says BLOB of the columns of a view that are expressions. */
function typeOf(kind: StoreTable['kind'], type: string): string {
  return kind === 'view' && type === 'BLOB' ? '' : type;
}

const TYPES = 'SELECT name, type FROM pragma_table_info(?)';

function firstOf(glossaries: readonly ReadonlyMap<string, string>[], column: string): string | undefined {
  return glossaries.map((glossary) => lookUpColumn(glossary, column)).find((words) => words !== undefined);
}

/** A column of a view means the same as in the tables that the view selects from. */
function withInherited(view: DocumentedTable, tables: readonly DocumentedTable[]): DocumentedTable {
  const named = new Set(view.sql.match(/\w+/g));
  const sources = tables.filter((table) => table !== view && named.has(table.name));
  return {
    ...view,
    columns: view.columns.map((column) => {
      const same = sources.flatMap(({ columns }) => columns.filter(({ name }) => name === column.name));
      const types = new Set(same.map(({ type }) => type));
      const [type = ''] = types.size === 1 ? types : [];
      return {
        ...column,
        type: column.type || type,
        words: column.words || (same.find(({ words }) => words !== '')?.words ?? ''),
      };
    }),
  };
}
