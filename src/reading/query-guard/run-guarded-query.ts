import { type Clock, Failure, formatDuration, invariant } from '../../base/index.ts';
import { requireStore, type SqlValue } from '../../store/index.ts';
import { type QueryProcess, startQueryProcess } from './query-process.ts';

/** What a query may take where nothing else is said. */
export const QUERY_LIMITS = {
  timeoutMs: 30_000,
  maxRows: 1_000_000,
  /** One value of SQLite is at most 1 GB (sqlite.org/limits.html). */
  maxMemoryBytes: 1024 * 1024 * 1024,
} as const;

export interface GuardedQueryOptions {
  /** Values for `:name`, `@name` and `$name`. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** How long SQLite may work at the answer; the time that a reader takes for the rows does not count. */
  readonly timeoutMs?: number | undefined;
  /** Rows after this many are not read; `Infinity` for all. */
  readonly maxRows?: number | undefined;
  /** The row that makes the answer longer than this, and those after it, are not read. */
  readonly maxBytes?: number | undefined;
  /** The memory that the process of the query may take. */
  readonly maxMemoryBytes?: number | undefined;
  /** Whether other processes come first: those of a server that answers meanwhile (default: they do not). */
  readonly isInBackground?: boolean;
  readonly clock: Clock;
  /** Ends the query at once; whoever reads rows gets its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What cut an answer short. */
export type QueryCut = 'time' | 'rows' | 'size';

export interface GuardedQuery {
  readonly columns: readonly string[];
  /** The rows, once and at the reader's pace. Leaving the loop early ends the query. */
  readonly batches: AsyncIterable<readonly (readonly SqlValue[])[]>;
  /** What kept rows back, if anything did; known when the last batch was read. */
  cut(): QueryCut | undefined;
}

/** Rows that are asked for at once. */
const BATCH_ROWS = 1_000;

/**
 * Runs one reading statement in a process of its own, because nothing else can stop SQLite at work; its time, rows
 * and memory are limited. Fails with `query-refused` for what is wrong with the statement, `query-stopped` where it
 * took too much memory or had no time to begin, and as `openStore` does.
 */
export async function runGuardedQuery(
  path: string,
  sql: string,
  options: GuardedQueryOptions,
): Promise<GuardedQuery> {
  options.signal?.throwIfAborted();
  requireStore(path);
  const { timeoutMs = QUERY_LIMITS.timeoutMs, maxMemoryBytes = QUERY_LIMITS.maxMemoryBytes } = options;
  const { parameters = {}, maxBytes = Number.POSITIVE_INFINITY, clock, signal } = options;
  const queryProcess = await startQueryProcess({
    ...{ timeoutMs, maxMemoryBytes, clock, signal },
    isInBackground: options.isInBackground === true,
  });
  try {
    const answer = await queryProcess.ask({ type: 'ask', path, sql, parameters, maxMemoryBytes, maxBytes });
    if (answer === undefined) {
      throw new Failure(
        'query-stopped',
        `Cannot run the query: it had not begun after ${formatDuration(timeoutMs)}`,
      );
    }
    invariant(answer.type === 'columns', 'the columns come first');
    let cut: QueryCut | undefined;
    const batches = readBatches(queryProcess, options.maxRows ?? QUERY_LIMITS.maxRows, (reason) => {
      cut = reason;
    });
    return { columns: answer.columns, batches, cut: () => cut };
  } catch (error) {
    await queryProcess.end();
    throw error;
  }
}

async function* readBatches(
  queryProcess: QueryProcess,
  maxRows: number,
  onCut: (reason: QueryCut) => void,
): AsyncGenerator<readonly (readonly SqlValue[])[]> {
  try {
    for (let rowsLeft = maxRows; ; ) {
      // One row more than may be shown tells whether there are others.
      const answer = await queryProcess.ask({ type: 'more', maxRows: Math.min(BATCH_ROWS, rowsLeft + 1) });
      if (answer === undefined) {
        onCut('time');
        return;
      }
      invariant(answer.type === 'rows', 'rows come when they are asked for');
      if (answer.rows.length > rowsLeft) {
        onCut('rows');
        yield answer.rows.slice(0, rowsLeft);
        return;
      }
      rowsLeft -= answer.rows.length;
      if (answer.isCut) {
        onCut('size');
      }
      yield answer.rows;
      if (answer.isLast) {
        return;
      }
    }
  } finally {
    await queryProcess.end();
  }
}
