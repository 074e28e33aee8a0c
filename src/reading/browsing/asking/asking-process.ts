import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Failure, formatDuration, restoreError } from '../../../base/index.ts';
import type { FromAskingChild, QuestionName, Questions } from './questions.table.ts';

/** A question that takes long leaves the other process for those that do not. */
const MAX_PROCESSES = 2;

/** A process beside the reader that answers one question after the other. */
export interface AskingProcess {
  /** How many questions wait for an answer. */
  readonly waiting: number;
  /** Fails as the question does, and with `query-stopped` where it takes too long. */
  ask<Name extends QuestionName>(
    name: Name,
    wish: Questions[Name]['wish'],
  ): Promise<Questions[Name]['answer']>;
  /** Ends the process; whoever waits gets `query-stopped`. */
  end(): void;
}

/** How long a question may take. */
export const MAX_ANSWER_MS = 10_000;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: AbortSignal;
}

/** Prepares a process for the store at `path`; it starts with the first question, and again after it was ended. */
export function createAskingProcess(path: string, maxAnswerMs = MAX_ANSWER_MS): AskingProcess {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let lastId = 0;

  function end(): void {
    const ended = child;
    child = undefined;
    ended?.kill('SIGKILL'); // SQLite at work hears nothing else.
    for (const { reject } of waiting.values()) {
      reject(tooLong(maxAnswerMs));
    }
    waiting.clear();
  }

  function start(): ChildProcess {
    const started = fork(childPath(), {
      env: { SQLITE_TMPDIR: tmpdir() }, // It takes nothing else of the environment.
      serialization: 'advanced', // Undefined stays undefined.
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
    ask<Name extends QuestionName>(name: Name, wish: Questions[Name]['wish']) {
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
        waiting.set(id, { resolve: (answer) => resolve(answer as Questions[Name]['answer']), reject, timer }); // The child answers what was asked.
        asked.send({ id, path, name, wish }, () => undefined); // Where nobody takes it, the process is gone, and that is heard.
      });
    },
  };
}

/** A program that ends waits for answers, but not for a process that nobody asks anything. */
function holdOn(child: ChildProcess, isHeld: boolean): void {
  for (const handle of [child, child.channel]) {
    if (isHeld) {
      handle?.ref();
    } else {
      handle?.unref();
    }
  }
}

/** Compiled code runs its neighbour; source code runs its compiled twin, for Node.js 20 runs no TypeScript. */
function childPath(): string {
  const neighbour = fileURLToPath(new URL('./asking-child.js', import.meta.url));
  return existsSync(neighbour)
    ? neighbour
    : fileURLToPath(new URL('../../../../dist/reading/browsing/asking/asking-child.js', import.meta.url));
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

/** Asks processes beside the reader, so that no question keeps it from answering others. */
export interface Asking {
  /** Fails as the question does, and with `query-stopped` where it takes too long. */
  ask<Name extends QuestionName>(
    name: Name,
    wish: Questions[Name]['wish'],
  ): Promise<Questions[Name]['answer']>;
  close(): void;
}

/** Prepares asking; processes start when they are needed. */
export function createAsking(path: string): Asking {
  const processes = Array.from({ length: MAX_PROCESSES }, () => createAskingProcess(path));
  return {
    ask(name, wish) {
      const [first, ...others] = processes;
      const idle = others.reduce(
        (best, process) => (best !== undefined && best.waiting <= process.waiting ? best : process),
        first,
      );
      return (idle ?? createAskingProcess(path)).ask(name, wish);
    },
    close() {
      for (const process of processes) {
        process.end();
      }
    },
  };
}
