import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { createSystemClock } from '../../../../src/base/clock.ts';
import { type Browser, startBrowser } from '../../../../src/browse/start-browser.ts';
import { type CliBench, openCliBench } from '../../../cli/support/run-cli.ts';

/** A reader of a store with records of all kinds. */
export interface OpenReader extends Browser {
  readonly directory: string;
  readonly store: string;
}

/** Loads two archives of one world, the later of which lacks a comment, and data captured from the service's API. */
export async function openReader(issues = 14): Promise<OpenReader> {
  const bench = await openCliBench({ seed: 'bench', repositories: 3, issues });
  const store = join(bench.directory, 'work.db');
  const archive = join(bench.directory, 'work.tar.gz');
  const world = ['--seed', 'bench', '--repositories', '3', '--issues', String(issues), '--now', '2026-05-01'];
  await must(bench, ['sandbox', ...world, '--output', archive]);
  await must(bench, ['load', archive, '--db', store]);
  const later = join(bench.directory, 'later');
  await mkdir(later);
  await extract({ file: archive, cwd: later });
  await changeRecords(later);
  await must(bench, ['load', later, '--db', store, '--taken-at', '2026-06-01']);
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
    note: reader.note,
    directory: bench.directory,
    store,
    close: reader.close,
  };
}

async function must(bench: CliBench, args: readonly string[]): Promise<void> {
  const { status, err } = await bench.run(args);
  if (status !== 0) {
    throw new Error(`satchel ${args.join(' ')} ended with ${status}: ${err}`);
  }
}

/** Captures data from the service's API. Budgets require a fine-grained token. */
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

/** The changes between the archives: an edited comment, a deleted one, and a changed title. */
async function changeRecords(folder: string): Promise<void> {
  await editFirst(folder, 'issue_comments_', (comments) => {
    const [first, ...others] = comments;
    return [{ ...first, body: `${String(first?.['body'])}\n\nEdit: said better.` }, ...others.slice(1)];
  });
  await editFirst(folder, 'issues_', ([first, ...others]) => [
    { ...first, title: 'A title that says more' },
    ...others,
  ]);
}

type Records = readonly Readonly<Record<string, unknown>>[];

async function editFirst(folder: string, prefix: string, edit: (records: Records) => Records): Promise<void> {
  const name = (await readdir(folder)).find((entry) => entry.startsWith(prefix)) ?? '';
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(edit(JSON.parse(await readFile(path, 'utf8')))));
}
