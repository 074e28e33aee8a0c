import {
  DIALECTS,
  type Dialect,
  type DialectName,
  dialectOf,
  isRemote,
  literal,
  quoted,
} from '../dialects.table.ts';
import { currentPartitions, type Lake, type LakePartition, type LakeTable } from '../lake-manifest.ts';
import { SHARED_VIEWS } from './shared-views.table.ts';

/** The end of the newest state. ClickHouse has no later years. */
const END_OF_TIME = '2299-12-31T00:00:00.000Z';

/** When each state of the records of an account was current. */
const VALIDITY: LakeTable['columns'] = [
  { name: 'table_name', type: 'text' },
  { name: 'account', type: 'text' },
  { name: 'snapshot', type: 'text' },
  { name: 'valid_from', type: 'timestamp' },
  { name: 'valid_until', type: 'timestamp' },
];

interface ViewPlace {
  readonly dialect: DialectName;
  /** What paths begin with. */
  readonly location: string;
}

/** A view and the statement that creates it. */
export interface LakeView {
  readonly name: string;
  readonly sql: string;
}

/**
 * The views of a lake, each after those that it reads: the newest state of each table, all states of each table of
 * records with the time in which they were current, and both for the views of a store.
 */
export function lakeViews(lake: Lake, place: ViewPlace): readonly LakeView[] {
  const records = lake.tables.filter(({ kind }) => kind === 'records');
  return [
    createView('lake_partitions', validityOf(lake, records, dialectOf(place.dialect))),
    ...lake.tables.map((table) =>
      createView(table.name, selectFrom(table, currentPartitions(lake, table), place)),
    ),
    ...records.map((table) => createView(`${table.name}_states`, statesOf(lake, table, place))),
    ...sharedViews(lake, place),
  ];
}

function createView(name: string, select: string): LakeView {
  return { name, sql: `CREATE OR REPLACE VIEW ${name} AS\n${select}` };
}

function selectFrom(table: LakeTable, partitions: readonly LakePartition[], place: ViewPlace): string {
  if (partitions.length === 0) {
    return selectNothing(table, dialectOf(place.dialect));
  }
  const paths = partitions.flatMap(({ files }) => files.map(({ path }) => path));
  const { columns, from } = SOURCES[place.dialect](table, paths, place.location);
  const names = table.columns.map(({ name }) => quoted(name, dialectOf(place.dialect)));
  return `SELECT ${[...names, ...columns].join(', ')}\nFROM ${from}`;
}

/** The expressions for `account` and `snapshot`, and what to read, from some files of a table. */
type Source = (
  table: LakeTable,
  paths: readonly string[],
  location: string,
) => { readonly columns: readonly string[]; readonly from: string };

/** Engines read only the files that the manifest names. */
const SOURCES: Readonly<Record<DialectName, Source>> = {
  duckdb: (_table, paths, location) => {
    const files = paths.map((path) => literal(`${location}${path}`, DIALECTS.duckdb));
    return {
      columns: ['account', 'snapshot'],
      from: `read_parquet([${files.join(', ')}], hive_partitioning = true, hive_types_autocast = false)`,
    };
  },
  clickhouse: (table, paths, location) => {
    const path = `${location}${paths.length === 1 ? paths[0] : `{${paths.join(',')}}`}`;
    const structure = table.columns.map(
      ({ name, type }) => `${quoted(name, DIALECTS.clickhouse)} ${DIALECTS.clickhouse.types[type]}`,
    );
    const [file, columns] = [path, structure.join(', ')].map((text) => literal(text, DIALECTS.clickhouse));
    return {
      columns: [
        "extract(_path, 'account=([^/]+)') AS account",
        "extract(_path, 'snapshot=([^/]+)') AS snapshot",
      ],
      from: `${isRemote(location) ? 's3' : 'file'}(${file}, 'Parquet', ${columns})`,
    };
  },
};

/** No rows, with the types of the columns. */
function selectNothing({ columns }: Pick<LakeTable, 'columns'>, dialect: Dialect): string {
  const place = ['account', 'snapshot'].map((name) => ({ name, type: 'text' as const }));
  const items = [...columns, ...place].map(({ name, type }) => {
    const sqlType = dialect.types[type];
    const nothing = sqlType.startsWith('Array(') ? '[]' : 'NULL'; // ClickHouse has no arrays that are NULL.
    return `CAST(${nothing} AS ${sqlType}) AS ${quoted(name, dialect)}`;
  });
  return `SELECT ${items.join(', ')}\nWHERE 1 = 0`;
}

/** A partition is current until the next one of its account. */
function validityOf(lake: Lake, records: readonly LakeTable[], dialect: Dialect): string {
  const takenAt = new Map(lake.snapshots.map((snapshot) => [snapshot.name, snapshot.takenAt]));
  const rows = records.flatMap((table) => {
    const own = lake.partitions.filter((partition) => partition.table === table.name);
    return own.flatMap(({ account, snapshot, rowCount }, index) => {
      const next = own.slice(index + 1).find((later) => later.account === account);
      const until = next === undefined ? END_OF_TIME : takenAt.get(next.snapshot);
      const times = [takenAt.get(snapshot), until].map((time) => dialect.moment(time ?? END_OF_TIME));
      const names = [table.name, account, snapshot].map((text) => literal(text, dialect));
      return rowCount === 0 ? [] : [`(${[...names, ...times].join(', ')})`];
    });
  });
  return rows.length === 0
    ? selectNothing(
        { columns: VALIDITY.filter(({ name }) => !['account', 'snapshot'].includes(name)) },
        dialect,
      )
    : dialect.values(VALIDITY, rows);
}

function statesOf(lake: Lake, table: LakeTable, place: ViewPlace): string {
  const all = lake.partitions.filter(({ table: name, rowCount }) => name === table.name && rowCount > 0);
  return `SELECT stored.*, validity.valid_from, validity.valid_until
FROM (
${selectFrom(table, all, place)}
) AS stored
JOIN lake_partitions AS validity
  ON validity.account = stored.account AND validity.snapshot = stored.snapshot
WHERE validity.table_name = ${literal(table.name, dialectOf(place.dialect))}`;
}

/** The views that a store has too, once of the newest state and once of all states. */
function sharedViews(lake: Lake, place: ViewPlace): readonly LakeView[] {
  const known = new Set(lake.tables.map(({ name }) => name));
  return Object.entries(SHARED_VIEWS).flatMap(([name, partsFor]) => {
    const parts = partsFor(dialectOf(place.dialect).substring);
    if (!parts.every(([, source]) => known.has(source))) {
      return []; // An old store may lack a table.
    }
    known.add(name);
    const select = (added: string, suffix: string) =>
      parts.map(([columns, source, condition]) => {
        const where = condition === undefined ? '' : `\nWHERE ${condition}`;
        return `SELECT ${columns}, ${added}\nFROM ${source}${suffix}${where}`;
      });
    return [
      createView(name, select('account', '').join(UNION)),
      createView(`${name}_states`, select('account, valid_from, valid_until', '_states').join(UNION)),
    ];
  });
}

const UNION = '\nUNION ALL\n';
