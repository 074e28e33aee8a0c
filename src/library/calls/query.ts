import type { Clock } from '../../base/clock.ts';
import { definedMembers } from '../../base/json.ts';
import { itemsUntilAborted } from '../../base/signals.ts';
import { Failure } from '../../model/failure.ts';
import type { SqlValue } from '../../store/query.ts';
import type { Store as OpenStore } from '../../store/store.ts';
import { requireArgument, requireOptions } from './check-arguments.ts';
import {
  AMOUNT,
  CLOCK,
  COUNT_OR_ALL,
  described,
  recordOf,
  type Shape,
  type ShapesOf,
  SIGNAL,
} from './shapes.ts';
import { type Surroundings, withDefaults } from './surroundings.ts';

/** The values of a statement and its limits. */
export interface QueryOptions extends Pick<Surroundings, 'clock' | 'signal'> {
  /** Values for `:name`, `@name` and `$name`; undefined is NULL, and booleans are 1 and 0. */
  readonly parameters?: Readonly<Record<string, SqlValue | boolean | undefined>> | undefined;
  /** The maximum number of rows; the rest is not read. */
  readonly maxRows?: number | undefined;
  /**
   * The time limit in milliseconds, without the time that the loop takes; at the limit the loop throws `query-stopped`.
   * With `for await` the default is 30 seconds. A `for` loop and `all()` have no default, and look at the time after each
   * row: what SQLite does before a row, such as sorting, they cannot end.
   */
  readonly timeoutMs?: number | undefined;
  /** With `for await`: the memory that SQLite may use; default: 1 GiB. */
  readonly maxMemoryBytes?: number | undefined;
}

/** SQLite would take NaN for NULL. */
const PARAMETER: Shape = (value, name) =>
  value === null ||
  value instanceof Uint8Array ||
  (['string', 'number', 'bigint', 'boolean'].includes(typeof value) && !Number.isNaN(value))
    ? undefined
    : `"${name}" must be a text, a number, a boolean, bytes or null, and not ${described(value)}`;

const OPTIONS: Shape = (value, name) =>
  Array.isArray(value)
    ? `"${name}" must be an object, and not a list: values have names, and go into its member "parameters"`
    : undefined;

const QUERYING: ShapesOf<QueryOptions> = {
  clock: CLOCK,
  signal: SIGNAL,
  parameters: recordOf(PARAMETER),
  maxRows: COUNT_OR_ALL,
  timeoutMs: AMOUNT,
  maxMemoryBytes: AMOUNT,
};

/** The rows of a statement, which runs again for each loop. With `for await`, each loop takes the start of a process. */
export interface Query<Row> extends Iterable<Row>, AsyncIterable<Row> {
  /** The names of the columns. Throws `query-refused` if the statement is invalid. */
  columns(): readonly string[];
  /** All rows, read in this process. */
  all(): readonly Row[];
}

/** The store of a query, and the check that it has not been closed. */
interface QueriedStore {
  readonly store: OpenStore;
  readonly requireOpen: (name: string) => void;
}

/** A statement on a store. Nothing runs before it is read. */
export function createQuery<Row>(
  { store, requireOpen }: QueriedStore,
  sql: string,
  options: QueryOptions,
): Query<Row> {
  requireArgument('run the query', 'options', options, OPTIONS);
  requireOptions('run the query', options, { known: QUERYING });
  const { parameters, maxRows, timeoutMs, maxMemoryBytes } = options;
  const run = () => {
    requireOpen('query');
    options.signal?.throwIfAborted();
    return store.query(sql, definedMembers({ parameters, maxRows }));
  };
  function* read(): Generator<Row, void> {
    const { columns, rows: found } = run();
    for (const row of found) {
      options.signal?.throwIfAborted();
      yield toRow<Row>(columns, row);
      options.signal?.throwIfAborted();
    }
  }
  const rows = () =>
    timeoutMs === undefined ? read() : withinTime(read(), { timeoutMs, clock: withDefaults(options).clock });
  async function* rowsApart(): AsyncGenerator<Row, void> {
    requireOpen('query');
    const { clock, signal } = withDefaults(options);
    const { QUERY_LIMITS, runGuardedQuery } = await import('../../reading/run-guarded-query.ts');
    const limits = { parameters, maxRows, timeoutMs, maxMemoryBytes };
    const { columns, batches, cut } = await runGuardedQuery(store.path, sql, { ...limits, clock, signal });
    for await (const batch of batches) {
      for (const row of batch) {
        yield toRow<Row>(columns, row);
      }
    }
    if (cut() === 'time') {
      throw tooSlow(timeoutMs ?? QUERY_LIMITS.timeoutMs);
    }
  }
  return {
    columns: () => run().columns,
    all: () => [...rows()],
    [Symbol.iterator]: rows,
    [Symbol.asyncIterator]: () => itemsUntilAborted(rowsApart(), options.signal),
  };
}

/** The rows, until reading them has taken too long: the time between them does not count. */
function* withinTime<Row>(
  rows: Iterable<Row>,
  { timeoutMs, clock }: { readonly timeoutMs: number; readonly clock: Clock },
): Generator<Row, void> {
  let leftMs = timeoutMs;
  let resumedMs = clock.now();
  for (const row of rows) {
    leftMs -= clock.now() - resumedMs;
    if (leftMs < 0) {
      throw tooSlow(timeoutMs);
    }
    yield row;
    resumedMs = clock.now();
  }
}

function tooSlow(timeoutMs: number): Failure {
  return new Failure('query-stopped', `Cannot run the query: it took longer than ${timeoutMs} ms`, {
    hint: 'Simplify it, or give it more time with "timeoutMs"',
  });
}

/** The caller names the type of the rows. */
function toRow<Row>(columns: readonly string[], values: readonly SqlValue[]): Row {
  return Object.fromEntries(columns.map((column, index) => [column, values[index]])) as Row;
}
