import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure, systemErrorCode } from '../../../base/index.ts';

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

/** Finds git 2.28 (2020) or newer. */
export async function findGit(signal?: AbortSignal): Promise<Git> {
  // The clean environment does not have a search path, so git returns its own location.
  const execPath = (await runProgram({ program: 'git', arguments: ['--exec-path'], signal })).trim();
  const program = join(execPath, 'git');
  return {
    async run(arguments_, input = []) {
      await runProgram({
        program,
        arguments: ['-c', `core.hooksPath=${devNull}`, ...arguments_],
        environment: CLEAN_ENVIRONMENT,
        input,
        signal,
      });
    },
  };
}

interface ProgramCall {
  readonly program: string;
  readonly arguments: readonly string[];
  /** Default: inherited. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: Iterable<string>;
  readonly signal: AbortSignal | undefined;
}

async function runProgram(call: ProgramCall): Promise<string> {
  call.signal?.throwIfAborted();
  const child = spawn(call.program, call.arguments, {
    stdio: 'pipe',
    ...(call.environment === undefined ? {} : { env: call.environment }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const output = collect(child.stdout);
  const errors = collect(child.stderr);
  const fed = feed(child.stdin, call.input ?? []);
  try {
    const [status] = await Promise.all([ended, fed]);
    if (status !== 0) {
      const message = (await errors).trim() || `exit status ${status}`;
      throw new Failure('internal', `Cannot run "git ${call.arguments.join(' ')}": ${message}`);
    }
    return await output;
  } catch (error) {
    call.signal?.throwIfAborted();
    throw systemErrorCode(error) === 'ENOENT' ? gitMissing(error) : error;
  }
}

async function collect(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString();
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

function gitMissing(cause: unknown): Failure {
  return new Failure('file-system', 'Cannot create a git repository: the program "git" was not found', {
    cause,
    hint: 'Install git 2.28 or newer',
  });
}
