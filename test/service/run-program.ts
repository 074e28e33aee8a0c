import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN } from '../house/packed-program.ts';
import { SECRETS } from './shapes.ts';

/** What a person has of a run. */
export interface Outcome {
  readonly status: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** No answer of this service needs longer; a program that still runs then does not keep its time. */
const LIMIT_MS = 120_000;

/** A machine for one test: a home, and a vault below it. */
export class Machine {
  readonly home = mkdtempSync(join(tmpdir(), 'satchel-second-'));
  readonly vault = join(this.home, 'vault');

  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** Runs the packed program as a process; `status` is `hung` where it had to be killed. */
  run(...args: readonly string[]): Promise<Outcome> {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.home,
      SATCHEL_TOKEN: SECRETS.token,
      SATCHEL_BASE_URL: this.#baseUrl,
      SATCHEL_DIALECT: 'github',
    };
    const child = spawn(process.execPath, [MAIN, ...args], {
      env,
      cwd: this.home,
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) =>
        resolve({
          status: status ?? 'hung',
          stdout: Buffer.concat(out).toString(),
          stderr: Buffer.concat(err).toString(),
        }),
      );
    });
  }

  backup(...args: readonly string[]): Promise<Outcome> {
    return this.run('backup', '--vault', this.vault, '--poll-interval', '50ms', ...args);
  }

  /** The names of all files below the home, and what is in them. */
  files(): ReadonlyMap<string, Buffer> {
    const entries = readdirSync(this.home, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return new Map(paths.map((path) => [path.slice(this.home.length + 1), readFileSync(path)]));
  }

  /** The archives in the vault. */
  archives(): readonly Buffer[] {
    return [...this.files()]
      .filter(([path]) => /^vault\/archives\/.*\.tar\.gz$/.test(path))
      .map(([, bytes]) => bytes);
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
