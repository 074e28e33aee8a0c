import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands.table.ts';
import { FlagCommand } from '../../../src/cli/flag-command.ts';
import { parseFault } from '../../../src/sandbox/index.ts';
import { createRecordedContext } from '../support/recorded-context.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

const HARD_MS = 240_000;

/** What goes wrong once each, so that every kind of failure passes by. */
const FAULTS = [
  'answer,status=401,route=GET /user',
  'answer,status=403,route=GET /notifications',
  'answer,status=422,route=POST /user/migrations',
  'answer,status=500,route=GET /events,times=9',
  'reset,route=GET /rate_limit,times=9',
  'foreign_link,route=GET /orgs/{org}/depmonitor/alerts',
  'expired_link,route=storage',
];

/** Commands that call the service. */
const ASKING = new Set([
  'alerts',
  'backup',
  'budgets',
  'doctor',
  'events',
  'export',
  'notifications',
  'rate-limit',
]);

/** Those of them that are called at every level; the others, and all that work on files, once with the most to say. */
const LIGHT = new Set([...ASKING].filter((name) => name !== 'backup'));
const LEVELS = [['--debug'], ['--debug', '--json'], ['--quiet']];

/** The names of all commands that do something, in order. */
async function everyCommand(): Promise<readonly string[]> {
  const context = { ...createRecordedContext(), endWith: () => undefined };
  const names: string[] = [];
  for (const { name, load } of COMMANDS) {
    const command = new FlagCommand(name, {});
    (await load())(command, context);
    names.push(...leavesOf(command, name));
  }
  return names.sort();
}

function leavesOf(command: Command, path: string): readonly string[] {
  return command.commands.length === 0
    ? [path]
    : command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`));
}

interface Scene {
  readonly directory: string;
  readonly vault: string;
  readonly organization: string;
  readonly repository: string;
}

const SAMPLE = fileURLToPath(new URL('../../../samples/current.tar.gz', import.meta.url));

/** What is called, in this order: each command once at least, with what follows its name. */
function casesFor({ directory, vault, organization, repository }: Scene): Readonly<Record<string, Endings>> {
  const db = ['--vault', vault];
  const org = ['--org', organization];
  const out = (name: string) => ['--output', join(directory, 'out', name)];
  const alert = [repository, '1'];
  return {
    doctor: [[], ['--for', 'alerts', 'budgets']],
    'rate-limit': [[]],
    'events feeds': [[]],
    'events list': [
      ['--feed', 'public', '--capture'],
      ['--repository', repository, '--capture'],
    ],
    'notifications list': [
      ['--all', '--capture'],
      ['--all', '--capture'],
    ],
    'notifications view': [['1']],
    'notifications read': [['1'], ['--all']],
    'notifications done': [['1']],
    'notifications subscription': [['1']],
    'notifications subscribe': [['1']],
    'notifications unsubscribe': [['1']],
    'alerts list': [
      [...org, '--capture'],
      [...org, '--capture'],
    ],
    'alerts view': [alert],
    'alerts dismiss': [[...alert, '--reason', 'not_used']],
    'alerts reopen': [alert],
    'alerts assign': [[...alert, 'nobody']],
    'budgets list': [[...org, '--capture']],
    'budgets view': [['b1', ...org]],
    'budgets create': [['--scope', 'organization', '--sku', 'packages', ...org]],
    'budgets update': [['b1', '--amount', '1', ...org]],
    'budgets delete': [['b1', ...org]],
    permissions: [['GET /user/migrations']],
    'export start': [['--repository', repository], ['--repository', repository], ['--dry-run']],
    'export wait': [['1']],
    'export list': [[]],
    'export repos': [[], ['1']],
    'export status': [['1']],
    backup: [
      [...db, '--with', 'events,notifications,alerts'],
      [...db, ...org, '--with', 'budgets'],
      [...db, '--dry-run'],
    ],
    'export download': [
      ['1', ...out('one.tar.gz')],
      ['999', ...out('none.tar.gz')],
    ],
    'export delete': [['1']],
    'export unlock': [['1', repository]],
    inspect: [[SAMPLE]],
    verify: [[SAMPLE]],
    // Servers are asked for their help: their pages and logs have tests of their own.
    browse: [['--help']],
    open: [['--help']],
    'schedule run': [['--help']],
    init: [['--help']],
    'config check': [['--config', join(directory, 'none.yaml')]],
    'schedule install': [['--config', join(directory, 'none.yaml'), '--cron']],
    'schedule list': [['--config', join(directory, 'none.yaml')]],
    log: [['--vault', vault]],
    status: [['--vault', vault]],
    site: [['--help']],
    'vault check': [['--vault', vault]],
    'vault forget': [['--vault', vault, '--keep-last', '1', '--dry-run']],
    'vault import': [['--vault', vault, SAMPLE]],
    'vault list': [['--vault', vault]],
    'vault pin': [['--vault', vault, 'none']],
    'vault prune': [['--vault', vault, '--dry-run']],
    'vault unpin': [['--vault', vault, 'none']],
    load: [[SAMPLE, '--db', join(directory, 'sample.db')]],
    diff: [[SAMPLE, join(vault, 'store.db')]],
    history: [['https://service.example/nothing', ...db]],
    query: [['select json from alerts limit 5', ...db]],
    search: [['the', ...db]],
    'issue list': [db],
    'issue view': [[`${repository}#1`, ...db]],
    'pr list': [db],
    'pr view': [[`${repository}#1`, ...db]],
    'release list': [db],
    'release view': [[repository, ...db]],
    'repo list': [db],
    'repo view': [[repository, ...db]],
    tables: [db],
    schema: [db],
    stats: [db],
    dump: [['ndjson', ...db, ...out('dump')]],
    extract: [[join(vault, 'store.db'), join(directory, 'out', 'extracted')]],
    'validate docs-config': [[join(directory, 'absent.json')]],
    sandbox: [[]],
    demo: [[]],
  };
}

