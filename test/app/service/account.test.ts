import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDrivenClock, type DrivenClock } from '../../../src/base/clock.ts';
import { type CliBench, openCliBench } from '../../cli/support/run-cli.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

let bench: CliBench;
let base: string;
let token: string;

beforeAll(async () => {
  bench = await openCliBench({ dialect: 'service', issues: 2 });
  base = bench.sandbox.ready.base_url;
  token = bench.sandbox.ready.tokens.classic;
});

/** A home with a configuration, and a way to run commands there. */
async function withConfiguration(text: string) {
  const home = temporaryFolder();
  await mkdir(join(home, '.config', 'satchel'), { recursive: true });
  await writeFile(join(home, '.config', 'satchel', 'satchel.yaml'), text);
  const run = async (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    changes: { readonly clock?: DrivenClock } = {},
  ) => await bench.run(args, { ...changes, env: { HOME: home, PATH: process.env['PATH'] ?? '', ...env } });
  return { home, run };
}

const ONE = () => `vault: ~/work
accounts: { main: { base_url: "${base}", dialect: service, token: "\${MY_TOKEN}" } }
jobs: { nightly: { account: main } }
`;

const TWO = () => `accounts:
  home: { token: "\${HOME_TOKEN}" }
  work: { base_url: "${base}", dialect: service, token: "\${MY_TOKEN}" }
`;

describe('the account of the configuration', () => {
  it.each([
    ['rate-limit'],
    ['doctor'],
    ['events', 'list'],
    ['notifications', 'list'],
    ['export', 'list'],
    ['backup', '--quiet'],
  ])('is called by %s %s if it is the only one, with its own token', async (...words) => {
    const { run } = await withConfiguration(ONE());
    const before = bench.requests.length;
    const result = await run(words, { MY_TOKEN: token });
    expect([result.err, result.status]).toEqual(['', 0]);
    expect(bench.requests.length).toBeGreaterThan(before);
  });

  it('never gets another token if its own is not set', async () => {
    const { home, run } = await withConfiguration(ONE());
    const path = join(home, 'token');
    await writeFile(path, token);
    const before = bench.requests.length;
    for (const others of [
      { SATCHEL_TOKEN: token },
      { GH_TOKEN: token, GITHUB_TOKEN: token, SERVICE_TOKEN: token },
      { SATCHEL_TOKEN_FILE: path },
    ]) {
      const result = await run(['rate-limit'], others);
      expect([result.status, result.err]).toEqual([4, expect.stringContaining('MY_TOKEN')]);
      expect((await run(['rate-limit', '--base-url', base], others)).status).toBe(4);
    }
    expect(bench.requests.length).toBe(before);
    expect((await run(['rate-limit', '--token-file', path])).status).toBe(0);
  });

  it('is requested if there are several, and none of them is called before', async () => {
    const { run } = await withConfiguration(TWO());
    const before = bench.requests.length;
    for (const words of [['rate-limit'], ['doctor'], ['backup', '--vault', 'x'], ['export', 'list']]) {
      const result = await run(words, { MY_TOKEN: token, SATCHEL_TOKEN: token });
      expect(result.status).toBe(2);
      expect(`${result.err}${result.out}`).toContain('home (https://api.github.com), work (');
    }
    expect(bench.requests.length).toBe(before);
    const env = { MY_TOKEN: token };
    expect((await run(['rate-limit', '--account', 'work'], env)).status).toBe(0);
    expect((await run(['rate-limit', '--base-url', base], env)).status).toBe(0);
    expect((await run(['rate-limit', '--account', 'wrok'], env)).status).toBe(2);
    const both = await run(['rate-limit', '--account', 'home', '--base-url', base], env);
    expect([both.status, both.err]).toEqual([2, expect.stringContaining('Cannot use the account home')]);
  });

  it('leaves a service alone that was named and is not its own', async () => {
    const { run } = await withConfiguration(ONE().replace(base, 'https://code.example.org/api/v3'));
    const env = { SATCHEL_TOKEN: token };
    expect((await run(['rate-limit', '--base-url', base, '--dialect', 'service'], env)).status).toBe(0);
  });
});

