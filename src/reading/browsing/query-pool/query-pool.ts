import { formatDuration } from '../../../base/durations.ts';
import { WorkPool } from '../../../base/work-pool.ts';
import { Failure } from '../../../model/failure.ts';
import { startProcess } from '../../query-guard/start-process.ts';
import { MAX_ANSWER_MS, type PoolJob, type SlowQueries, type SlowQueryName } from './slow-queries.table.ts';

const POOL_CHILD = new URL('./pool-child.js', import.meta.url);

const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;

/** The time limit of restoring a snapshot, which copies the store. */
const MAX_RESTORE_MS = 600_000;

interface Lane {
  /** With two processes, a slow query leaves the other one free for fast ones. */
  readonly processes: number;
  readonly maxWaitMs: number;
  readonly maxWaiting?: number;
  readonly isInBackground?: boolean;
}

/** Processes for kinds of queries that do not wait for those of others. */
const LANES = {
  lists: { processes: 2, maxWaitMs: MAX_ANSWER_MS },
  queries: { processes: 2, maxWaitMs: MAX_ANSWER_MS, maxWaiting: 8, isInBackground: true },
  restoring: { processes: 1, maxWaitMs: MAX_RESTORE_MS },
} as const satisfies Record<string, Lane>;

interface Kind {
  readonly lane: keyof typeof LANES;
  readonly maxMs: number;
  /** What it may take longer until it is stopped: it looks at the clock itself between its rows. */
  readonly graceMs?: number;
  /** What to do if it takes longer. */
  readonly hint: string;
}

const LISTING: Kind = {
  lane: 'lists',
  maxMs: MAX_ANSWER_MS,
  hint: 'Narrow the search: add a repository, a label or a time',
};

/** The kinds of queries that are not lists. */
const KINDS: Readonly<Partial<Record<SlowQueryName, Kind>>> = {
  sql: {
    lane: 'queries',
    maxMs: MAX_ANSWER_MS,
    graceMs: 1_000,
    hint: 'Simplify the query: fewer columns, a WHERE clause, smaller groups, less sorting',
  },
  activity: { lane: 'queries', maxMs: 3 * MAX_ANSWER_MS, hint: 'Choose one repository or one person' },
  restore: { lane: 'restoring', maxMs: MAX_RESTORE_MS, hint: 'Choose another snapshot' },
};

/** Runs queries in child processes, so that slow queries do not block the server. */
export interface QueryPool {
  /**
   * Fails with the error of the query, with `query-stopped` after its time limit, with `busy` if too many wait, or with
   * the reason of the signal if the client has disconnected.
   */
  run<Name extends SlowQueryName>(
    name: Name,
    options: SlowQueries[Name]['options'],
    signal?: AbortSignal,
  ): Promise<SlowQueries[Name]['answer']>;
  close(): void;
}

/** Creates the pool of a store; processes are started on demand. `limitMs` replaces the time limit of each kind. */
export function createQueryPool(path: string, limitMs?: number): QueryPool {
  const open = ({ processes, maxWaitMs, maxWaiting, isInBackground }: Lane) =>
    new WorkPool({
      maxHelpers: processes,
      maxWaitMs,
      maxWaiting,
      start: () => startProcess({ program: POOL_CHILD, maxMemoryBytes: MAX_MEMORY_BYTES, isInBackground }),
    });
  const lanes = {
    lists: open(LANES.lists),
    queries: open(LANES.queries),
    restoring: open(LANES.restoring),
  };
  return {
    async run<Name extends SlowQueryName>(
      name: Name,
      options: SlowQueries[Name]['options'],
      signal?: AbortSignal,
    ) {
      const { lane, hint, graceMs = 0, ...kind } = KINDS[name] ?? LISTING;
      const maxMs = limitMs ?? kind.maxMs;
      const job: PoolJob = { path, name, options };
      const answer = await lanes[lane].run<SlowQueries[Name]['answer']>(job, {
        maxMs: maxMs + graceMs,
        signal,
      });
      if (answer === undefined) {
        throw new Failure(
          'query-stopped',
          `Cannot finish the query: it took longer than ${formatDuration(maxMs)}`,
          { hint },
        );
      }
      return answer;
    },
    close() {
      for (const lane of Object.values(lanes)) {
        void lane.close();
      }
    },
  };
}
