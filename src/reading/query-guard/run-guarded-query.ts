import { type Clock, Failure, formatDuration, invariant } from '../../base/index.ts';
import { requireStore, type SqlValue } from '../../store/index.ts';
import { type QueryProcess, startQueryProcess } from './query-process.ts';

/** The default limits of a query. */
export const QUERY_LIMITS = {
  timeoutMs: 30_000,
  maxRows: 1_000_000,
  /** A single value in SQLite has at most 1 GB (sqlite.org/limits.html). */
  maxMemoryBytes: 1024 * 1024 * 1024,
} as const;

export interface GuardedQueryOptions {
  /** Values for `:name`, `@name` and `$name`. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** The time limit of SQLite; the time that the caller takes to consume rows does not count. */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of rows; `Infinity` for all. */
  readonly maxRows?: number | undefined;
  /** The size limit of the result; the row that exceeds it and those after it are dropped. */
  readonly maxBytes?: number | undefined;
  readonly maxMemoryBytes?: number | undefined;
  /** Whether to run at low priority, for servers that keep answering meanwhile (default: false). */
  readonly isInBackground?: boolean;
  readonly clock: Clock;
  /** Aborts the query; reading its rows then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The limit that cut a result short. */
export type QueryCut = 'time' | 'rows' | 'size';

export interface GuardedQuery {
  readonly columns: readonly string[];
  /** The rows, which can be iterated once, at the consumer's pace. Leaving the loop early ends the query. */
  readonly batches: AsyncIterable<readonly (readonly SqlValue[])[]>;
  /** The limit that was reached, if any; known after the last batch. */
  cut(): QueryCut | undefined;
}

/** The number of rows per request. */
const BATCH_ROWS = 1_000;

/**
 * Runs one read-only statement in a child process, because nothing else can interrupt SQLite; its time, rows and memory
 * are limited. Fails with `query-refused` if the statement is invalid, and with `query-stopped` if it used too much
 * memory or had no time left to start. Otherwise fails like `openStore`.
 */
export async function runGuardedQuery(
  path: string,
  sql: string,
  options: GuardedQueryOptions,
): Promise<GuardedQuery> {
  options.signal?.throwIfAborted();
  requireStore(path);
  return await guardQuery(new URL('./query-child.js', import.meta.url), { path, sql }, options);
}

/** Runs a query in a child process that `answerQueries` of its program makes answer. */
export async function guardQuery(
  program: URL,
  { path, sql }: { readonly path: string; readonly sql: string },
  options: GuardedQueryOptions,
): Promise<GuardedQuery> {
  const { timeoutMs = QUERY_LIMITS.timeoutMs, maxMemoryBytes = QUERY_LIMITS.maxMemoryBytes } = options;
  const { parameters = {}, maxBytes = Number.POSITIVE_INFINITY, clock, signal } = options;
  const queryProcess = await startQueryProcess({
    ...{ program, timeoutMs, maxMemoryBytes, clock, signal },
    isInBackground: options.isInBackground === true,
  });
  try {
    const answer = await queryProcess.ask({ type: 'ask', path, sql, parameters, maxMemoryBytes, maxBytes });
    if (answer === undefined) {
      throw new Failure(
        'query-stopped',
        `Cannot run the query: it had not started after ${formatDuration(timeoutMs)}`,
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
      // One more row than the limit shows whether there are others.
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