describe('the vault and the job of the configuration', () => {
  it('are the defaults if no flag names others', async () => {
    const [one = ''] = bench.sandbox.ready.repositories;
    const { home, run } = await withConfiguration(
      ONE().replace('{ account: main }', `{ account: main, repositories: ["${one}"] }`),
    );
    const env = { MY_TOKEN: token };
    const doctor = await run(['doctor', '--json'], env);
    expect(doctor.status).toBe(0);
    const names = JSON.parse(doctor.out).checks.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['Node.js', 'configuration', 'vault', 'disk', 'account']));
    const backup = await run(['backup'], env);
    expect(backup.status).toBe(0);
    expect(backup.out).toContain('1 repository:');
    expect(backup.err).toContain('Using the job "nightly"');
    expect(backup.err.trimEnd().endsWith('Read it: satchel browse')).toBe(true);
    for (const words of [['status'], ['log'], ['vault', 'list'], ['vault', 'check'], ['vault', 'prune']]) {
      const result = await run(words);
      expect([words, result.status]).toEqual([words, 0]);
    }
    expect((await run(['status'])).out).toContain(join(home, 'work'));
    const other = await run(['backup', '--vault', join(home, 'other')], env);
    expect(other.out).not.toContain('1 repository:');
    expect(other.err).toContain(`Read it: satchel browse --vault ${join(home, 'other')}`);
  });

  it('fail with a usage error where jobs have several vaults', async () => {
    const { run } = await withConfiguration(
      `${TWO()}jobs: { a: { account: home, vault: ~/a }, b: { account: work, vault: ~/b } }\n`,
    );
    const result = await run(['status']);
    expect([result.status, result.err]).toEqual([2, expect.stringMatching(/use ".*\/a", ".*\/b"/)]);
    expect((await run(['backup', '--job', 'b'], { MY_TOKEN: token })).status).toBe(0);
    expect((await run(['backup', '--job', 'nosuch'])).err).toContain('no such job, only a, b');
  });
});

describe('the organization and the account of the only job', () => {
  it.each([
    ['export', 'repos'],
    ['export', 'list'],
    ['budgets', 'list'],
  ])('are the defaults of %s %s, unless flags name an owner', async (...words) => {
    const { organization } = bench.sandbox.ready;
    const { run } = await withConfiguration(
      `vault: ~/work\n${TWO()}jobs: { nightly: { account: work, organization: ${organization} } }\n`,
    );
    const pathsOf = async (...args: readonly string[]) => {
      const before = bench.requests.length;
      const { err } = await run([...words, ...args], { MY_TOKEN: token });
      return { err, paths: bench.requests.slice(before).map(({ path }) => path) };
    };
    const ofOrganization = new RegExp(`/(?:orgs|organizations)/${organization}\\b`);
    const { err, paths } = await pathsOf();
    expect(err).toContain(`Using the organization "${organization}"`);
    expect(paths.join(' ')).toMatch(ofOrganization);
    expect((await pathsOf('--account', 'work')).paths.join(' ')).not.toMatch(ofOrganization);
    expect((await pathsOf('--account', 'work', '--org', organization)).paths.join(' ')).toMatch(
      ofOrganization,
    );
    expect((await run(['doctor'], { MY_TOKEN: token })).out).not.toContain('More than one account');
  });
});

describe('max_age of a job', () => {
  it('is the default of status, also for a vault that is named', async () => {
    const { home, run } = await withConfiguration(
      ONE().replace('account: main', 'account: main, max_age: 1d'),
    );
    expect((await run(['backup', '--quiet'], { MY_TOKEN: token })).status).toBe(0);
    const clock = createDrivenClock(bench.now() + 2 * 86_400_000);
    const at = async (...args: readonly string[]) => (await run(['status', ...args], {}, { clock })).status;
    expect(await at()).toBe(1);
    expect(await at('--vault', join(home, 'work'))).toBe(1);
    expect(await at('--max-age', '3d')).toBe(0);
    expect((await run(['status'])).status).toBe(0);
  });

  it('is for the account of the job, even if others have archives in the vault', async () => {
    const { home, run } = await withConfiguration(
      ONE().replace('account: main', 'account: main, max_age: 1d'),
    );
    expect((await run(['backup', '--quiet'], { MY_TOKEN: token })).status).toBe(0);
    const old = fileURLToPath(new URL('../../fixtures/archives/2019.tar.gz', import.meta.url));
    expect((await run(['vault', 'import', old, '--vault', join(home, 'work')])).status).toBe(0);
    const { status, out } = await run(['status']);
    expect([status, out]).toEqual([0, expect.not.stringContaining('TOO OLD')]);
    expect(out).toContain('not checked: losses since an earlier backup');
    expect((await run(['status', '--max-age', '1d'])).status).toBe(1);
  });
});

describe('satchel doctor', () => {
  it('checks everything else if the configuration is wrong', async () => {
    const { run } = await withConfiguration('vault: 5\n');
    const { status, out } = await run(['doctor']);
    expect(status).toBe(2);
    for (const name of ['Node.js', 'git', 'configuration', 'service']) {
      expect(out).toContain(name);
    }
  });
});
