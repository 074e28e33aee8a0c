import { join } from 'node:path';
import { createSystemClock } from '../../../../src/base/index.ts';
import { type Browser, startBrowser } from '../../../../src/browse/index.ts';
import { type CliBench, openCliBench } from '../../../cli/support/run-cli.ts';

/** A reader of a store that has something of everything. */
export interface OpenReader extends Browser {
  readonly directory: string;
  readonly store: string;
}

/** Two archives of one world, a month apart, and what the service tells beside its archives. */
export async function openReader(): Promise<OpenReader> {
  const bench = await openCliBench({ seed: 'bench', repositories: 3, issues: 14 });
  const store = join(bench.directory, 'work.db');
  const archives = ['2026-05-01', '2026-06-01'].map((day) => ({
    day,
    path: join(bench.directory, `work-${day}.tar.gz`),
  }));
  for (const { day, path } of archives) {
    await must(bench, [
      'sandbox',
      '--seed',
      'bench',
      '--repositories',
      '3',
      '--issues',
      '14',
      '--now',
      day,
      '--output',
      path,
    ]);
  }
  await must(bench, ['load', ...archives.map(({ path }) => path), '--db', store]);
  await capture(bench, store);
  const reader = await startBrowser({
    store,
    clock: createSystemClock(),
    searchPath: process.env['PATH'] ?? '',
    onError: (error, path) => {
      throw new Error(`The reader failed at ${path}`, { cause: error });
    },
  });
  return {
    url: reader.url,
    directory: bench.directory,
    store,
    async close() {
      await reader.close();
      await bench.close();
    },
  };
}

async function must(bench: CliBench, args: readonly string[]): Promise<void> {
  const { status, err } = await bench.run(args);
  if (status !== 0) {
    throw new Error(`satchel ${args.join(' ')} ended with ${status}: ${err}`);
  }
}

/** Keeps what the service tells beside its archives. Budgets take a fine-grained token. */
async function capture(bench: CliBench, store: string): Promise<void> {
  const { organization, tokens } = bench.sandbox.ready;
  const env = { SATCHEL_TOKEN: tokens.fine_grained, XDG_DATA_HOME: join(bench.directory, 'data') };
  const org = ['--org', organization];
  const created = ['budgets', 'create', ...org, '--scope', 'organization', '--sku', 'packages'];
  for (const { args, changes } of [
    { args: ['events', 'list'], changes: {} },
    { args: ['notifications', 'list'], changes: {} },
    { args: ['alerts', 'list', ...org], changes: {} },
    { args: created, changes: { env } },
    { args: ['budgets', 'list', ...org], changes: { env } },
  ]) {
    const keep = args === created ? [] : ['--capture', '--db', store];
    const { status, err } = await bench.call([...args, ...keep], changes);
    if (status !== 0) {
      throw new Error(`satchel ${args.join(' ')} ended with ${status}: ${err}`);
    }
  }
}
