import { type ChildProcess, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure, messageOf, systemErrorCode } from '../base/index.ts';
import { GIT_LIMITS } from './git-limits.table.ts';
import { createLineSplitter } from './line-splitter.ts';

/** How git is found and held in bounds. */
export interface GitRunOptions {
  /** Where the program is looked for: directories as in `PATH`. Nothing else of the environment reaches git. */
  readonly searchPath: string;
  readonly signal?: AbortSignal | undefined;
  /** How long one run may take; an hour unless given. */
  readonly timeoutMs?: number | undefined;
}

/** One run of the git program over one bare repository. */
export interface GitCall extends GitRunOptions {
  /** The subcommand and what follows it; never an option that a person or an archive wrote. */
  readonly arguments: readonly string[];
  /** The bare repository. Left out for what needs none, like `version`. */
  readonly gitDirectory?: string | undefined;
  /** Text for standard input, sent as fast as git reads it. */
  readonly input?: Iterable<string> | undefined;
  /** How much git may print before it is stopped. */
  readonly maxOutputBytes?: number | undefined;
  /** Takes each line of what git prints; git waits until the lines before are taken. */
  onLine?(line: string, channel: 'output' | 'complaints'): void;
}

/** How a run came to its end. */
export interface GitEnding {
  /** The exit status; undefined where git was killed, by us or by a fault of its own. */
  readonly status: number | undefined;
  /** Which of our limits ended the run, if one did. */
  readonly stoppedBy: 'time' | 'output' | undefined;
}

/**
 * Runs git so that nothing an archive brought is run or obeyed: no hooks, no monitors, no transports, no
 * configuration but the repository's own file, which the stage writes itself.
 * Fails with `git-missing`; rejects with the signal's reason when aborted, once the process is gone.
 */
export async function runGit(call: GitCall): Promise<GitEnding> {
  call.signal?.throwIfAborted();
  const child = spawn('git', [...SAFE_OPTIONS, ...placeOf(call), ...call.arguments], {
    env: { ...SAFE_ENVIRONMENT, PATH: call.searchPath },
    stdio: [call.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    timeout: call.timeoutMs ?? GIT_LIMITS.runMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  });
  const ending = await settle(child, call);
  call.signal?.throwIfAborted();
  return ending;
}

/**
 * What stands on the command line beats every configuration file. `core.fsmonitor` and `core.hooksPath` name
 * programs; `protocol.allow` rules transports; replacement refs would show other objects than the ones stored.
 */
const SAFE_OPTIONS = [
  '-c',
  `core.hooksPath=${devNull}`,
  '-c',
  'core.fsmonitor=',
  '-c',
  'protocol.allow=never',
  '-c',
  'safe.directory=*',
  '-c',
  'core.alternateRefsCommand=',
  '--no-pager',
  '--no-replace-objects',
] as const;

/** The whole environment of git but for the search path; nothing is inherited, so that no ambient `GIT_*` counts. */
const SAFE_ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  // A crafted pack may claim objects of any size; git gives up on a single allocation beyond this.
  GIT_ALLOC_LIMIT: '2g',
  LC_ALL: 'C',
} as const;

function placeOf({ gitDirectory }: GitCall): readonly string[] {
  return gitDirectory === undefined ? [] : [`--git-dir=${gitDirectory}`];
}

async function settle(child: ChildProcess, call: GitCall): Promise<GitEnding> {
  const closed = closingOf(child);
  let isOverOutput = false;
  let outputBytesLeft = call.maxOutputBytes ?? GIT_LIMITS.outputBytes;
  async function drain(stream: Readable | null, channel: 'output' | 'complaints'): Promise<void> {
    const splitter = createLineSplitter({
      maxLineBytes: GIT_LIMITS.lineBytes,
      onLine: (line) => call.onLine?.(line, channel),
    });
    for await (const chunk of stream ?? []) {
      outputBytesLeft -= chunk.length;
      if (outputBytesLeft < 0) {
        isOverOutput = true;
        child.kill('SIGKILL');
        return;
      }
      splitter.push(chunk);
    }
    splitter.end();
  }
  try {
    await Promise.all([
      closed,
      drain(child.stdout, 'output'),
      drain(child.stderr, 'complaints'),
      feed(child.stdin, call.input ?? []),
    ]);
  } catch (error) {
    child.kill('SIGKILL');
    await closed.catch(() => undefined); // The first fault is the one to tell.
    throw error;
  }
  const status = child.exitCode ?? undefined;
  // Only we and the time limit kill through the child object, so this tells our kill from a crash of git's own.
  const isOverTime = status === undefined && child.killed && call.signal?.aborted !== true;
  return { status, stoppedBy: isOverOutput ? 'output' : isOverTime ? 'time' : undefined };
}

function closingOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      // A process that runs is waited for also when it was aborted: its files can be removed only then.
      if (child.pid === undefined) {
        reject(startFailure(error));
      }
    });
  });
}

function startFailure(error: unknown): unknown {
  const code = systemErrorCode(error);
  if (code === 'ENOENT' || code === 'EACCES') {
    return new Failure('git-missing', 'Cannot read a git repository: there is no program "git"', {
      cause: error,
    });
  }
  return new Failure('file-system', `Cannot start "git": ${messageOf(error)}`, { cause: error });
}

/** A program that ends before it has read all says itself why; the broken pipe adds nothing. */
async function feed(stdin: Writable | null, input: Iterable<string>): Promise<void> {
  if (stdin === null) {
    return;
  }
  try {
    await pipeline(Readable.from(input), stdin);
  } catch (error) {
    if (!BROKEN_PIPE_CODES.has(systemErrorCode(error) ?? '')) {
      throw error;
    }
  }
}

const BROKEN_PIPE_CODES: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);
