import type { Hints } from '../base/failure.ts';
import { quoteText } from '../base/terminal-text.ts';
import { Failure } from '../model/failure.ts';
import { type Database, quoteName } from '../store/database.ts';
import { RECORD_TABLES } from '../store/record-tables.table.ts';
import { PRIVATE_TABLES } from '../store/write-public-store.ts';
import { type ColumnType, columnTypeOf } from './column-type.ts';
import { chooseRepositories } from './dumped-repositories.ts';

/** The part of a store to dump. */
export interface TableSelection {
  /** Names of tables and views; empty for all tables. */
  readonly tables: readonly string[];
  /** `owner/name`, ignoring case; empty for all. Otherwise tables without a repository are excluded. */
  readonly repositories: readonly string[];
  /** Whether the store is a public copy: tables that are always empty there are left out. */
  readonly isPublic: boolean;
}

export interface PlannedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

export interface TablePlan {
  readonly name: string;
  readonly columns: readonly PlannedColumn[];
  /** The columns of the primary key, in order. */
  readonly key: readonly string[];
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface FoundColumn extends PlannedColumn {
  /** Its position in the primary key, from 1; 0 if it is not part of it. */
  readonly keyPlace: number;
}

/** Decides which tables are read, and by which statements. Fails with `usage` or `absent` if a name is unknown. */
export function planTables(db: Database, selection: TableSelection): readonly TablePlan[] {
  const found = findTables(db);
  if (selection.repositories.length > 0) {
    chooseRepositories(db, selection.repositories);
  }
  const names =
    selection.tables.length > 0
      ? new Set(selection.tables)
      : [...found.tables].filter((name) => !name.startsWith('search_')); // They repeat the content of other tables.
  return [...names].flatMap((name) => {
    if (!found.tables.has(name) && !found.views.has(name)) {
      throw refusal(name, 'it is not in the store', {
        hint: 'tables() of the store lists the tables',
        commandHint: '"satchel tables" lists the tables',
      });
    }
    const reason = omissionOf(db, name, selection);
    if (reason === undefined) {
      return [planTable(db, name, selection)];
    }
    if (selection.tables.length > 0) {
      throw refusal(name, reason.found, reason);
    }
    return [];
  });
}

/** Omits full-text tables, which are `virtual` and `shadow` (sqlite.org/pragma.html#pragma_table_list). */
function findTables(db: Database): {
  readonly tables: ReadonlySet<string>;
  readonly views: ReadonlySet<string>;
} {
  const select = db
    .prepare<[string], string>(
      `SELECT list.name FROM pragma_table_list AS list JOIN sqlite_schema AS made USING (name)
       WHERE list.schema = 'main' AND list.type = ? AND list.name NOT LIKE 'sqlite~_%' ESCAPE '~'
       ORDER BY made.rowid`,
    )
    .pluck();
  return { tables: new Set(select.all('table')), views: new Set(select.all('view')) };
}

function omissionOf(
  db: Database,
  table: string,
  selection: TableSelection,
): ({ readonly found: string } & Hints) | undefined {
  if (selection.isPublic && (PRIVATE_TABLES.has(table) || /^(?:captured|search)_/.test(table))) {
    return {
      found: 'it is private, and a public dump leaves private tables out',
      hint: 'Dump it without "isPublic"',
      commandHint: 'Dump it without --public',
    };
  }
  const columns = readColumns(db, table).map((column) => column.name);
  return selection.repositories.length > 0 && repositoryCondition(table, columns) === undefined
    ? {
        found: 'its rows do not belong to a repository',
        hint: 'Dump it without "repositories"',
        commandHint: 'Dump it without --repository',
      }
    : undefined;
}

function planTable(db: Database, table: string, selection: TableSelection): TablePlan {
  const found = readColumns(db, table);
  const columns = found.map(({ name, type }) => ({ name, type }));
  const names = found.map(({ name }) => name);
  const conditions = conditionsOf(table, names, selection);
  const keys = found
    .filter(({ keyPlace }) => keyPlace > 0)
    .sort((one, other) => one.keyPlace - other.keyPlace)
    .map(({ name }) => name);
  return {
    name: table,
    columns,
    key: keys,
    sql: [
      `SELECT ${columns.map(({ name }) => quoteName(name)).join(', ')} FROM ${quoteName(table)}`,
      ...(conditions.length > 0 ? [`WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`] : []),
      // The primary key is the order of rows on disk, so no sorting is needed.
      ...(keys.length > 0 ? [`ORDER BY ${keys.map(quoteName).join(', ')}`] : []),
    ].join(' '),
    parameters: Object.assign({}, ...conditions.map(({ parameters }) => parameters)),
  };
}

interface Condition {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string>>;
}

function conditionsOf(
  table: string,
  columns: readonly string[],
  { repositories }: TableSelection,
): readonly Condition[] {
  const chosen = repositories.length > 0 ? repositoryCondition(table, columns) : undefined;
  const names = repositories.map((name) => name.toLowerCase());
  return chosen === undefined ? [] : [{ sql: chosen, parameters: { repositories: JSON.stringify(names) } }];
}

const IS_CHOSEN = 'lower(repo) IN (SELECT value FROM json_each(:repositories))';

/** A condition for rows of the selected repositories: those with a repository, and items of records with one. */
function repositoryCondition(table: string, columns: readonly string[]): string | undefined {
  if (columns.includes('repo')) {
    return IS_CHOSEN;
  }
  const owners = RECORD_TABLES.flatMap((record) =>
    Object.values(record.fields).flatMap((field) =>
      'link' in field && field.link.table === table && 'repo' in record.derived
        ? [{ ids: field.link.owner, table: record.table }]
        : [],
    ),
  );
  const [first] = owners;
  if (first === undefined) {
    return undefined;
  }
  const ids = owners.map((owner) => `SELECT id FROM ${owner.table} WHERE ${IS_CHOSEN}`);
  return `${first.ids} IN (${ids.join(' UNION ALL ')})`;
}

function readColumns(db: Database, table: string): readonly FoundColumn[] {
  return db
    .prepare<[string], { readonly name: string; readonly type: string; readonly pk: number }>(
      'SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid',
    )
    .all(table)
    .map(({ name, type, pk }) => ({
      name,
      type: columnTypeOf({ table, column: name, declared: type.toUpperCase() }),
      keyPlace: pk,
    }));
}

function refusal(table: string, found: string, { hint, commandHint }: Hints): Failure {
  return new Failure('usage', `Cannot dump the table ${quoteText(table)}: ${found}`, {
    hint,
    commandHint,
  });
}
