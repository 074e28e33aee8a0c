import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../house/afterwards.ts';
import { type CliBench, openCliBench } from '../../support/run-cli.ts';

let bench: CliBench;

beforeAll(async () => {
  bench = await openCliBench({ dialect: 'service' });
});

async function init(args: readonly string[], env: Record<string, string> = {}) {
  const home = temporaryFolder();
  const all = { HOME: home, PATH: process.env['PATH'], XDG_CONFIG_DIRS: join(home, 'none'), ...env };
  const run = async (line: readonly string[]) => await bench.run(line, { env: all });
  const result = await run(['init', ...args]);
  return { ...result, home, run, path: join(home, '.config', 'satchel', 'satchel.yaml') };
}

describe('satchel init', () => {
  it('writes a commented file that is right, for its owner alone, and runs the doctor', async () => {
    const base = bench.sandbox.ready.base_url;
    const { status, out, path, run } = await init(
      [
        '--yes',
        '--base-url',
        base,
        '--vault',
        '~/work',
        '--schedule',
        '15 4 * * 1',
        '--time-zone',
        'Europe/Berlin',
        '--token-variable',
        'MY_TOKEN',
        '--ping-variable',
        'HC_URL',
      ],
      { MY_TOKEN: bench.sandbox.ready.tokens.classic, HC_URL: 'https://hc.example/1' },
    );
    expect(out.split('\n')[0]).toBe(path);
    expect(out).toContain('ok      account');
    expect(out).toContain(`${path}: 1 account, 1 job\n`);
    expect(status).toBe(0);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(`token: \${MY_TOKEN}`);
    expect(text.match(/#/g)?.length).toBeGreaterThan(20);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await run(['config', 'check'])).status).toBe(0);
    expect((await run(['schedule', 'list'])).out).toContain('At 04:15, only on Monday (Europe/Berlin)');
  });

  it('says that the variable of the token is not set, and sends no other token', async () => {
    const base = bench.sandbox.ready.base_url;
    const before = bench.requests.length;
    const { status, out } = await init(['--yes', '--base-url', base, '--token-variable', 'MY_TOKEN'], {
      SATCHEL_TOKEN: bench.sandbox.ready.tokens.classic,
      GH_TOKEN: bench.sandbox.ready.tokens.classic,
    });
    expect([status, out]).toEqual([4, expect.stringContaining('MY_TOKEN, which should hold the token')]);
    expect(bench.requests.length).toBe(before);
  });

  it('keeps an existing file, unless told to replace it', async () => {
    const { run, path } = await init(['--yes', '--no-doctor']);
    const text = await readFile(path, 'utf8');
    const again = await run(['init', '--yes', '--no-doctor', '--org', 'acme']);
    expect([again.status, await readFile(path, 'utf8')]).toEqual([2, text]);
    expect((await run(['init', '--yes', '--no-doctor', '--org', 'acme', '--force'])).status).toBe(0);
    expect(await readFile(path, 'utf8')).toContain('    organization: acme\n');
  });

  it.each([
    ['@hourly', '3d'],
    ['0 3 * * *', '3d'],
    ['0 3 * * 1-5', '5d'],
    ['@weekly', '11d'],
    ['@monthly', '47d'],
  ])(
    'allows backups of %s to become older than the schedule, without a false alarm',
    async (schedule, age) => {
      const { path, run } = await init(['--yes', '--no-doctor', '--schedule', schedule]);
      expect(await readFile(path, 'utf8')).toContain(`max_age: ${age} `);
      expect((await run(['config', 'check'])).out).toContain('is valid: 1 account');
    },
  );

  it('asks nothing without a terminal', async () => {
    expect(await init([])).toMatchObject({
      status: 2,
      err: expect.stringContaining('this is not a terminal'),
    });
  });

  it('refuses a schedule that is none before it writes anything', async () => {
    const { status, err, path } = await init(['--yes', '--schedule', 'at noon']);
    expect([status, err]).toEqual([2, expect.stringContaining('Cannot read the schedule "at noon"')]);
    await expect(stat(path)).rejects.toThrow();
  });

  it('writes what each way to a token needs, and later commands take it from there', async () => {
    const base = bench.sandbox.ready.base_url;
    const { run, path } = await init(
      ['--yes', '--no-doctor', '--base-url', base, '--token-command', 'printenv OTHER_TOKEN'],
      {
        OTHER_TOKEN: bench.sandbox.ready.tokens.classic,
      },
    );
    expect(await readFile(path, 'utf8')).toContain('token_command: ["printenv","OTHER_TOKEN"]');
    const token = join(bench.directory, 'token');
    await writeFile(token, `${bench.sandbox.ready.tokens.classic}\n`, { mode: 0o600 });
    const ofFile = ['init', '--yes', '--no-doctor', '--force', '--base-url', base];
    expect((await run([...ofFile, '--token-file', relative(process.cwd(), token)])).status).toBe(0);
    expect(await readFile(path, 'utf8')).toContain(`token_file: ${token} `);
    const backup = await run(['backup', '--base-url', base, '--quiet']);
    expect([backup.status, backup.err]).toEqual([0, '']);
    expect((await run(['query', 'select count(*) from issues', '--csv'])).status).toBe(0);
  });
});
