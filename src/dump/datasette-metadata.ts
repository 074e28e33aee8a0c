import { termsOf } from '../reading/query-terms.ts';
import { SAVED_QUERIES, type SavedQuery } from '../reading/saved-queries.ts';
import { documentSchema } from '../store/schema-documentation.ts';
import type { Store } from '../store/store.ts';

type StoreTable = ReturnType<Store['tables']>[number];

/** What Datasette shows about a store: its tables and columns, their facets, and the saved queries. */
interface DatasetteMetadata {
  readonly title: string;
  readonly description: string;
  readonly databases: Readonly<Record<string, DatabaseMetadata>>;
}

interface DatabaseMetadata {
  readonly tables: Readonly<Record<string, TableMetadata>>;
  readonly queries: Readonly<Record<string, QueryMetadata>>;
}

interface TableMetadata {
  readonly description?: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly facets?: readonly string[];
  /** The column that is shown in links to a row, instead of its id. */
  readonly label_column?: string;
  readonly hidden?: true;
}

interface QueryMetadata {
  readonly title: string;
  readonly description: string;
  readonly sql: string;
  readonly params: readonly string[];
}

/** Columns with few values, in order of preference. */
const FACETS = [
  'repo',
  'kind',
  'state',
  'author',
  'severity',
  'ecosystem',
  'reason',
  'is_private',
  'is_archived',
  'is_bot',
  'action',
  'content',
];

/** Datasette counts the values of each facet for every page. */
const MAX_FACETS = 4;

const LABELS = ['title', 'name', 'login', 'repo'];

interface DatasetteOptions {
  readonly title: string;
  /** Datasette's name of the database: the name of its file, without the ending. */
  readonly database: string;
  readonly tables: readonly StoreTable[];
}

/** Describes the tables and views that a store has for Datasette. */
export function describeForDatasette({ title, database, tables }: DatasetteOptions): DatasetteMetadata {
  const documented = new Map(documentSchema().map((table) => [table.name, table]));
  const described = tables.map((table) => {
    const words = documented.get(table.name);
    const columns = words?.columns.filter((column) => table.columns.includes(column.name)) ?? [];
    return [table.name, describeTable(table, { words: words?.words ?? '', columns })] as const;
  });
  const queries = Object.entries<SavedQuery>(SAVED_QUERIES).map(
    ([name, query]) => [name, describeQuery(query)] as const,
  );
  return {
    title,
    description: 'Records of a code-hosting service, loaded by Satchel. Times are in UTC.',
    databases: {
      [database]: { tables: Object.fromEntries(described), queries: Object.fromEntries(queries) },
    },
  };
}

interface TableWords {
  readonly words: string;
  readonly columns: readonly { readonly name: string; readonly words: string }[];
}

function describeTable({ kind, columns }: StoreTable, words: TableWords): TableMetadata {
  if (kind === 'virtual') {
    return { hidden: true };
  }
  const facets = FACETS.filter((name) => columns.includes(name)).slice(0, MAX_FACETS);
  const label = LABELS.find((name) => columns.includes(name));
  const described = words.columns.filter((column) => column.words !== '');
  return {
    ...(words.words === '' ? {} : { description: words.words }),
    ...(described.length === 0
      ? {}
      : { columns: Object.fromEntries(described.map((column) => [column.name, column.words])) }),
    ...(facets.length === 0 ? {} : { facets }),
    ...(label === undefined ? {} : { label_column: label }),
  };
}

/** Datasette passes empty texts for parameters without a value, so the SQL contains their default values. */
function describeQuery({ title, description, parameters, write }: SavedQuery): QueryMetadata {
  const params = Object.entries(parameters);
  const explained = params.map(([name, { summary, default: standard }]) =>
    standard === '' ? `${name}: ${summary}` : `${name}: ${summary}, ${standard} if empty`,
  );
  return {
    title,
    description: [description, ...explained].map((text) => text.replace(/\.?$/, '.')).join(' '),
    sql: write(termsOf((name) => filledValue(name, parameters))).trim(),
    params: params.map(([name]) => name),
  };
}

function filledValue(name: string, parameters: SavedQuery['parameters']): string {
  const { default: standard = '', form } = parameters[name] ?? {};
  const type = form === 'whole number' ? 'INTEGER' : 'TEXT';
  return standard === ''
    ? `:${name}`
    : `CAST(coalesce(nullif(:${name}, ''), '${standard.replaceAll("'", "''")}') AS ${type})`;
}
