import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import type { CliResult } from '../../cli/support/run-cli.ts';
import { runHere } from '../../cli/support/run-here.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { lendEnvironment } from '../../objects/support/lend-environment.ts';
import { type ObjectServer, startObjectServer } from '../../objects/support/object-server.ts';
import { writeShelvedArchive } from '../../sandbox/support/archive-shelf.ts';
import { type SatchelProcess, startSatchel } from './backup-process.ts';

/** A service, an object server, and machines that use them. */
export interface BucketBench {
  readonly sandbox: Sandbox;
  readonly server: ObjectServer;
  readonly directory: string;
  starts(): number;
  /** The arguments of `satchel backup` of all repositories, and more. */
  backupArgs(...args: readonly string[]): readonly string[];
  /** A machine with its own home; the same name is the same machine. */
  machine(name: string): Machine;
}

export interface Machine {
  readonly home: string;
  /** Starts `satchel …args`; `--vault s3://work` is its vault. */
  start(args: readonly string[], more?: Readonly<Record<string, string>>): SatchelProcess;
  /** Runs `satchel …args` in this process, which loads the SDK only once. */
  ask(args: readonly string[]): Promise<CliResult>;
  /** As `ask`, and fails unless it succeeds. Returns its output. */
  run(args: readonly string[]): Promise<string>;
  /** What `satchel vault check --read-data` finds. */
  findings(): Promise<readonly { readonly code: string }[]>;
  /** Starts `satchel backup` of all repositories. */
  backUp(...args: readonly string[]): SatchelProcess;
  /** As `backUp`, in this process. */
  backUpHere(...args: readonly string[]): Promise<CliResult>;
}

export const VAULT = 's3://work';

export async function openBucketBench(
  options: Partial<SandboxOptions> = {},
  { env = {}, page }: { readonly env?: Readonly<Record<string, string>>; readonly page?: number } = {},
): Promise<BucketBench> {
  const directory = temporaryFolder();
  let starts = 0;
  const sandbox = await startSandbox({
    dialect: 'service',
    seed: 'bucket',
    repositories: 2,
    issues: 6,
    clock: createSystemClock(),
    pendingMs: 20,
    exportMs: 40,
    writeArchive: writeShelvedArchive,
    onRequest: ({ method, path, status }) => {
      starts += method === 'POST' && path.startsWith('/user/migrations') && status === 201 ? 1 : 0;
    },
    ...options,
  });
  onTestFinished(() => sandbox.close());
  const server = await startObjectServer('work', page);
  onTestFinished(() => server.close());
  const credentials = {
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: server.url,
  };
  lendEnvironment(credentials);
  const backupArgs = (...args: readonly string[]) => [
    'backup',
    '--base-url',
    sandbox.ready.base_url,
    '--repository',
    ...sandbox.ready.repositories,
    '--poll-interval',
    '50ms',
    ...args,
  ];
  const machine = (name: string): Machine => {
    const home = join(directory, name);
    const own = {
      HOME: home,
      SATCHEL_TOKEN: sandbox.ready.tokens.classic,
      SATCHEL_VAULT: VAULT,
      NODE_OPTIONS: '--no-warnings', // The SDK announces the end of its support of Node 20.
      ...credentials,
      ...env,
    };
    const start = (args: readonly string[], more = {}) => startSatchel(args, { ...own, ...more });
    const ask = async (args: readonly string[]) => {
      Object.assign(process.env, credentials); // Those of this server: a test can have several.
      return await runHere(args, own);
    };
    return {
      home,
      start,
      ask,
      async run(args) {
        const { status, out, err } = await ask(args);
        expect(status, err).toBe(0);
        return out;
      },
      async findings() {
        const { out, err } = await ask(['vault', 'check', '--read-data', '--json']);
        expect(out, err).not.toBe('');
        const { findings } = JSON.parse(out);
        expect(findings, `${out}${err}`).toBeDefined();
        return findings;
      },
      backUp: (...args) => start(backupArgs(...args)),
      backUpHere: async (...args) => await ask(backupArgs(...args, '--json')),
    };
  };
  return { sandbox, server, directory, backupArgs, starts: () => starts, machine };
}

/** The keys of a server that begin with `prefix`. */
export function keysOf(server: ObjectServer, prefix: string): readonly string[] {
  return [...server.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
}
