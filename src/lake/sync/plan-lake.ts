import { type PlannedColumn, planTables, type TablePlan } from '../../dump/plan-tables.ts';
import { type Database, quoteName } from '../../store/database.ts';
import { LINK_TABLES } from '../../store/links.table.ts';
import { RECORD_TABLES } from '../../store/record-tables.table.ts';
import type { LakeTable, LakeTableKind } from '../lake-manifest.ts';

/** A table of a store and the statements that read it. */
export interface PlannedTable extends LakeTable {
  /** Columns as they are read: their JSON is made readable everywhere before it is written as text. */
  readonly read: readonly PlannedColumn[];
  /**
   * Reads all rows, the account first, in the order of the primary key; those of a log by `:snapshots` (a JSON array). It does not
   * sort, so it is fast.
   */
  readonly scan: string;
  /** Reads the rows of `:accounts` (a JSON array), sorted by account and repository. */
  readonly sorted: string;
}

/** The account of rows that belong to none. */
export const NO_ACCOUNT = '_';

/** Columns with JSON arrays of texts. */
const LISTS: ReadonlySet<string> = new Set([
  'budgets.products',
  'gists.files',
  'gists.languages',
  'record_shapes.keys',
  'snapshots.kinds',
  'stars.topics',
]);

/** The column with the login of the account; of other tables, the owner of `repo` is the account. */
const LOGINS: ReadonlyMap<string, string> = new Map([
  ['organizations', 'login'],
  ['teams', 'organization'],
]);

/** Plans a lake of all tables of a store. Tables that Satchel did not create have any names; those of words are included. */
export function planLake(db: Database): readonly PlannedTable[] {
  return planTables(db, { tables: [], repositories: [], isPublic: false })
    .filter(({ name, columns }) => [name, ...columns.map((column) => column.name)].every(isWord))
    .map(planTable);
}

function isWord(name: string): boolean {
  return /^\w+$/.test(name);
}

function planTable(plan: TablePlan): PlannedTable {
  const { name, key } = plan;
  const kind = kindOf(plan);
  const lists = kind === 'records' ? listsOf(plan) : [];
  const read = [
    ...plan.columns.map((column) =>
      LISTS.has(`${name}.${column.name}`) ? { ...column, type: 'list' as const } : column,
    ),
    ...lists.map((list) => ({ name: list.name, type: 'list' as const })),
  ];
  const items = [
    ...plan.columns.map((column) => `${quoteName(name)}.${quoteName(column.name)}`),
    ...lists.map((list) => `(${list.sql}) AS ${quoteName(list.name)}`),
  ].join(', ');
  const account = accountOf(plan, kind);
  const owner = name === 'snapshots' ? 'id' : 'snapshot_id';
  const from = `FROM ${quoteName(name)}${kind === 'log' ? ` WHERE ${owner} IN (SELECT value FROM json_each(:snapshots))` : ''}`;
  const order = key.length > 0 ? ` ORDER BY ${key.map(quoteName).join(', ')}` : '';
  return {
    name,
    kind,
    columns: read.map((column) => (column.type === 'json' ? { ...column, type: 'text' } : column)),
    read,
    scan: `SELECT ${account} AS lake_account, ${items} ${from}${order}`,
    sorted: sortedSql(plan, { account, items, from }),
  };
}

/**
 * Sorts the keys and then looks up the rows: sorting rows with long texts would keep many of them in memory. The limit
 * keeps SQLite from ignoring the order of the keys, and the join from changing it.
 */
function sortedSql(
  { name, columns, key }: TablePlan,
  { account, items, from }: { readonly account: string; readonly items: string; readonly from: string },
): string {
  const keys = key.length > 0 ? key.map(quoteName) : ['rowid'];
  const repo = columns.some((column) => column.name === 'repo') ? ['repo'] : [];
  const named = keys.map((column, index) => `${column} AS key_${index}`);
  const places = keys.map((_, index) => `key_${index}`);
  const matches = keys.map((column, index) => `${quoteName(name)}.${column} IS picked.key_${index}`);
  return `WITH picked AS MATERIALIZED (
  SELECT lake_account, ${places.join(', ')}
  FROM (SELECT ${[`${account} AS lake_account`, ...repo, ...named].join(', ')} ${from})
  WHERE lake_account IN (SELECT value FROM json_each(:accounts))
  ORDER BY ${['lake_account', ...repo, ...places].join(', ')} LIMIT -1
)
SELECT picked.lake_account, ${items} FROM picked CROSS JOIN ${quoteName(name)} ON ${matches.join(' AND ')}`;
}

function kindOf({ name, columns }: TablePlan): LakeTableKind {
  if (name === 'snapshots' || columns.some((column) => column.name === 'snapshot_id')) {
    return 'log';
  }
  const tables = [...RECORD_TABLES, ...Object.values(LINK_TABLES)].map(({ table }) => table);
  return name === 'other_records' || tables.includes(name) ? 'records' : 'whole';
}

/** Arrays of texts in a record, such as labels and assignees, as lists in addition to their link tables. */
function listsOf({ name }: TablePlan): readonly { readonly name: string; readonly sql: string }[] {
  const fields = Object.entries(RECORD_TABLES.find(({ table }) => table === name)?.fields ?? {});
  return fields.flatMap(([field, spec]) => {
    if (!('link' in spec) || spec.link.items !== 'strings') {
      return [];
    }
    const { table, owner, derived } = spec.link;
    const [item = 'value'] = Object.keys(derived);
    const items = `SELECT ${item} FROM ${table} WHERE ${owner} = ${name}.id ORDER BY position`;
    return [{ name: field, sql: `SELECT json_group_array(${item}) FROM (${items})` }];
  });
}

function accountOf({ name, columns }: TablePlan, kind: LakeTableKind): string {
  const own = loginOf(
    name,
    columns.map((column) => column.name),
  );
  const isSplit = kind === 'records' || name === 'record_changes';
  const owners = ownersOf(name);
  const login = owners.length > 0 ? `coalesce(${owners.join(', ')}, NULL)` : isSplit ? own : undefined;
  if (login === undefined) {
    return `'${NO_ACCOUNT}'`;
  }
  // The account becomes part of a path.
  const isName = `${login} GLOB '[a-z0-9]*' AND ${login} NOT GLOB '*[^a-z0-9._-]*' AND length(${login}) <= 100`;
  return `CASE WHEN ${isName} THEN ${login} ELSE '${NO_ACCOUNT}' END`;
}

function loginOf(table: string, columns: readonly string[]): string | undefined {
  const login = LOGINS.get(table);
  if (login !== undefined) {
    return `lower(${login})`;
  }
  return columns.includes('repo') ? "lower(substr(repo, 1, instr(repo, '/') - 1))" : undefined;
}

/** For a link table, what finds the account of the record that contains the array. */
function ownersOf(table: string): readonly string[] {
  return RECORD_TABLES.flatMap((record) =>
    Object.values(record.fields).flatMap((field) => {
      if (!('link' in field) || field.link.table !== table) {
        return [];
      }
      const login = loginOf(record.table, Object.keys(record.derived));
      const { owner } = field.link;
      return login === undefined
        ? []
        : [`(SELECT ${login} FROM ${record.table} WHERE ${record.table}.id = ${table}.${owner})`];
    }),
  );
}
