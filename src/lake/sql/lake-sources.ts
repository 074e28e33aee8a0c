import type { LakePartition, LakeTable } from '../lake-manifest.ts';
import { DIALECTS, type DialectName, dialectOf, isRemote, literal, quoted } from './dialects.table.ts';

/** The rows of some partitions of a table. */
interface Source {
  /** Expressions for the columns of the table, and for `account` and `snapshot`. */
  readonly columns: readonly string[];
  readonly from: string;
  readonly where?: string;
}

/** How an engine gets at files. */
interface Reading {
  /** Statements before the views of a table, if the engine must know its files. */
  readonly declare: (table: LakeTable, location: string) => readonly string[];
  /** Partitions are not empty. */
  readonly read: (table: LakeTable, partitions: readonly LakePartition[], location: string) => Source;
}

/** All engines read only what the manifest names: files by their paths, or partitions by their values. */
export const READINGS: Readonly<Record<DialectName, Reading>> = {
  duckdb: {
    declare: () => [],
    read: (table, partitions, location) => ({
      columns: columnsOf(table, 'duckdb'),
      from: `read_parquet([${pathsOf(partitions, location).join(', ')}], hive_partitioning = true, hive_types_autocast = false)`,
    }),
  },
  clickhouse: {
    declare: () => [],
    read: (table, partitions, location) => {
      const [first = '', ...others] = partitions.flatMap(({ files }) => files.map(({ path }) => path));
      const path = `${location}${others.length === 0 ? first : `{${[first, ...others].join(',')}}`}`;
      const structure = table.columns.map(
        ({ name, type }) => `${quoted(name, DIALECTS.clickhouse)} ${DIALECTS.clickhouse.types[type]}`,
      );
      const text = (value: string) => literal(value, DIALECTS.clickhouse);
      return {
        columns: [
          ...table.columns.map(({ name }) => quoted(name, DIALECTS.clickhouse)),
          "extract(_path, 'account=([^/]+)') AS account",
          "extract(_path, 'snapshot=([^/]+)') AS snapshot",
        ],
        from: `${isRemote(location) ? 's3' : 'file'}(${text(path)}, 'Parquet', ${text(structure.join(', '))})`,
      };
    },
  },
  trino: {
    declare: (table, location) => [
      `DROP TABLE IF EXISTS ${filesOf(table)}`,
      `CREATE TABLE ${filesOf(table)} (
  ${[...declarations(table, 'trino').map(withoutZone), 'account varchar', 'snapshot varchar'].join(',\n  ')}
) WITH (format = 'PARQUET', partitioned_by = ARRAY['account', 'snapshot'], external_location = ${literal(`${location}${table.name}`, DIALECTS.trino)})`,
      `CALL system.sync_partition_metadata(CURRENT_SCHEMA, ${literal(filesOf(table), DIALECTS.trino)}, 'FULL')`,
    ],
    read: (table, partitions) => ({
      columns: [
        ...table.columns.map(({ name, type }) => {
          const column = quoted(name, DIALECTS.trino);
          return type === 'timestamp' ? `with_timezone(${column}, 'UTC') AS ${column}` : column;
        }),
        'account',
        'snapshot',
      ],
      from: filesOf(table),
      where: conditionOf(partitions, 'trino'),
    }),
  },
  spark: {
    declare: (table, location) => [
      `DROP TABLE IF EXISTS ${filesOf(table)}`,
      `CREATE TABLE ${filesOf(table)} (
  ${[...declarations(table, 'spark'), 'account STRING', 'snapshot STRING'].join(',\n  ')}
) USING PARQUET PARTITIONED BY (account, snapshot) LOCATION ${literal(`${location}${table.name}`, DIALECTS.spark)}`,
      `MSCK REPAIR TABLE ${filesOf(table)}`,
    ],
    read: (table, partitions) => ({
      columns: columnsOf(table, 'spark'),
      from: filesOf(table),
      where: conditionOf(partitions, 'spark'),
    }),
  },
};

function columnsOf({ columns }: LakeTable, dialect: DialectName): readonly string[] {
  return [...columns.map(({ name }) => quoted(name, dialectOf(dialect))), 'account', 'snapshot'];
}

function declarations({ columns }: LakeTable, dialect: DialectName): readonly string[] {
  return columns.map(
    ({ name, type }) => `${quoted(name, dialectOf(dialect))} ${dialectOf(dialect).types[type]}`,
  );
}

/** Trino's connector for Hive has no times with a zone, so that views add it. */
function withoutZone(declaration: string): string {
  return declaration.replace(' with time zone', '');
}

function pathsOf(partitions: readonly LakePartition[], location: string): readonly string[] {
  return partitions.flatMap(({ files }) =>
    files.map(({ path }) => literal(`${location}${path}`, DIALECTS.duckdb)),
  );
}

/** The table over all files of a table, which includes those of former states. */
function filesOf({ name }: LakeTable): string {
  return `${name}_files`;
}

function conditionOf(partitions: readonly LakePartition[], dialect: DialectName): string {
  const text = (value: string) => literal(value, dialectOf(dialect));
  const accounts = new Map<string, string[]>();
  for (const { account, snapshot } of partitions) {
    accounts.set(account, [...(accounts.get(account) ?? []), text(snapshot)]);
  }
  return [...accounts]
    .map(([account, snapshots]) => `(account = ${text(account)} AND snapshot IN (${snapshots.join(', ')}))`)
    .join(' OR ');
}
