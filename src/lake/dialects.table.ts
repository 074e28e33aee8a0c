import type { PlannedColumn } from '../dump/plan-tables.ts';
import type { Spelling } from '../reading/query-terms.ts';

type ColumnType = PlannedColumn['type'];

interface ValueColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** An engine that reads lakes. */
export interface Dialect extends Spelling {
  /** The name of the engine. */
  readonly title: string;
  /** What people should know who run the views, one line each. */
  readonly notes: readonly string[];
  /** The same for a lake in a folder, and for one in object storage. */
  readonly folderNotes: readonly string[];
  readonly bucketNotes: readonly string[];
  readonly quote: '"' | '`';
  /** Whether a backslash in a string literal is an escape character. */
  readonly hasEscapes: boolean;
  /** JSON is text in a lake. */
  readonly types: Readonly<Record<ColumnType, string>>;
  /** A query of constant rows. */
  readonly values: (columns: readonly ValueColumn[], rows: readonly string[]) => string;
  /** A time literal; the argument is ISO 8601 in UTC. */
  readonly moment: (iso: string) => string;
}

const CLICKHOUSE_TYPES = {
  integer: 'Nullable(Int64)',
  real: 'Nullable(Float64)',
  flag: 'Nullable(Bool)',
  text: 'Nullable(String)',
  json: 'Nullable(String)',
  timestamp: "Nullable(DateTime64(3, 'UTC'))",
  list: 'Array(Nullable(String))',
  bytes: 'Nullable(String)',
} as const satisfies Record<ColumnType, string>;

export const DIALECTS = {
  duckdb: {
    title: 'DuckDB',
    folderNotes: [
      "Paths are relative: run this in the folder of the lake, or after SET file_search_path = '/path/of/lake'.",
    ],
    bucketNotes: ['First: INSTALL httpfs; LOAD httpfs; CREATE SECRET (TYPE s3, PROVIDER credential_chain).'],
    notes: [
      "For answers like those of the store: SET TimeZone = 'UTC'; SET default_null_order = 'nulls_first_on_asc_last_on_desc'.",
    ],
    quote: '"',
    hasEscapes: false,
    types: {
      integer: 'BIGINT',
      real: 'DOUBLE',
      flag: 'BOOLEAN',
      text: 'VARCHAR',
      json: 'VARCHAR',
      timestamp: 'TIMESTAMP WITH TIME ZONE',
      list: 'VARCHAR[]',
      bytes: 'BLOB',
    },
    values: (columns, rows) =>
      `SELECT * FROM (VALUES\n  ${rows.join(',\n  ')}\n) AS listed (${columns.map(({ name }) => name).join(', ')})`,
    moment: (iso) => `TIMESTAMPTZ ${literal(iso, { hasEscapes: false })}`,
    days: (moment) => `(epoch(${moment}) / 86400)`,
    month: (moment) => `strftime(${moment}, '%Y-%m')`,
    hour: (moment) => `strftime(${moment}, '%H')`,
    weekday: (moment) => `dayofweek(${moment})`,
    truncated: (number) => `CAST(trunc(${number}) AS BIGINT)`,
    median: (values) => `median(${values})`,
    joined: (texts, separator, order) => `string_agg(${texts}, ${separator} ORDER BY ${order})`,
    substring: 'substr',
    isNot: 'IS DISTINCT FROM',
    isNullLast: false, // As its note above says, and as "satchel query" sets it.
  },
  clickhouse: {
    title: 'ClickHouse',
    folderNotes: [
      'Paths are relative to the folder in which clickhouse-local runs, or to user_files_path of a server.',
    ],
    bucketNotes: [
      'The server needs credentials for the bucket: the setting use_environment_credentials, or <s3> in its configuration.',
    ],
    notes: [],
    quote: '`',
    hasEscapes: true,
    types: CLICKHOUSE_TYPES,
    values(columns, rows) {
      const structure = columns.map(({ name, type }) => `${name} ${CLICKHOUSE_TYPES[type]}`).join(', ');
      return `SELECT * FROM values(${literal(structure, { hasEscapes: true })},\n  ${rows.join(',\n  ')})`;
    },
    moment: (iso) =>
      `toDateTime64(${literal(iso.slice(0, -1).replace('T', ' '), { hasEscapes: true })}, 3, 'UTC')`,
    days: (moment) => `(toUnixTimestamp64Milli(${moment}) / 86400000)`,
    month: (moment) => `formatDateTime(${moment}, '%Y-%m', 'UTC')`,
    hour: (moment) => `formatDateTime(${moment}, '%H', 'UTC')`,
    weekday: (moment) => `(toDayOfWeek(${moment}, 0, 'UTC') % 7)`,
    truncated: (number) => `toInt64(trunc(${number}))`,
    median: (values) => `quantileExactInclusive(0.5)(${values})`,
    joined: undefined,
    substring: 'substringUTF8',
    isNot: 'IS DISTINCT FROM',
    isNullLast: true,
  },
} satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;

export const DIALECT_NAMES: readonly DialectName[] = ['duckdb', 'clickhouse'];

export function dialectOf(name: DialectName): Dialect {
  return DIALECTS[name];
}

/** Whether what paths begin with is a place in object storage. */
export function isRemote(location: string): boolean {
  return /^(?:https?|s3):/.test(location);
}

/** A string literal. */
export function literal(text: string, { hasEscapes }: Pick<Dialect, 'hasEscapes'>): string {
  const escaped = hasEscapes ? text.replaceAll('\\', '\\\\') : text;
  return `'${escaped.replaceAll("'", "''")}'`;
}

export function quoted(name: string, { quote }: Pick<Dialect, 'quote'>): string {
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
}
