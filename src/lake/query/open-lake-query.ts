import { sep } from 'node:path';
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult, JS } from '@duckdb/node-api';
import { loadOptionalPackage } from '../../base/optional-package.ts';
import { utcSeconds } from '../../base/run-id.ts';
import { Failure, messageOf } from '../../model/failure.ts';
import type { OpenedQuery, QueryAsked } from '../../reading/answer-queries.ts';
import { requireReading, type SqlValue } from '../../store/query.ts';
import { literal } from '../dialects.table.ts';
import { readLake } from '../lake-manifest.ts';
import { folderSource, requireNoLinks } from '../place/folder-place.ts';
import { chooseViews } from './choose-views.ts';

/**
 * Opens a query on the views of a lake. DuckDB then has no access to the network, nor to files outside of the lake, and
 * the settings cannot be changed. Fails with `query-refused` unless it is one statement that reads.
 */
export async function openLakeQuery({
  path,
  sql,
  parameters,
  maxMemoryBytes,
}: QueryAsked): Promise<OpenedQuery> {
  requireReading(sql);
  const lake = await readLake(folderSource(path));
  if (lake === undefined) {
    throw notALake(path);
  }
  await requireNoLinks(path);
  const duckDb = await loadOptionalPackage(
    '@duckdb/node-api',
    'query a lake',
    () => import('@duckdb/node-api'),
  );
  const instance = await duckDb.DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const folder = path.endsWith(sep) ? path : `${path}${sep}`;
  for (const setting of settingsFor(folder, maxMemoryBytes)) {
    await connection.run(`SET ${setting}`);
  }
  for (const view of chooseViews(lake, { location: folder, sql })) {
    const statement = await prepare(connection, view.sql); // One only, whatever the lake's names contain.
    await statement.run();
  }
  const { SELECT, EXPLAIN } = duckDb.StatementType;
  const statement = await refusing(() => prepare(connection, sql));
  if (statement.statementType !== SELECT && statement.statementType !== EXPLAIN) {
    throw refusal('it is not read-only');
  }
  bind(statement, parameters);
  // With parameters, the columns are known only when it runs. Otherwise it starts when its first row is asked for, so
  // that the time limit ends it as it ends reading.
  const started = statement.parameterCount > 0 ? await refusing(() => statement.stream()) : undefined;
  const head = started ?? statement;
  const columns = Array.from({ length: head.columnCount }, (_, index) => head.columnName(index));
  const isDay = columns.map((_, index) => head.columnTypeId(index) === duckDb.DuckDBTypeId.DATE);
  return { columns, next: readRows(async () => started ?? (await statement.stream()), isDay) };
}

function readRows(start: () => Promise<DuckDBResult>, isDay: readonly boolean[]): OpenedQuery['next'] {
  let chunks: AsyncIterator<JS[][]> | undefined;
  let rows: Iterator<readonly JS[]> = [][Symbol.iterator]();
  const take = () => {
    const next = rows.next();
    return next.done === true
      ? undefined
      : next.value.map((value, index) => toSqlValue(value, isDay[index] === true));
  };
  const refill = async () => {
    for (;;) {
      chunks ??= (await start()).yieldRowsJs();
      const chunk = await chunks.next();
      if (chunk.done === true) {
        return undefined;
      }
      rows = chunk.value[Symbol.iterator]();
      const row = take();
      if (row !== undefined) {
        return row;
      }
    }
  };
  return () => take() ?? refusing(refill);
}

export function notALake(path: string): Failure {
  return new Failure('absent', `Cannot query "${path}": it is not a lake`, {
    commandHint: 'Write one with "satchel lake sync --output DIR"',
  });
}

/** The order matters: after the last one, no setting can be changed. */
function settingsFor(folder: string, maxMemoryBytes: number): readonly string[] {
  return [
    `allowed_directories = [${literal(folder, { hasEscapes: false })}]`,
    "temp_directory = ''", // What does not fit into memory fails, as in a store.
    `memory_limit = '${Math.ceil((0.75 * maxMemoryBytes) / 2 ** 20)}MiB'`,
    "TimeZone = 'UTC'",
    "default_null_order = 'nulls_first_on_asc_last_on_desc'", // As in SQLite.
    'enable_external_access = false',
    'lock_configuration = true',
  ];
}

async function prepare(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) {
    throw refusal('it contains more than one statement');
  }
  return await statements.prepare(0);
}

function bind(statement: DuckDBPreparedStatement, parameters: Readonly<Record<string, unknown>>): void {
  const names = Array.from({ length: statement.parameterCount }, (_, index) =>
    statement.parameterName(index + 1),
  );
  const unknown = Object.keys(parameters).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw refusal(`it has no parameter $${unknown}`);
  }
  for (const [index, name] of names.entries()) {
    if (parameters[name] === undefined) {
      throw refusal(`the parameter $${name} has no value`);
    }
    statement.bindVarchar(index + 1, String(parameters[name]));
  }
}

/** As in a store: flags are numbers, times are texts; lists and structures become JSON. */
function toSqlValue(value: JS, isDay: boolean): SqlValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') {
    return value;
  }
  if (typeof value === 'boolean') {
    return value ? 1 : 0;
  }
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (value instanceof Uint8Array) {
    return value;
  }
  return value instanceof Date ? timeText(value, isDay) : JSON.stringify(value, jsonMember);
}

function timeText(time: Date, isDay: boolean): string {
  if (Number.isNaN(time.getTime())) {
    return 'infinity';
  }
  const text = time.toISOString();
  return isDay ? text.slice(0, 10) : text.endsWith('.000Z') ? utcSeconds(time.getTime()) : text;
}

function jsonMember(_: string, member: unknown): unknown {
  return typeof member === 'bigint' ? Number(member) : member;
}

async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) {
      throw error;
    }
    const message = messageOf(error).replace(/^Failed to extract statements: /, '');
    if (message.startsWith('Out of Memory')) {
      throw new Failure('query-stopped', 'Cannot run the query: it used too much memory', { cause: error });
    }
    throw refusal(message.trim().replace(/\s*\n\s*LINE 1:[\s\S]*$/, ''), error);
  }
}

function refusal(reason: string, cause?: unknown): Failure {
  return new Failure('query-refused', `Cannot run the query: ${reason}`, {
    cause,
    hint: 'One SELECT, WITH, VALUES or EXPLAIN statement in the SQL of DuckDB is allowed; "select table_name from information_schema.tables" lists the views',
  });
}
