import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { IS_LONG } from '../../house/long-run.ts';
import { openWebEar } from '../../notify/support/web-ear.ts';
import { ASKING, casesFor } from '../support/command-cases.ts';
import { startEchoService } from '../support/echo-service.ts';
import { createRecordedContext } from '../support/recorded-context.ts';
import { openCliBench } from '../support/run-cli.ts';

const HARD_MS = 600_000;

/** A token that does not look like one, and the secret of an OAuth app. */
const TOKEN = '3f9c21e07ab84d56c1e2f90d7b6a45839e0c1d2f';
const APP_SECRET = 'quite-an-ordinary-sentence-of-words';

/** Commands that print what other commands recorded about the service; the remaining ones print nothing from it. */
const READING = new Set(['log', 'query', 'search', 'stats', 'status', 'vault']);

const STATUSES = [400, 401, 403, 404, 409, 410, 422, 500, 503];
const LEVELS = [['--debug'], ['--debug', '--json'], ['--quiet']];

it(
  'shows and keeps no secret that the service or its storage repeats, whatever the command',
  async () => {
    const bench = await openCliBench({ linkTtlMs: 3_600_000 });
    const { tokens, organization, repositories, base_url: baseUrl, oauth_app: oauth } = bench.sandbox.ready;
    const service = await startEchoService(baseUrl, tokens.classic);
    const ear = await openWebEar();
    onTestFinished(() => ear.close());
    const place = (name: string) => join(bench.directory, name);
    const [repository = ''] = repositories;
    await mkdir(place('out'));
    await writeFile(place('token'), TOKEN);
    await writeFile(place('app-secret'), APP_SECRET);
    const app = ['--client-id', 'app', '--client-secret-file', place('app-secret')];
    await writeFile(
      place('satchel.yaml'),
      `accounts: { main: { base_url: "${service.url}", dialect: service, token_file: token } }
jobs: { home: { account: main, vault: vault, notify: [ear], retries: 1 } }
notifications: { ear: { type: webhook, url: "${ear.url}", on: [failure] } }
`,
    );
    let written = '';
    let turn = 0;
    async function run(args: readonly string[]): Promise<void> {
      const env = {
        SATCHEL_TOKEN: TOKEN,
        HOME: bench.directory,
        XDG_DATA_HOME: place('data'),
        XDG_STATE_HOME: place('state'),
        XDG_CACHE_HOME: place('cache'),
        PATH: process.env['PATH'] ?? '',
      };
      const { clock: _, ...changes } = createRecordedContext({ env });
      const isServer = args[0] === 'sandbox'; // A server runs until its signal is aborted, here before it starts.
      const signal = isServer ? { signal: AbortSignal.abort(new Error('ended')) } : {};
      const { status, out, err } = await bench.run(args, { ...changes, ...signal });
      written += `${args.join(' ')}: ${status}\n${out}${err}`;
    }
    /** Makes requests of the command fail: all of them, and all after a later one. */
    async function sweep(args: readonly string[]): Promise<void> {
      service.failAt(Number.POSITIVE_INFINITY, 500);
      await run(args);
      const { count } = service;
      const later = IS_LONG ? Array.from({ length: count }, (_, index) => index) : [count - 1];
      for (const first of new Set([0, ...later].filter((number) => number >= 0))) {
        turn += 1;
        service.failAt(first, STATUSES[turn % STATUSES.length] ?? 500);
        await run([...args, ...(LEVELS[turn % LEVELS.length] ?? [])]);
      }
    }

    const cases = casesFor({
      directory: bench.directory,
      vault: place('vault'),
      organization,
      repository,
      clientId: oauth.client_id,
    });
    for (const [name, endings] of Object.entries(cases)) {
      const [word = ''] = name.split(' ');
      const isAsking = ASKING.has(word);
      for (const ending of isAsking || READING.has(word) ? endings : []) {
        const args = [...name.split(' '), ...ending];
        await (isAsking ? sweep([...args, '--base-url', service.url]) : run(args));
      }
    }
    const log = ['--log-level', 'trace', '--log-file', place('log.ndjson')];
    await sweep(['backup', '--vault', place('vault'), '--base-url', service.url, '--fresh', ...log]);
    await sweep([
      'backup',
      '--vault',
      place('vault'),
      '--base-url',
      service.url,
      '--token-file',
      place('token'),
    ]);
    await sweep(['events', 'list', '--feed', 'public', '--base-url', service.url, ...app]);
    await sweep(['schedule', 'run', '--job', 'home', '--config', place('satchel.yaml'), ...log]);
    await run(['log', '--vault', place('vault'), '--json']);
    await run(['schedule', 'list', '--config', place('satchel.yaml'), '--json']);

    expect(service.secrets).toEqual(expect.arrayContaining([TOKEN, APP_SECRET]));
    expect(written.match(/\[redacted\]/g)?.length).toBeGreaterThan(50);
    expect(ear.heard.length).toBeGreaterThan(0);
    const told = ear.heard.map(({ body }) => body).join('\n');
    expect(service.secrets.filter((secret) => written.includes(secret) || told.includes(secret))).toEqual([]);
    const files = await readdir(bench.directory, { recursive: true, withFileTypes: true });
    // The last one is what "satchel login" was asked to write.
    const given = new Set([place('token'), place('app-secret'), place('out/login')]);
    const found: string[] = [];
    for (const path of files
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))) {
      const bytes = given.has(path) ? Buffer.alloc(0) : await readFile(path);
      found.push(
        ...service.secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${path}: ${secret}`),
      );
    }
    expect(found).toEqual([]);
  },
  HARD_MS,
);
