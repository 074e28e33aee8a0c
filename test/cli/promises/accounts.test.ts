import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import type { CliResult } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';

const sampleOf = (generation: string) =>
  fileURLToPath(new URL(`../../fixtures/archives/${generation}.tar.gz`, import.meta.url));

const OTHER = 'yaryna-vitrolom';
const OWN = 'northquay-works';

let directory: string;
let vault: string;

async function run(...args: readonly string[]): Promise<CliResult> {
  return await runHere(args, environment());
}

const environment = () => ({ XDG_DATA_HOME: join(directory, 'data'), XDG_CONFIG_HOME: directory });

/** Runs a command on the vault and returns its output, which must be successful. */
async function ask(command: string, ...args: readonly string[]): Promise<string> {
  const { status, out, err } = await run(...command.split(' '), '--vault', vault, ...args);
  expect([status, err], command).toEqual([0, expect.anything()]);
  return out;
}

beforeAll(async () => {
  directory = temporaryFolder();
  vault = join(directory, 'vault');
  await ask('vault import', sampleOf('2019'), '--account', OTHER);
  await ask('vault import', sampleOf('current'), '--account', OWN);
}, 120_000);

/** The commands that narrow archives, and those that narrow records. */
const ARCHIVE_COMMANDS = ['vault list', 'status', 'vault check', 'vault forget --keep-last 1 -n'];
const PIN_COMMANDS = ['vault pin latest', 'vault unpin latest'];
const DIFF = 'diff previous latest';
const RECORD_COMMANDS = [
  'repo list',
  'issue list --state all',
  'pr list --state all',
  'release list',
  'search is:closed',
  'stats',
  'query release-rhythm',
  'dump ndjson --table issues --output -',
];

describe('--account', () => {
  it.each([...ARCHIVE_COMMANDS, ...PIN_COMMANDS, ...RECORD_COMMANDS, DIFF])(
    'fails for "%s" with one sentence if there is no such account',
    async (command) => {
      const { status, out, err } = await run(...command.split(' '), '--vault', vault, '--account', 'nobody');
      expect([status, out]).toEqual([10, '']);
      expect(err).toMatch(
        new RegExp(
          `^satchel: Cannot find the account "nobody": the (vault|store|two) \\w+( \\w+)? of ${OWN}, ${OTHER}\\. Name one of these accounts\\.\\n$`,
        ),
      );
    },
    60_000,
  );

  it.each(RECORD_COMMANDS)(
    'narrows "%s" to repositories of the account',
    async (command) => {
      const all = await ask(command);
      const own = await ask(command, '--account', OWN.toUpperCase());
      expect(own).not.toContain('tidewatch');
      expect(own.length).toBeLessThan(all.length);
      expect(own).not.toBe('');
      expect(await ask(command, '--account', OWN, '--account', OTHER)).toBe(all);
      expect(await ask(command, '--account', `${OWN},${OTHER}`)).toBe(all);
    },
    60_000,
  );

  it('narrows a comparison to repositories of the account', async () => {
    const all = await ask(DIFF, '--counts', '--json');
    const own = await ask(DIFF, '--counts', '--json', '--account', OWN);
    const counts: readonly { readonly repo: string | null }[] = JSON.parse(all).counts;
    expect(JSON.parse(own).counts).toEqual(counts.filter(({ repo }) => repo?.startsWith(`${OWN}/`)));
  }, 60_000);

  it.each(ARCHIVE_COMMANDS)(
    'narrows "%s" to archives of the account',
    async (command) => {
      const own = await ask(command, '--account', OWN, '--json');
      expect(own).not.toContain(`-${OTHER}-`);
      expect(own === '' || own.includes(OWN) || own.includes('"archives":1')).toBe(true);
    },
    60_000,
  );

  it('makes "latest" the newest archive of the account', async () => {
    expect(await ask('vault pin', 'latest', '--account', OTHER)).toContain(`-${OTHER}-`);
    expect(await ask('vault unpin', 'latest', '--account', OTHER)).toContain(`-${OTHER}-`);
    expect(await ask('vault pin', 'latest')).toContain(`-${OWN}-`);
    expect(await ask('vault unpin', 'latest')).toContain(`-${OWN}-`);
  }, 60_000);

  it('adds to other choices of repositories', async () => {
    const dump = ['dump', 'csv', '--table', 'issues', '--output', '-', '--vault', vault, '--account', OWN];
    const both = await run(...dump, '--repository', `${OWN}/ferrylight`, `${OTHER}/tidewatch`);
    expect([both.status, both.out.includes('/tidewatch,')]).toEqual([0, false]);
    const none = await run(...dump, '--repository', `${OTHER}/tidewatch`);
    expect([none.status, none.out]).toEqual([2, '']);
    expect(none.err).toContain('no repository of --repository belongs to an account of --account');
  }, 60_000);

  it('is refused where it would mean nothing', async () => {
    const raw = await run('query', 'select 1', '--vault', vault, '--account', OWN);
    expect([raw.status, raw.out]).toEqual([2, '']);
    expect(raw.err).toContain('it works only with saved queries on a store');
    const archive = join(directory, 'part.tar.gz');
    const part = await run('dump', 'archive', '--output', archive, '--vault', vault, '--account', OWN);
    expect([part.status, part.out]).toEqual([2, '']);
  }, 60_000);

  it('narrows a static site to pages of the account', async () => {
    const site = join(directory, 'site');
    const db = join(directory, 'site.db');
    expect((await run('load', sampleOf('current'), '--db', db)).status).toBe(0);
    const args = ['site', site, '--db', db, '--account', OWN, '--include-private'];
    // Without git, which would show the code of the same repositories: a warning says so.
    expect((await runHere(args, { ...environment(), PATH: '' })).status).toBe(3);
    expect(await readdir(join(site, OWN))).toContain('ferrylight');
    const paths = await readdir(site, { recursive: true });
    expect(paths.filter((path) => /tidewatch|^-[^/]*\/owners|owners\/yaryna/.test(path))).toEqual([]);
  }, 120_000);
});
