import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Failure, messageOf, systemErrorCode } from '../../../base/index.ts';

/** Runs git commands independently of environment and configuration. */
export interface Git {
  /** Fails with git's error message if its status is not 0. */
  run(arguments_: readonly string[], input?: Iterable<string>): Promise<void>;
}

/** The whole environment of git; nothing is inherited. */
const CLEAN_ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
} as const;

const execute = promisify(execFile);

/** Finds git 2.28 (2020) or newer. */
export async function findGit(signal?: AbortSignal): Promise<Git> {
  // The clean environment does not have a search path, so git returns its own location.
  const { stdout } = await settle(execute('git', ['--exec-path'], { signal }), signal);
  const program = join(stdout.trim(), 'git');
  return {
    async run(arguments_, input = []) {
      const all = ['-c', `core.hooksPath=${devNull}`, ...arguments_];
      const running = execute(program, all, { env: CLEAN_ENVIRONMENT, signal });
      const { stdin } = running.child;
      await settle(Promise.all([running, stdin === null ? undefined : feed(stdin, input)]), signal);
    },
  };
}

/** Waits for a program, and replaces its failure by one with its own error message. */
async function settle<Result>(running: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  try {
    return await running;
  } catch (cause) {
    signal?.throwIfAborted();
    throw systemErrorCode(cause) === 'ENOENT'
      ? new Failure('file-system', 'Cannot create a git repository: the program "git" was not found', {
          cause,
          hint: 'Install git 2.28 or newer',
        })
      : new Failure('internal', `Cannot create a git repository: ${messageOf(cause).trim()}`, { cause });
  }
}

/** Ignores a broken pipe: a program that ends early reports the reason itself. */
async function feed(stdin: NodeJS.WritableStream, input: Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(input), stdin);
  } catch (error) {
    if (systemErrorCode(error) !== 'EPIPE') {
      throw error;
    }
  }
}
