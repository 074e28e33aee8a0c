import { Failure } from '../../../base/index.ts';

/** The maximum number of concurrent query processes, in addition to the two of `query-pool.ts`. */
const MAX_RUNNING = 2;

/** The length of the queue; further queries are rejected. */
const MAX_WAITING = 8;

/** The longest time that a query may wait in the queue. */
const MAX_WAIT_MS = 10_000;

interface LimiterOptions {
  readonly maxRunning?: number;
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
}

interface LimitedQuery {
  /** The number of processes that it starts. */
  readonly processes: number;
  /** Aborts the wait, for clients that have disconnected. */
  readonly signal?: AbortSignal | undefined;
}

/** Limits how many queries that start processes run at once; the others wait in a queue. */
export interface QueryLimiter {
  /** Fails with `busy` if the queue is full or the wait is too long, or with the reason of the signal. */
  run<Answer>(query: LimitedQuery, answer: () => Promise<Answer>): Promise<Answer>;
}

export function createQueryLimiter(limits: LimiterOptions = {}): QueryLimiter {
  const { maxRunning = MAX_RUNNING, maxWaiting = MAX_WAITING, maxWaitMs = MAX_WAIT_MS } = limits;
  const waiting: { readonly processes: number; readonly enter: () => void }[] = [];
  let running = 0;

  function startNext(): void {
    for (
      let [next] = waiting;
      next !== undefined && running + next.processes <= maxRunning;
      [next] = waiting
    ) {
      waiting.shift();
      running += next.processes;
      next.enter();
    }
  }

  function wait({ processes, signal }: LimitedQuery): Promise<void> {
    if (waiting.length >= maxWaiting && running + processes > maxRunning) {
      throw busy();
    }
    return new Promise((resolve, reject) => {
      const timer = AbortSignal.timeout(maxWaitMs);
      const ends = AbortSignal.any(signal === undefined ? [timer] : [timer, signal]);
      const place = {
        processes,
        enter() {
          ends.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(place), 1);
        reject(signal?.aborted === true ? signal.reason : busy());
        startNext();
      };
      ends.addEventListener('abort', leave);
      waiting.push(place);
      startNext();
    });
  }

  return {
    async run(query, answer) {
      query.signal?.throwIfAborted();
      await wait(query);
      try {
        return await answer();
      } finally {
        running -= query.processes;
        startNext();
      }
    },
  };
}

function busy(): Failure {
  return new Failure('busy', 'Cannot run the query now: too many others are running');
}
