import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { compiledPath, Failure, formatDuration, restoreError } from '../../../base/index.ts';
import type { FromAskingChild, QuestionName, Questions } from './questions.table.ts';

/** With two, a slow query leaves the other process free for fast ones. */
const MAX_PROCESSES = 2;

/** A child process that answers queries one after another. */
export interface AskingProcess {
  /** The number of unanswered queries. */
  readonly waiting: number;
  /** Rejects with the error of the query, or with `query-stopped` after the time limit. */
  ask<Name extends QuestionName>(
    name: Name,
    options: Questions[Name]['options'],
  ): Promise<Questions[Name]['answer']>;
  /** Ends the process; pending queries fail with `query-stopped`. */
  end(): void;
}

/** The time limit of a query. */
export const MAX_ANSWER_MS = 10_000;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: AbortSignal;
}

/** Manages a process for the store at `path`: it starts with the first query, and again after it was ended. */
export function createAskingProcess(path: string, maxAnswerMs = MAX_ANSWER_MS): AskingProcess {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let lastId = 0;

  function end(): void {
    const ended = child;
    child = undefined;
    ended?.kill('SIGKILL'); // A process inside of SQLite handles no other signal.
    for (const { reject } of waiting.values()) {
      reject(tooLong(maxAnswerMs));
    }
    waiting.clear();
  }

  function start(): ChildProcess {
    const started = fork(compiledPath(new URL('./asking-child.js', import.meta.url)), {
      env: { SQLITE_TMPDIR: tmpdir() }, // It needs nothing else of the environment.
      serialization: 'advanced', // Keeps undefined.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('message', (message: FromAskingChild) => {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      holdOn(started, waiting.size > 0);
      if ('error' in message) {
        asked?.reject(restoreError(message.error));
      } else {
        asked?.resolve(message.answer);
      }
    });
    const gone = () => {
      if (child === started) {
        end();
      }
    };
    started.once('error', gone);
    started.once('exit', gone);
    return started;
  }

  return {
    get waiting() {
      return waiting.size;
    },
    end,
    ask<Name extends QuestionName>(name: Name, options: Questions[Name]['options']) {
      child ??= start();
      const asked = child;
      holdOn(asked, true);
      lastId += 1;
      const id = lastId;
      return new Promise<Questions[Name]['answer']>((resolve, reject) => {
        const timer = AbortSignal.timeout(maxAnswerMs);
        timer.addEventListener('abort', () => {
          if (waiting.has(id)) {
            end();
          }
        });
        // The child returns the type of the query's answer.
        waiting.set(id, { resolve: (answer) => resolve(answer as Questions[Name]['answer']), reject, timer });
        asked.send({ id, path, name, options }, () => undefined); // Fails if the process has exited, which is handled.
      });
    },
  };
}

/** Keeps the program alive while queries are pending, but not for an idle child process. */
function holdOn(child: ChildProcess, isHeld: boolean): void {
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
    `Cannot answer: it would take longer than ${formatDuration(maxAnswerMs)}`,
    {
      hint: 'Narrow the search: add a repository, a label or a time',
    },
  );
}

/** Runs queries in child processes, so that slow queries do not block the server. */
export interface Asking {
  /** Rejects with the error of the query, or with `query-stopped` after the time limit. */
  ask<Name extends QuestionName>(
    name: Name,
    options: Questions[Name]['options'],
  ): Promise<Questions[Name]['answer']>;
  close(): void;
}

/** Creates the pool; processes are started on demand. */
export function createAsking(path: string): Asking {
  const processes = Array.from({ length: MAX_PROCESSES }, () => createAskingProcess(path));
  return {
    ask(name, options) {
      const [first, ...others] = processes;
      const idle = others.reduce(
        (best, process) => (best !== undefined && best.waiting <= process.waiting ? best : process),
        first,
      );
      return (idle ?? createAskingProcess(path)).ask(name, options);
    },
    close() {
      for (const process of processes) {
        process.end();
      }
    },
  };
}
