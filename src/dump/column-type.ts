import { LINK_TABLES } from '../store/links.table.ts';
import { RECORD_TABLES } from '../store/record-tables.table.ts';
import type { ColumnField, FieldSpec } from '../store/table-spec.ts';

/** The type of a column in a dump; columns such as `extra` are JSON texts, and a list is a JSON array of texts. */
export type ColumnType = 'integer' | 'real' | 'flag' | 'text' | 'timestamp' | 'json' | 'list' | 'bytes';

interface DeclaredColumn {
  readonly table: string;
  readonly column: string;
  /** The type in the schema; empty for computed columns of views. */
  readonly declared: string;
}

const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'counts',
  'extra',
  'findings',
  'json',
  'keys',
  'previous',
  'scope',
]);
const INTEGER_COLUMNS: ReadonlySet<string> = new Set(['id', 'number', 'position']);

/**
 * The type of a column in the store. SQLite declares times, flags and JSON as TEXT and INTEGER, so the descriptions of
 * tables determine the type, or else the naming rules of the schema (`is_`, `_at`).
 */
export function columnTypeOf({ table, column, declared }: DeclaredColumn): ColumnType {
  if (declared === 'ANY' || declared === 'BLOB') {
    return 'bytes';
  }
  if (declared === 'REAL') {
    return 'real';
  }
  if (/^(?:is|has)_/.test(column) || isDescribedAs('flag', table, column)) {
    return 'flag';
  }
  if (declared === 'INTEGER' || (declared === '' && INTEGER_COLUMNS.has(column))) {
    return 'integer';
  }
  if (column.endsWith('_at') || isDescribedAs('timestamp', table, column)) {
    return 'timestamp';
  }
  return JSON_COLUMNS.has(column) ? 'json' : 'text';
}

function isDescribedAs(as: ColumnField['as'], table: string, column: string): boolean {
  const spec = [...RECORD_TABLES, ...Object.values(LINK_TABLES)].find((known) => known.table === table);
  const fields: readonly FieldSpec[] = Object.values(spec?.fields ?? {});
  return fields.flatMap(columnsOf).some((field) => field.column === column && field.as === as);
}

function columnsOf(field: FieldSpec): readonly ColumnField[] {
  if ('members' in field) {
    return Object.values(field.members);
  }
  return 'column' in field ? [field] : [];
}
