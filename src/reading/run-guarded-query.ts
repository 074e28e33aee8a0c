import type { Clock } from '../base/clock.ts';
import { formatDuration } from '../base/durations.ts';
import { WorkPool } from '../base/work-pool.ts';
import { Failure } from '../model/failure.ts';
import type { SqlValue } from '../store/query.ts';
import { requireReadable } from '../store/store-header.ts';
import type { QueryJob, RowBatch } from './answer-queries.ts';
import type { QueryCut } from './query-guard/read-query.ts';
import { startProcess } from './query-guard/start-process.ts';

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
  readonly clock: Clock;
  /** Aborts the query; reading its rows then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

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
  requireReadable(path);
  return await guardQuery(QUERY_CHILD, { path, sql }, options);
}

interface Statement {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * Runs statements like `runGuardedQuery`, one after the other in the same child process; all limits apply to each. The
 * rows of each are to be read before the next begins. A process whose statement was not read to its end is replaced.
 */
export async function* runGuardedQueries(
  path: string,
  statements: readonly Statement[],
  options: Omit<GuardedQueryOptions, 'parameters'>,
): AsyncGenerator<GuardedQuery, void> {
  options.signal?.throwIfAborted();
  requireReadable(path);
  let queryProcess: QueryProcess | undefined;
  try {
    for (const { sql, parameters } of statements) {
      queryProcess ??= openProcess(QUERY_CHILD, options);
      const { isComplete, ...query } = await askQuery(
        queryProcess,
        { path, sql },
        { ...options, parameters },
      );
      yield query;
      if (!isComplete()) {
        await queryProcess.end();
        queryProcess = undefined;
      }
    }
  } finally {
    await queryProcess?.end();
  }
}

const QUERY_CHILD = new URL('./query-guard/query-child.js', import.meta.url);

/** Runs a query in a child process that `answerQueries` of its program makes answer. */
export async function guardQuery(
  program: URL,
  statement: PlacedStatement,
  options: GuardedQueryOptions,
): Promise<GuardedQuery> {
  const queryProcess = openProcess(program, options);
  try {
    const { columns, batches, cut } = await askQuery(queryProcess, statement, options);
    return { columns, cut, batches: endAfter(batches, queryProcess) };
  } catch (error) {
    await queryProcess.end();
    throw error;
  }
}

async function* endAfter<Batch>(batches: AsyncIterable<Batch>, queryProcess: QueryProcess) {
  try {
    yield* batches;
  } finally {
    await queryProcess.end();
  }
}

/** A process for queries, one at a time, which starts with the first one. */
interface QueryProcess {
  /**
   * Returns the answer, or undefined after the time limit of all answers to one query together. Fails with the error of
   * the query, or with the reason of the signal.
   */
  ask<Answer>(job: QueryJob): Promise<Answer | undefined>;
  /** Kills the process and waits until it has exited. */
  end(): Promise<void>;
}

function openProcess(program: URL, options: GuardedQueryOptions): QueryProcess {
  const { timeoutMs = QUERY_LIMITS.timeoutMs, maxMemoryBytes = QUERY_LIMITS.maxMemoryBytes } = options;
  const { clock, signal } = options;
  const pool = new WorkPool({
    maxHelpers: 1,
    start: () => startProcess({ program, maxMemoryBytes }),
  });
  let timeLeftMs = timeoutMs;
  return {
    async ask<Answer>(job: QueryJob) {
      let startMs = 0;
      const onBegin = () => {
        startMs = clock.now();
      };
      timeLeftMs = job.type === 'ask' ? timeoutMs : timeLeftMs;
      // The process runs in real time, so an injected clock could not stop it.
      const answer = await pool.run<Answer>(job, { maxMs: timeLeftMs, signal, onBegin });
      timeLeftMs -= clock.now() - startMs;
      return answer;
    },
    end: () => pool.close(),
  };
}

interface PlacedStatement {
  /** The store or lake. */
  readonly path: string;
  readonly sql: string;
}

/** Asks the process, which stays alive. It can be asked again if `isComplete`: all rows were read. */
async function askQuery(
  queryProcess: QueryProcess,
  { path, sql }: PlacedStatement,
  options: GuardedQueryOptions,
): Promise<GuardedQuery & { isComplete(): boolean }> {
  const { timeoutMs = QUERY_LIMITS.timeoutMs, maxMemoryBytes = QUERY_LIMITS.maxMemoryBytes } = options;
  const { parameters = {}, maxBytes = Number.POSITIVE_INFINITY } = options;
  const job = { type: 'ask', path, sql, parameters, maxMemoryBytes, maxBytes } as const;
  const columns = await queryProcess.ask<readonly string[]>(job);
  if (columns === undefined) {
    throw new Failure(
      'query-stopped',
      `Cannot run the query: it had not started after ${formatDuration(timeoutMs)}`,
    );
  }
  let end: QueryCut | 'complete' | undefined;
  const batches = readBatches(queryProcess, options.maxRows ?? QUERY_LIMITS.maxRows, (reason) => {
    end = reason;
  });
  return {
    columns,
    batches,
    cut: () => (end === 'complete' ? undefined : end),
    isComplete: () => end === 'complete',
  };
}

async function* readBatches(
  queryProcess: QueryProcess,
  maxRows: number,
  onEnd: (end: QueryCut | 'complete') => void,
): AsyncGenerator<readonly (readonly SqlValue[])[]> {
  for (let rowsLeft = maxRows; ; ) {
    // One more row than the limit shows whether there are others.
    const job = { type: 'more', maxRows: Math.min(BATCH_ROWS, rowsLeft + 1) } as const;
    const answer = await queryProcess.ask<RowBatch>(job);
    if (answer === undefined) {
      onEnd('time');
      return;
    }
    if (answer.rows.length > rowsLeft) {
      onEnd('rows');
      yield answer.rows.slice(0, rowsLeft);
      return;
    }
    rowsLeft -= answer.rows.length;
    if (answer.isLast) {
      onEnd(answer.isCut ? 'size' : 'complete');
    }
    yield answer.rows;
    if (answer.isLast) {
      return;
    }
  }
}
