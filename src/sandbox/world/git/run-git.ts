import { execFile, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { systemErrorCode } from '../../../base/failure.ts';
import { NEUTRAL_FOLDER } from '../../../base/run-program.ts';
import { Failure, messageOf } from '../../../model/failure.ts';

/** Every call of git in the sandbox. An unpack limit of 1 creates a pack for any number of objects; one thread creates the same pack every time. */
export const SANDBOX_GIT_CALLS = {
  importHistory: [
    ...['-c', 'fastimport.unpackLimit=1', '-c', 'pack.threads=1', '-c', 'core.fsync=none'],
    ...['-c', 'pack.writeReverseIndex=false', 'fast-import', '--quiet', '--done'],
  ],
  packRefs: ['pack-refs', '--all', '--prune'],
  serve: ['-c', 'http.getanyfile=false', '-c', 'safe.directory=*', 'http-backend'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Runs git on one bare repository, independently of environment, configuration and current folder. */
export interface Git {
  /** Fails with git's error message if its status is not 0. */
  run(call: 'importHistory' | 'packRefs', repository: string, input?: Iterable<string>): Promise<void>;
  /** Runs `git http-backend`, a CGI program, with more variables; returns its output. */
  serve(
    input: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    variables: NodeJS.ProcessEnv,
  ): AsyncIterable<Buffer>;
}

/** The whole environment of git; nothing is inherited. */
const CLEAN_ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: 'none',
  HOME: devNull,
  LC_ALL: 'C',
} as const;

const execute = promisify(execFile);

/** Finds git 2.28 (2020) or newer. */
export async function findGit(signal?: AbortSignal): Promise<Git> {
  // The clean environment does not have a search path, so git returns its own location.
  const { stdout } = await settle(execute('git', ['--exec-path'], { cwd: NEUTRAL_FOLDER, signal }), signal);
  const program = join(stdout.trim(), 'git');
  return {
    async run(call, repository, input = []) {
      const running = execute(
        program,
        ['-c', `core.hooksPath=${devNull}`, '-c', 'core.fsmonitor=', ...SANDBOX_GIT_CALLS[call]],
        { cwd: NEUTRAL_FOLDER, env: { ...CLEAN_ENVIRONMENT, GIT_DIR: resolve(repository) }, signal },
      );
      const { stdin } = running.child;
      await settle(Promise.all([running, stdin === null ? undefined : feed(stdin, input)]), signal);
    },
    serve(input, variables) {
      const child = spawn(program, SANDBOX_GIT_CALLS.serve, {
        cwd: NEUTRAL_FOLDER,
        env: { ...CLEAN_ENVIRONMENT, ...variables },
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      child.once('error', (error) => child.stdout.destroy(error)); // Removed since it was found.
      feed(child.stdin, input).catch(() => child.kill()); // The caller went away.
      return child.stdout;
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
async function feed(
  stdin: NodeJS.WritableStream,
  input: Iterable<string> | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  try {
    await pipeline(Readable.from(input), stdin);
  } catch (error) {
    if (systemErrorCode(error) !== 'EPIPE') {
      throw error;
    }
  }
}
