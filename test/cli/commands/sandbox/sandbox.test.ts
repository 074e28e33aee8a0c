import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../../src/base/clock.ts';
import { runSatchel } from '../../../../src/cli/program.ts';
import type { SandboxReady } from '../../../../src/sandbox/sandbox-options.ts';
import { temporaryFolder } from '../../../house/afterwards.ts';
import { createRecordedContext, type RecordedContext } from '../../support/recorded-context.ts';

let directory: string;

beforeAll(async () => {
  directory = temporaryFolder();
});

/** Runs a sandbox until `use` returns; returns its output. */
async function serve(
  args: readonly string[],
  use: (ready: SandboxReady, context: RecordedContext) => Promise<void> = async () => {},
): Promise<RecordedContext> {
  const context: RecordedContext = {
    ...createRecordedContext(),
    clock: createDrivenClock(Date.UTC(2026, 5, 1)),
  };
  const small = ['--repositories', '2', '--issues', '4', '--years', '1'];
  const running = runSatchel(['sandbox', ...small, ...args], context);
  await Promise.race([once(context.stdout, 'data'), running]);
  if (args.includes('--json')) {
    await use(JSON.parse(context.out()), context);
  }
  context.controller.abort();
  expect(await running).toBe(0);
  return context;
}

async function fails(...args: readonly string[]): Promise<string> {
  const context = createRecordedContext();
  expect(await runSatchel(['sandbox', ...args], context)).toBe(2);
  return context.err();
}

async function statusOf(url: string, token?: string): Promise<number> {
  const headers = {
    'user-agent': 'test',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const { statusCode, body } = await request(url, { headers });
  await body.dump();
  return statusCode;
}

describe('satchel sandbox', () => {
  it('prints one line for programs, with the keys that they count on', async () => {
    await serve(['--json'], async (ready) => {
      expect(Object.keys(ready)).toEqual([
        'message_type',
        'url',
        'base_url',
        'storage_url',
        'dialect',
        'headers',
        'tokens',
        'oauth_app',
        'user',
        'organization',
        'enterprise',
        'repositories',
      ]);
      expect(ready.repositories).toHaveLength(2);
    });
  });

  it('replaces an existing file only with --force', async () => {
    const path = join(directory, 'thesis.txt');
    await writeFile(path, 'my thesis');
    const args = ['--repositories', '1', '--issues', '1', '--output', path];
    expect(await fails(...args)).toBe(
      `satchel: Cannot write the archive "${path}": it exists already. Name another file, or replace it with --force.\n`,
    );
    expect(await readFile(path, 'utf8')).toBe('my thesis');
    expect(await runSatchel(['sandbox', ...args, '--force'], createRecordedContext())).toBe(0);
    expect((await stat(path)).size).toBeGreaterThan(1_000);
  });

  it('prints all credentials and a line to type for people', async () => {
    const out = (await serve([])).out();
    expect(out).toMatch(/ {2}classic +\S+\n/);
    expect(out).toMatch(/ {2}client id +Iv1\.[0-9a-f]{16}\n {2}client secret +[0-9a-f]{40}\n/);
    expect(out).toMatch(
      /SATCHEL_TOKEN=\S+ satchel backup --base-url http:\/\/127\.0\.0\.1:\d+ --vault my-vault/,
    );
  });

  it('causes the requested faults, in this order, and shows requests with --log', async () => {
    const faults = [
      '--fault',
      'answer,status=503,route=GET /user',
      '--fault',
      'answer,status=418,route=/events',
    ];
    const context = await serve(['--json', '--log', ...faults], async ({ base_url: url, tokens }) => {
      expect(await statusOf(`${url}/user`, tokens.classic)).toBe(503);
      expect(await statusOf(`${url}/events`)).toBe(418);
      expect(await statusOf(`${url}/user`, tokens.classic)).toBe(200);
    });
    expect(context.err()).toContain('api GET /user 200 (classic)\n');
  });

  it('opens the control of faults when asked to', async () => {
    await serve(['--json'], async ({ url }) => expect(await statusOf(`${url}/-/faults`)).toBe(404));
    await serve(['--json', '--fault-control'], async ({ url }) =>
      expect(await statusOf(`${url}/-/faults`)).toBe(200),
    );
  });

  it('refuses faults that there are not, and names the nearest', async () => {
    expect(await fails('--fault', 'truncated_archiv')).toContain('did you mean "truncated_archive"?');
    expect(await fails('--fault', 'delay,status=1')).toContain('Cannot set "status" of the fault "delay"');
    expect(await fails('--plan', 'golden')).toContain('standard, enterprise_cloud');
  });

  it('accepts a scenario, and names the place of an error', async () => {
    const path = join(directory, 'scenario.json');
    await writeFile(path, JSON.stringify({ account: { login: 'ada' }, repositories: [{ name: 'loom' }] }));
    await serve(['--json', '--scenario', path], async ({ user, repositories }) => {
      expect(user).toBe('ada');
      expect(repositories[0]).toBe('ada/loom');
    });
    await writeFile(path, JSON.stringify({ repositories: [{ nme: 'loom' }] }));
    expect(await fails('--scenario', path)).toContain(
      `Cannot use the scenario "${path}": /repositories/0/nme is not a known field`,
    );
  });

  it('lets time pass with --live', async () => {
    await serve(['--json', '--live', '1m'], async ({ base_url: url, tokens }, { clock }) => {
      const headers = { 'user-agent': 'test', authorization: `Bearer ${tokens.classic}` };
      const ask = async () => await (await request(`${url}/user/repos`, { headers })).body.text();
      const before = await ask();
      clock.advance(3_600_000);
      expect(await ask()).not.toBe(before);
    });
  });
});
