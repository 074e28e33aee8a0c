import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../../base/clock.ts';
import { invariant } from '../../base/failure.ts';
import { READING_LIMITS } from '../git-limits.table.ts';
import type { OwnRepository } from '../own-repository.ts';
import { gitStartFailure, spawnGit } from '../spawn-git.ts';
import { createAnswerCutter, type GitObject } from './object-answers.ts';
import { unreadable } from './unreadable.ts';

interface ObjectProcessOptions {
  open(): Promise<OwnRepository>;
  readonly searchPath: string;
  readonly clock: Clock;
}

/** Reads the objects of one bare repository with a long-running git process. */
export interface ObjectProcess {
  /**
   * The object with this name; undefined if there is none. `contents` includes the bytes: check the size first, since
   * git sends objects of any size. Names are built by Satchel: ids, full refs, and ids with `^{tree}` or `^{commit}`.
   */
  ask(command: 'info' | 'contents', name: string): Promise<GitObject | undefined>;
  /** Ends the process unless a request is pending; the next request starts another one. */
  rest(): void;
  close(): void;
}

interface ObjectRequest {
  readonly repository: OwnRepository;
  readonly command: 'info' | 'contents';
  readonly name: string;
  readonly resolve: (object: GitObject | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** The process starts with the first request, ends when idle, and starts again on demand. */
export function createObjectProcess(options: ObjectProcessOptions): ObjectProcess {
  let running: RunningProcess | undefined;
  let isClosed = false;

  function send(request: ObjectRequest): void {
    if (isClosed) {
      request.reject(unreadable('a git object', 'the repository was closed'));
      return;
    }
    running ??= startProcess({ ...options, repository: request.repository }, (waiting) => {
      running = undefined;
      // Only the first request can have broken the process: the others are sent to a new one.
      for (const other of waiting) {
        send(other);
      }
    });
    running.send(request);
  }

  return {
    async ask(command, name) {
      invariant(!/[\0\n]/.test(name), 'names of objects are one line');
      const repository = await options.open();
      return await new Promise((resolve, reject) => send({ repository, command, name, resolve, reject }));
    },
    rest: () => running?.rest(),
    close() {
      isClosed = true;
      running?.end(unreadable('a git object', 'the repository was closed'));
    },
  };
}

interface RunningProcess {
  send(request: ObjectRequest): void;
  rest(): void;
  /** Ends the process; the request in progress is rejected with this error. */
  end(error: unknown): void;
}

function startProcess(
  options: Omit<ObjectProcessOptions, 'open'> & { readonly repository: OwnRepository },
  onEnd: (waiting: readonly ObjectRequest[]) => void,
): RunningProcess {
  const waiting: ObjectRequest[] = [];
  const ended = new AbortController();
  const { repository, searchPath } = options;
  const child = spawnGit({ repository, searchPath, timeoutMs: 0, command: ['answerObjects', {}] }, [
    'pipe',
    'pipe',
    'ignore',
  ]);

  function end(error: unknown): void {
    if (ended.signal.aborted) {
      return;
    }
    ended.abort();
    child.kill('SIGKILL');
    waiting.shift()?.reject(error);
    onEnd(waiting.splice(0));
  }

  const cutter = createAnswerCutter({
    bringsBytes: () => waiting[0]?.command === 'contents',
    onAnswer: (object) => waiting.shift()?.resolve(object),
  });
  connect(child, {
    onOutput(chunk) {
      try {
        cutter.push(chunk);
      } catch (error) {
        end(error);
      }
    },
    onEnd: end,
  });
  void watch(options.clock, ended.signal, { first: () => waiting[0], end });
  return {
    end,
    rest() {
      if (waiting.length === 0) {
        end(unreadable('a git object', 'the process was idle'));
      }
    },
    send(request) {
      waiting.push(request);
      child.stdin?.write(`${request.command} ${request.name}\n`);
    },
  };
}

interface Connection {
  onOutput(chunk: Uint8Array): void;
  onEnd(error: unknown): void;
}

function connect(child: ChildProcess, { onOutput, onEnd }: Connection): void {
  const gone = () => onEnd(unreadable('a git object', 'git failed: the repository is damaged'));
  child.stdout?.on('data', (chunk: Buffer) => onOutput(chunk));
  child.stdin?.on('error', () => undefined); // The exit of the process says more than the closed pipe.
  child.once('error', (error) => onEnd(gitStartFailure(error)));
  child.once('close', gone);
}

interface Watched {
  first(): ObjectRequest | undefined;
  end(error: unknown): void;
}

/** Ends a process that takes too long to answer, or that is idle. */
async function watch(clock: Clock, signal: AbortSignal, { first, end }: Watched): Promise<void> {
  let idleMs = 0;
  try {
    while (idleMs < READING_LIMITS.idleMs) {
      const before = first();
      await clock.sleep(READING_LIMITS.answerMs, signal);
      if (before !== undefined && first() === before) {
        end(unreadable('a git object', `git took longer than ${READING_LIMITS.answerMs / 1000} seconds`));
        return;
      }
      idleMs = before === undefined && first() === undefined ? idleMs + READING_LIMITS.answerMs : 0;
    }
  } catch {
    return; // The process has already ended.
  }
  end(unreadable('a git object', 'the process was idle'));
}