type Endings = readonly (readonly string[])[];

describe('secrets', () => {
  let bench: CliBench;
  /** Everything that commands wrote to their streams. */
  let written = '';
  let secrets: readonly string[];

  beforeAll(async () => {
    bench = await openCliBench({ faults: FAULTS.map(parseFault), linkTtlMs: 3_600_000 });
    const { tokens, organization, repositories } = bench.sandbox.ready;
    const vault = join(bench.directory, 'vault');
    const [repository = ''] = repositories;
    await mkdir(join(bench.directory, 'out'));
    const cases = casesFor({ directory: bench.directory, vault, organization, repository });
    expect(Object.keys(cases).sort(), 'each command has a case').toEqual(await everyCommand());
    const commands = Object.entries(cases).flatMap(([name, endings]) =>
      endings.map((ending) => [...name.split(' '), ...ending]),
    );
    for (const command of commands) {
      const levels = command[0] !== undefined && LIGHT.has(command[0]) ? LEVELS : LEVELS.slice(0, 1);
      for (const level of levels) {
        await run([...command, ...level], tokens.classic);
      }
    }
    for (const command of commands.filter(([name = '']) => LIGHT.has(name))) {
      await run([...command, '--debug'], tokens.fine_grained);
    }
    await run(['budgets', 'list', '--org', organization, '--debug'], `${tokens.classic}x`);
    // The name of the signature stands for every signed address, whatever its values.
    secrets = [...Object.values(tokens), 'X-Amz-Signature', ...(await readSecrets(bench))];
  }, HARD_MS);

  afterAll(() => bench.close());

  async function run(args: readonly string[], token: string): Promise<void> {
    const env = {
      SATCHEL_TOKEN: token,
      XDG_DATA_HOME: join(bench.directory, 'data'),
      XDG_STATE_HOME: join(bench.directory, 'state'),
      XDG_CACHE_HOME: join(bench.directory, 'cache'),
      PATH: process.env['PATH'] ?? '',
    };
    const { clock: _, ...changes } = createRecordedContext({ env });
    const isServer = args[0] === 'sandbox'; // It would run until it is told to end: here before it begins.
    const signal = isServer ? { signal: AbortSignal.abort(new Error('ended')) } : {};
    const service = ASKING.has(args[0] ?? '') ? ['--base-url', bench.sandbox.ready.base_url] : [];
    const { status, out, err } = await bench.run([...args, ...service], { ...changes, ...signal });
    written += `${args.join(' ')}: ${status}\n${out}${err}`;
  }

  it('there are some of each kind to look for', () => {
    expect(secrets.length).toBeGreaterThan(7);
    expect(written).toContain('backup');
  });

  it('are in no stream', () => {
    for (const secret of secrets) {
      expect(written.includes(secret), secret).toBe(false);
    }
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

/** Clone tokens and signatures, as the service gives them to whoever asks without this program. */
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
