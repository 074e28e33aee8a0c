import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseFault } from '../../../src/sandbox/fault.ts';
import { sampled } from '../../house/long-only.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { ASKING, casesFor, everyCommand } from '../support/command-cases.ts';
import { createRecordedContext } from '../support/recorded-context.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

const HARD_MS = 240_000;

/** Faults that each occur once or a few times, to cover all kinds of failure. */
const FAULTS = [
  'answer,status=401,route=GET /user',
  'answer,status=403,route=GET /notifications',
  'answer,status=422,route=POST /user/migrations',
  'answer,status=500,route=GET /events,times=9',
  'reset,route=GET /rate_limit,times=9',
  'foreign_link,route=GET /orgs/{org}/depmonitor/alerts',
  'expired_link,route=storage',
];

/** Commands that a long run calls at every level; all others are called once, with the most output. */
const LIGHT = new Set([...ASKING].filter((name) => name !== 'backup'));
const LEVELS = [['--debug'], ['--debug', '--json'], ['--quiet']];

describe('secrets', () => {
  let bench: CliBench;
  let written = '';
  let secrets: readonly string[];

  beforeAll(async () => {
    bench = await openCliBench({ faults: FAULTS.map(parseFault), linkTtlMs: 3_600_000 });
    const { tokens, organization, repositories, oauth_app: app } = bench.sandbox.ready;
    const vault = join(bench.directory, 'vault');
    const [repository = ''] = repositories;
    await mkdir(join(bench.directory, 'out'));
    const clientId = app.client_id;
    const cases = casesFor({ directory: bench.directory, vault, organization, repository, clientId });
    expect(Object.keys(cases).sort(), 'each command has a case').toEqual(await everyCommand());
    const commands = Object.entries(cases).flatMap(([name, endings]) =>
      endings.map((ending) => [...name.split(' '), ...ending]),
    );
    for (const command of commands) {
      const levels = IS_LONG && LIGHT.has(command[0] ?? '') ? LEVELS : LEVELS.slice(0, 1);
      for (const level of levels) {
        await run([...command, ...level], tokens.classic);
      }
    }
    for (const command of sampled(
      commands.filter(([name = '']) => LIGHT.has(name)),
      12,
    )) {
      await run([...command, '--debug'], tokens.fine_grained);
    }
    await run(['budgets', 'list', '--org', organization, '--debug'], `${tokens.classic}x`);
    // The name of the signature parameter matches every signed address, whatever its value.
    secrets = [...Object.values(tokens), 'X-Amz-Signature', ...(await readSecrets(bench))];
  }, HARD_MS);

  async function run(args: readonly string[], token: string): Promise<void> {
    const env = {
      SATCHEL_TOKEN: token,
      XDG_DATA_HOME: join(bench.directory, 'data'),
      XDG_STATE_HOME: join(bench.directory, 'state'),
      XDG_CACHE_HOME: join(bench.directory, 'cache'),
      PATH: process.env['PATH'] ?? '',
    };
    const { clock: _, ...changes } = createRecordedContext({ env });
    const isServer = args[0] === 'sandbox'; // A server runs until its signal is aborted, here before it starts.
    const signal = isServer ? { signal: AbortSignal.abort(new Error('ended')) } : {};
    const service = ASKING.has(args[0] ?? '') ? ['--base-url', bench.sandbox.ready.base_url] : [];
    const { status, out, err } = await bench.run([...args, ...service], { ...changes, ...signal });
    written += `${args.join(' ')}: ${status}\n${out}${err}`;
  }

  it('are in no stream', () => {
    expect(secrets.length).toBeGreaterThan(7);
    expect(written).toContain('backup');
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  });

  it('are in no file, journal or database', async () => {
    const files = await readdir(bench.directory, { recursive: true, withFileTypes: true });
    const found: string[] = [];
    for (const file of files.filter((entry) => entry.isFile())) {
      const path = join(file.parentPath, file.name);
      const bytes = await readFile(path);
      found.push(...secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${path}: ${secret}`));
    }
    expect(files.length).toBeGreaterThan(10);
    expect(found).toEqual([]);
  });
});

/** Clone tokens and signatures, read from the service without this program. */
async function readSecrets({ sandbox }: CliBench): Promise<readonly string[]> {
  const { base_url: baseUrl, tokens } = sandbox.ready;
  const headers = { authorization: `Bearer ${tokens.classic}`, 'user-agent': 'test' };
  const get = (path: string) => fetch(`${baseUrl}${path}`, { headers, redirect: 'manual' });
  const ids = (await (await get('/user/migrations')).json()) as readonly { readonly id: number }[];
  const found: string[] = [];
  for (const { id } of ids) {
    const repositories = await (await get(`/user/migrations/${id}/repositories`)).text();
    found.push(
      ...[...repositories.matchAll(/"temp_clone_token":\s*"([^"]+)"/g)].map(([, token = '']) => token),
    );
    const location = (await get(`/user/migrations/${id}/archive`)).headers.get('location');
    const values = location === null ? [] : [...new URL(location).searchParams.values()];
    found.push(...values.filter((value) => value.length > 30));
  }
  return [...new Set(found)];
}
