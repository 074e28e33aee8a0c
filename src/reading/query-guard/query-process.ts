import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { type Clock, compiledPath, Failure, formatSize, restoreError } from '../../base/index.ts';
import type { FromQueryChild, ToQueryChild } from './query-messages.ts';

export interface QueryProcessOptions {
  /** The program of the process, which calls `answerQueries`. */
  readonly program: URL;
  /** The time limit of all replies to one query together. */
  readonly timeoutMs: number;
  readonly maxMemoryBytes: number;
  /** Whether to run at low priority. */
  readonly isInBackground: boolean;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** A process that runs queries, one at a time. */
export interface QueryProcess {
  /**
   * Sends a message and returns the reply, or undefined after the time limit. Fails with the error of the query, or
   * with the reason of the signal.
   */
  ask(message: ToQueryChild): Promise<FromQueryChild | undefined>;
  /** Kills the process and waits until it has exited. */
  end(): Promise<void>;
}

/**
 * Starts a process and waits until it is ready, so that the start does not count towards the time limit. It inherits no
 * environment and has no output.
 */
export async function startQueryProcess(options: QueryProcessOptions): Promise<QueryProcess> {
  const { clock, signal, maxMemoryBytes } = options;
  const child = fork(compiledPath(options.program), {
    env: {},
    execArgv: [`--max-old-space-size=${Math.ceil(maxMemoryBytes / 2 ** 20)}`],
    serialization: 'advanced', // Preserves bytes and bigints.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (options.isInBackground && child.pid !== undefined) {
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  }
  const ending = new AbortController();
  child.once('error', (error) => ending.abort(error));
  child.once('exit', (_status, killer) => ending.abort(endingOf(killer, maxMemoryBytes)));
  const interruption = signal === undefined ? [] : [signal];
  await answerOf(child, AbortSignal.any([ending.signal, ...interruption]));
  let timeLeftMs = options.timeoutMs;
  return {
    async ask(message) {
      const startMs = clock.now();
      timeLeftMs = message.type === 'ask' ? options.timeoutMs : timeLeftMs;
      // The process runs in real time, so an injected clock could not stop it.
      const timer = AbortSignal.timeout(Math.min(Math.max(Math.ceil(timeLeftMs), 1), MAX_TIMER_MS));
      child.send(message, () => undefined); // Fails if the process has exited, which is handled.
      const answer = await answerOf(child, AbortSignal.any([ending.signal, timer, ...interruption]));
      timeLeftMs -= clock.now() - startMs;
      signal?.throwIfAborted();
      if (answer?.type === 'failed') {
        throw restoreError(answer.error);
      }
      if (answer === undefined) {
        ending.signal.throwIfAborted();
      }
      return answer;
    },
    async end() {
      if (!ending.signal.aborted) {
        const ended = once(ending.signal, 'abort');
        child.kill('SIGKILL');
        await ended;
      }
    },
  };
}

/** The longest delay of a Node.js timer (nodejs.org/api/timers.html#settimeoutcallback-delay-args). */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The next message of the process, or undefined if a limit is reached first. */
async function answerOf(child: ChildProcess, limits: AbortSignal): Promise<FromQueryChild | undefined> {
  try {
    const [answer] = await once(child, 'message', { signal: limits });
    return answer as FromQueryChild; // `query-child.ts` sends nothing else.
  } catch (error) {
    if (limits.aborted) {
      return undefined;
    }
    throw error;
  }
}

/** If we did not kill the process, its own watchdog or the system did, because it used too much memory. */
function endingOf(killer: NodeJS.Signals | null, maxMemoryBytes: number): Failure {
  return killer === 'SIGKILL' || killer === 'SIGABRT'
    ? new Failure(
        'query-stopped',
        `Cannot run the query: it used more memory than ${formatSize(maxMemoryBytes)}`,
      )
    : new Failure('query-stopped', 'Cannot run the query: its process ended unexpectedly');
}
