import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { createSystemRandom } from '../../src/base/random.ts';
import { runSatchel } from '../../src/cli/program.ts';
import { createHastyClock } from '../cli/support/hasty-clock.ts';
import { afterFile, temporaryFolder } from '../house/afterwards.ts';
import { IS_LONG } from '../house/long-run.ts';
import { MAIN } from '../house/packed-program.ts';
import { SECRETS } from './shapes.ts';

export interface Outcome {
  readonly status: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starting a process takes longer than most of these runs, so only the long run does. */

/** All responses take less time; a program that runs longer has missed its deadline. */
const LIMIT_MS = 120_000;

/** A home directory for one test, with a vault in it. */
export class Machine {
  readonly home = temporaryFolder(afterFile);
  readonly vault = join(this.home, 'vault');

  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /**
   * Runs the packed program. In the long run, and when it writes to the current directory, it is a process in its home;
   * otherwise, it is the library that such a process runs.
   */
  run(...args: readonly string[]): Promise<Outcome> {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.home,
      SATCHEL_TOKEN: SECRETS.token,
      SATCHEL_BASE_URL: this.#baseUrl,
      SATCHEL_DIALECT: 'github',
    };
    return IS_LONG || args.includes('download') || args.includes('kept.db')
      ? runProcess(args, env)
      : runLibrary(args, env);
  }

  backup(...args: readonly string[]): Promise<Outcome> {
    return this.run('backup', '--vault', this.vault, '--poll-interval', '50ms', ...args);
  }

  /** The contents of all files below the home, by path. */
  files(): ReadonlyMap<string, Buffer> {
    const entries = readdirSync(this.home, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return new Map(paths.map((path) => [path.slice(this.home.length + 1), readFileSync(path)]));
  }

  archives(): readonly Buffer[] {
    return [...this.files()]
      .filter(([path]) => /^vault\/archives\/.*\.tar\.gz$/.test(path))
      .map(([, bytes]) => bytes);
  }
}

type Env = Readonly<Record<string, string>> & { readonly HOME: string };

async function runLibrary(args: readonly string[], env: Env): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [out, err] = [readText(stdout), readText(stderr)];
  const status = await runSatchel(args, {
    stdout,
    stderr,
    stdin: Readable.from([]),
    env,
    clock: createHastyClock(),
    random: createSystemRandom(),
    signal: new AbortController().signal,
    invocation: 'satchel',
    program: [process.execPath, MAIN],
  });
  stdout.end();
  stderr.end();
  return { status, stdout: await out, stderr: await err };
}

/** Runs the program as a process; `status` is `hung` if it had to be killed. */
async function runProcess(args: readonly string[], env: Env): Promise<Outcome> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env,
    cwd: env.HOME,
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  const [closed, stdout, stderr] = await Promise.all([
    once(child, 'close'),
    readText(child.stdout),
    readText(child.stderr),
  ]);
  return { status: closed[0] ?? 'hung', stdout, stderr };
}
