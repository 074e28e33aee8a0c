import { parseJson } from '../base/json.ts';
import { csvLine, type FieldGuard } from '../base/separated-values.ts';
import type { SqlValue } from '../store/query.ts';
import type { PlannedColumn } from './plan-tables.ts';

/** Formats a row. Long values are copied once: text around the joined fields would be another copy when it is used. */
type WriteRow = (row: readonly SqlValue[], index: number) => string;

interface TableTextOptions {
  readonly columns: readonly PlannedColumn[];
  /** Applied to each CSV field. */
  readonly guard: FieldGuard;
}

interface TableText {
  readonly extension: string;
  readonly head: (options: TableTextOptions) => string;
  readonly open: (options: TableTextOptions) => WriteRow;
  readonly foot: (rowCount: number) => string;
}

/** The text formats of tables. Values have JSON types in formats with types. */
export const TABLE_TEXTS = {
  csv: {
    extension: 'csv',
    head: ({ columns, guard }) =>
      csvLine(
        columns.map(({ name }) => name),
        guard,
      ),
    open:
      ({ guard }) =>
      (row) =>
        csvLine(row, guard),
    foot: () => '',
  },
  ndjson: {
    extension: 'ndjson',
    head: () => '',
    open: ({ columns }) => {
      const write = openObject(columns);
      return (row) => write(row, { before: '', after: '\n' });
    },
    foot: () => '',
  },
  json: {
    extension: 'json',
    head: () => '[',
    open: ({ columns }) => {
      const write = openObject(columns);
      return (row, index) => write(row, { before: index === 0 ? '\n' : ',\n', after: '' });
    },
    foot: (rowCount) => (rowCount === 0 ? ']\n' : '\n]\n'),
  },
} as const satisfies Record<string, TableText>;

/** Formats of tables that are text. */
export type TableTextName = 'csv' | 'ndjson' | 'json';

function openObject(
  columns: readonly PlannedColumn[],
): (row: readonly SqlValue[], around: { readonly before: string; readonly after: string }) => string {
  const members = columns.map(({ name, type }) => ({ key: `${JSON.stringify(name)}:`, type }));
  const last = members.length - 1;
  return (row, { before, after }) =>
    members
      .map(({ key, type }, index) => {
        const member = `${key}${jsonValue(row[index] ?? null, type)}`;
        return `${index === 0 ? `${before}{` : ''}${member}${index === last ? `}${after}` : ''}`;
      })
      .join(',');
}

function jsonValue(value: SqlValue, type: PlannedColumn['type']): string {
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (value instanceof Uint8Array) {
    return JSON.stringify({ $base64: true, encoded: Buffer.from(value).toString('base64') });
  }
  if (type === 'flag' && (value === 0 || value === 1)) {
    return value === 1 ? 'true' : 'false';
  }
  return type === 'json' && typeof value === 'string' && parseJson(value) !== undefined
    ? value.replace(/[\r\n]+/g, '') // These are between tokens, since line breaks in JSON strings are escaped.
    : JSON.stringify(value);
}
