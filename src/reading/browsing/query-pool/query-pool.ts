import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { compiledPath, Failure, formatDuration, restoreError } from '../../../base/index.ts';
import type { PoolRequest, PoolResponse, SlowQueries, SlowQueryName } from './slow-queries.table.ts';

/** With two, a slow query leaves the other process free for fast ones. */
const MAX_PROCESSES = 2;

/** A child process that answers queries one after another. */
export interface PooledProcess {
  /** The number of unanswered queries. */
  readonly waiting: number;
  /**
   * Rejects with the error of the query, with `query-stopped` after the time limit, or with the reason of the signal if
   * the client has disconnected.
   */
  run<Name extends SlowQueryName>(
    name: Name,
    options: SlowQueries[Name]['options'],
    signal?: AbortSignal,
  ): Promise<SlowQueries[Name]['answer']>;
  /** Ends the process; pending queries fail with `query-stopped`. */
  end(): void;
}

/** The time limit of a query. */
export const MAX_ANSWER_MS = 10_000;

interface Waiting {
  readonly message: PoolRequest;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Kept reachable: an unreferenced timer may be collected before it fires. */
  readonly timer: AbortSignal;
}

/** Manages a process for the store at `path`: it starts with the first query, and again after it was ended. */
export function createPooledProcess(path: string, maxAnswerMs = MAX_ANSWER_MS): PooledProcess {
  /** The process answers the first of them. */
  const queries: Waiting[] = [];
  let child: ChildProcess | undefined;

  function sendNext(): void {
    const [next] = queries;
    if (next !== undefined) {
      child ??= start();
      keepAlive(child, true);
      child.send(next.message, () => undefined); // Fails if the process has exited, which is handled.
    }
  }

  function stop(): void {
    const ended = child;
    child = undefined;
    ended?.kill('SIGKILL'); // A process inside of SQLite handles no other signal.
  }

  /** Rejects a query. If the process is answering it, it is ended, because it cannot be interrupted. */
  function drop(query: Waiting | undefined, reason: unknown): void {
    const place = query === undefined ? -1 : queries.indexOf(query);
    if (place >= 0) {
      queries.splice(place, 1);
      query?.reject(reason);
    }
    if (place === 0) {
      stop();
      sendNext();
    }
  }

  function start(): ChildProcess {
    const started = fork(compiledPath(new URL('./pool-child.js', import.meta.url)), {
      env: { SQLITE_TMPDIR: tmpdir() }, // It needs nothing else of the environment.
      serialization: 'advanced', // Keeps undefined.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('message', (message: PoolResponse) => {
      if (child !== started) {
        return; // Its query was dropped.
      }
      const first = queries.shift();
      keepAlive(started, false);
      if ('error' in message) {
        first?.reject(restoreError(message.error));
      } else {
        first?.resolve(message.answer);
      }
      sendNext();
    });
    const gone = () => {
      if (child === started) {
        child = undefined;
        drop(queries[0], tooLong(maxAnswerMs));
      }
    };
    started.once('error', gone);
    started.once('exit', gone);
    return started;
  }

  return {
    get waiting() {
      return queries.length;
    },
    end() {
      stop();
      for (const { reject } of queries.splice(0)) {
        reject(tooLong(maxAnswerMs));
      }
    },
    async run<Name extends SlowQueryName>(
      name: Name,
      options: SlowQueries[Name]['options'],
      signal?: AbortSignal,
    ) {
      signal?.throwIfAborted();
      return await new Promise<SlowQueries[Name]['answer']>((resolve, reject) => {
        const timer = AbortSignal.timeout(maxAnswerMs);
        const query: Waiting = {
          message: { path, name, options },
          resolve: (answer) => resolve(answer as SlowQueries[Name]['answer']), // The child returns the type of the query's answer.
          reject,
          timer,
        };
        timer.addEventListener('abort', () => drop(query, tooLong(maxAnswerMs)));
        signal?.addEventListener('abort', () => drop(query, signal.reason), { once: true });
        queries.push(query);
        if (queries.length === 1) {
          sendNext();
        }
      });
    },
  };
}

/** Keeps the program alive while queries are pending, but not for an idle child process. */
function keepAlive(child: ChildProcess, isHeld: boolean): void {
  for (const handle of [child, child.channel]) {
    if (isHeld) {
      handle?.ref();
    } else {
      handle?.unref();
    }
  }
}

function tooLong(maxAnswerMs: number): Failure {
  return new Failure(
    'query-stopped',
    `Cannot finish the query: it took longer than ${formatDuration(maxAnswerMs)}`,
    {
      hint: 'Narrow the search: add a repository, a label or a time',
    },
  );
}

/** Runs queries in child processes, so that slow queries do not block the server. */
export interface QueryPool {
  readonly run: PooledProcess['run'];
  close(): void;
}

/** Creates the pool; processes are started on demand. */
export function createQueryPool(path: string): QueryPool {
  const processes = Array.from({ length: MAX_PROCESSES }, () => createPooledProcess(path));
  return {
    run(name, options, signal) {
      const [first, ...others] = processes;
      const idle = others.reduce(
        (best, process) => (best !== undefined && best.waiting <= process.waiting ? best : process),
        first,
      );
      return (idle ?? createPooledProcess(path)).run(name, options, signal);
    },
    close() {
      for (const process of processes) {
        process.end();
      }
    },
  };
}
