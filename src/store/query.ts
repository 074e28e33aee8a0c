import type { FailureOptions, Hints } from '../base/failure.ts';
import { nearestName } from '../base/nearest-name.ts';
import { uncapitalized } from '../base/text-ends.ts';
import { Failure, messageOf } from '../model/failure.ts';
import { readTables } from './database/store-tables.ts';
import { type Database, databaseFailure, isSqliteError, type Statement } from './database.ts';

/** A value of a result; integers beyond 2^53 are bigints. */
export type SqlValue = null | string | number | bigint | Uint8Array;

export interface QueryOptions {
  /** Values for `:name`, `@name` and `$name`. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** Reading stops after this number of rows. */
  readonly maxRows?: number | undefined;
}

export interface QueryResult {
  readonly columns: readonly string[];
  /** Can be iterated once; rows are read lazily. */
  readonly rows: Iterable<readonly SqlValue[]>;
}

/** The first words of read-only statements. `EXPLAIN` must be followed by one of the others. */
const READING = /^(?:explain\s+(?:query\s+plan\s+)?)?(?:select|with|values)\b/i;

/** White space and comments before the first word, as skipped by SQLite (sqlite.org/lang_comment.html). */
const BLANK = /^(?:[ \t\n\f\r]+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))/;

/**
 * Runs one read-only statement on a database that was opened for reading. Opening it read-only is not enough: ATTACH
 * and VACUUM INTO are allowed there, and some PRAGMAs take effect when they are prepared. So the first word is checked
 * before SQLite parses the statement, and the prepared statement afterwards.
 */
export function runQuery(db: Database, sql: string, options: QueryOptions = {}): QueryResult {
  requireReading(sql);
  const statement = prepare(db, sql);
  if (!statement.reader || !statement.readonly) {
    throw refusal('it is not read-only');
  }
  const values = bindable(options.parameters ?? {});
  try {
    statement.raw(true).safeIntegers(true).bind(values);
  } catch (error) {
    throw asFailure(error, db, hintsOfMessage(messageOf(error), sql, db));
  }
  return {
    columns: statement.columns().map((column) => column.name),
    rows: readRows(db, statement, options.maxRows ?? Number.POSITIVE_INFINITY),
  };
}

/** Fails with `query-refused` unless the first word of a statement is one that reads. */
export function requireReading(sql: string): void {
  let rest = sql;
  for (let blank = BLANK.exec(rest); blank !== null; blank = BLANK.exec(rest)) {
    rest = rest.slice(blank[0].length);
  }
  if (rest === '') {
    throw refusal('it contains no statement');
  }
  if (!READING.test(rest)) {
    const word = /^[a-z]+/i.exec(rest)?.[0].toUpperCase();
    if (word === 'EXPLAIN') {
      throw refusal('EXPLAIN is allowed only for SELECT, WITH and VALUES');
    }
    throw word === undefined
      ? refusal('it does not begin with an SQL keyword')
      : refusal(`${word} is not allowed`, hintsOfWord(word));
  }
}

const READING_WORDS = ['SELECT', 'WITH', 'VALUES', 'EXPLAIN'];

/** For a first word that is almost one of those that read; for others, the hints of the failure. */
function hintsOfWord(word: string): FailureOptions {
  const nearest = nearestName(word, READING_WORDS);
  const hint = `Did you mean "${nearest}"? A query begins with SELECT, WITH, VALUES or EXPLAIN`;
  return nearest === undefined ? {} : { hint, commandHint: hint };
}

function prepare(db: Database, sql: string): Statement<unknown[], SqlValue[]> {
  try {
    return db.prepare<unknown[], SqlValue[]>(sql);
  } catch (error) {
    throw asFailure(
      error,
      db,
      orRefuse(db, () => hintsOfMessage(messageOf(error), sql, db)),
    );
  }
}

function* readRows(
  db: Database,
  statement: Statement<unknown[], SqlValue[]>,
  maxRows: number,
): Generator<readonly SqlValue[]> {
  let count = 0;
  try {
    for (const row of statement.iterate()) {
      if (count >= maxRows) {
        return;
      }
      count += 1;
      yield row.map(narrow);
    }
  } catch (error) {
    throw asFailure(error, db);
  }
}

function narrow(value: SqlValue): SqlValue {
  const isSafe =
    typeof value === 'bigint' && value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
  return isSafe ? Number(value) : value;
}

/** Binds integers as INTEGER; the driver would bind every number as REAL. */
function bindable(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const plain = typeof value === 'boolean' ? Number(value) : (value ?? null);
      return [name, Number.isSafeInteger(plain) ? BigInt(Number(plain)) : plain];
    }),
  );
}

function orRefuse<Result>(db: Database, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asFailure(error, db);
  }
}

/** Errors that the driver throws are attributed to the query, unless the file cannot be read. */
function asFailure(error: unknown, db: Database, hints?: Hints): Failure {
  if (isSqliteError(error) && error.code === 'SQLITE_READONLY') {
    return refusal('it is not read-only', { cause: error });
  }
  const failure = databaseFailure(error, 'read the store', db.name);
  return failure instanceof Failure ? failure : refusal(reasonOf(error), { cause: error, ...hints });
}

/**
 * The end of a sentence that starts with "Cannot run the query:". Messages of SQLite fit already; the driver's are
 * adapted.
 */
function reasonOf(error: unknown): string {
  const message = messageOf(error);
  if (message === 'incomplete input') {
    return 'the statement ends too early';
  }
  return isSqliteError(error) ? message : (DRIVER_REASONS[message] ?? uncapitalized(message));
}

const DRIVER_REASONS: Readonly<Record<string, string>> = {
  'The supplied SQL string contains more than one statement': 'it contains more than one statement',
  'SQLite3 can only bind numbers, strings, bigints, buffers, and null':
    'the value of a parameter is neither a number, a text, a bigint, bytes nor null',
};

function refusal(reason: string, options: FailureOptions = {}): Failure {
  return new Failure('query-refused', `Cannot run the query: ${reason}`, options);
}

/**
 * A hint for a query that SQLite refuses: the name that was probably meant if a table or column does not exist, or how
 * to give a parameter its value. Undefined for any other message.
 */
function hintsOfMessage(message: string, sql: string, db: Database): Hints | undefined {
  return hintsOfParameter(message) ?? hintsOfName(message, sql, db);
}

/** Matches the driver's messages about parameters without a value. */
function hintsOfParameter(message: string): Hints | undefined {
  const name = /^Missing named parameter "(.+)"$/.exec(message)?.[1];
  if (name !== undefined) {
    return {
      hint: `Give it a value in "parameters"`,
      commandHint: `Give it a value, as in -p ${name}=VALUE`,
    };
  }
  return message === 'Too few parameter values were provided'
    ? {
        hint: 'Write parameters as :name, and give each its value in "parameters"',
        commandHint: 'Write parameters as :name, and give each its value, as in -p name=VALUE',
      }
    : undefined;
}

function hintsOfName(message: string, sql: string, db: Database): Hints | undefined {
  const [, thing, written] = /^no such (table|column): "?([^" ]+)/.exec(message) ?? [];
  if (thing === undefined || written === undefined) {
    return undefined;
  }
  const name = written.slice(written.lastIndexOf('.') + 1);
  const tables = readTables(db, { isCounting: false });
  if (thing === 'table') {
    return hintsWith(
      nearestName(
        name,
        tables.map((table) => table.name),
      ),
      'tables',
    );
  }
  const words = new Set(sql.toLowerCase().match(/\w+/g));
  const asked = tables.filter((table) => words.has(table.name));
  const columns = asked.flatMap((table) => table.columns);
  return hintsWith(nearestName(name, columns), `schema ${asked[0]?.name ?? ''}`.trimEnd());
}

function hintsWith(nearest: string | undefined, command: string): Hints {
  const guess = nearest === undefined ? '' : `Did you mean "${nearest}"? `;
  return {
    hint: `${guess}tables() of the store lists what exists`,
    commandHint: `${guess}"satchel ${command}" lists what exists`,
  };
}
