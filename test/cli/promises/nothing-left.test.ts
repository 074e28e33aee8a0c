import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { pageText } from '../../../src/cli/output/page-text.ts';
import { EXIT_CODES } from '../../../src/model/exit-codes.table.ts';
import { Failure } from '../../../src/model/failure.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { COMPILED, MAIN } from '../../house/packed-program.ts';
import { CURRENT } from '../../house/samples.ts';
import { ASKING, casesFor } from '../support/command-cases.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

/**
 * Runs commands one after the other in one process, and prints after each what keeps the process alive: its status and
 * the timers, sockets, children and threads that were not there before.
 */
const PROGRAM = `
import { Readable, Writable } from 'node:stream';
const { runSatchel } = await import(new URL('cli/program.js', process.env.COMPILED).href);
const { createSystemClock } = await import(new URL('base/clock.js', process.env.COMPILED).href);
const { createSystemRandom } = await import(new URL('base/random.js', process.env.COMPILED).href);
console.log('{}'); // The standard streams count too.
const turn = () => new Promise((resolve) => setImmediate(resolve));
for (const { args, isServer } of JSON.parse(process.env.COMMANDS)) {
  const before = process.getActiveResourcesInfo();
  let err = '';
  const status = await runSatchel(args, {
    stdout: new Writable({ write: (_chunk, _encoding, done) => done() }),
    stderr: new Writable({ write: (chunk, _encoding, done) => { err += chunk; done(); } }),
    stdin: Readable.from([]),
    env: JSON.parse(process.env.VARIABLES),
    clock: createSystemClock(),
    random: createSystemRandom(),
    signal: isServer ? AbortSignal.abort(new Error('ended')) : new AbortController().signal,
    invocation: 'satchel',
    program: [process.execPath, process.env.MAIN],
  });
  for (let turns = 0; turns < 20; turns += 1) await turn();
  const left = process.getActiveResourcesInfo();
  for (const each of before) left.splice(left.indexOf(each), left.includes(each) ? 1 : 0);
  console.log(JSON.stringify({ command: args.join(' '), status, left, err }));
}
process.exit();
`;

const HARD_MS = 900_000;

const MANY_ROWS = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT printf('%0100d', i) FROM n`;

let directory: string;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  directory = temporaryFolder();
  await mkdir(join(directory, 'out'));
  sandbox = await startSandbox({
    dialect: 'service',
    clock: createSystemClock(),
    repositories: 2,
    issues: 4,
    pendingMs: 0,
    exportMs: 0,
    hasInstantBuilds: true,
  });
});

afterAll(async () => {
  await sandbox.close();
});

interface Left {
  readonly command: string;
  readonly status: number;
  readonly left: readonly string[];
  readonly err: string;
}

async function run(commands: readonly (readonly string[])[], baseUrl: string): Promise<readonly Left[]> {
  const list = commands.map((args) => ({
    args: ASKING.has(args[0] ?? '') ? [...args, '--base-url', baseUrl] : args,
    isServer: args[0] === 'sandbox',
  }));
  const variables = {
    SATCHEL_TOKEN: sandbox.ready.tokens.classic,
    XDG_DATA_HOME: join(directory, 'data'),
    XDG_STATE_HOME: join(directory, 'state'),
    XDG_CACHE_HOME: join(directory, 'cache'),
    PATH: join(directory, 'no-programs'),
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: {
      COMPILED: COMPILED.href,
      MAIN,
      COMMANDS: JSON.stringify(list),
      VARIABLES: JSON.stringify(variables),
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Left);
}

it('what needs git ends with its work where there is none', { timeout: HARD_MS }, async () => {
  const ended = await run(
    [
      ['verify', '--deep', CURRENT],
      ['extract', CURRENT, join(directory, 'out', 'bundles'), '--bundle'],
      ['backup', '--vault', join(directory, 'first'), '--timeout', '60s'],
    ],
    sandbox.ready.base_url,
  );
  expect(ended.map(({ command, left }) => [command.split(' ')[0], left])).toEqual([
    ['verify', []],
    ['extract', []],
    ['backup', []],
  ]);
});

it('no command leaves anything behind, whatever it lacks', { timeout: HARD_MS }, async () => {
  const { organization, repositories, oauth_app: app, base_url: baseUrl } = sandbox.ready;
  const cases = casesFor({
    directory,
    vault: join(directory, 'vault'),
    organization,
    repository: repositories[0] ?? '',
    clientId: app.client_id,
  });
  const chosen = Object.entries(cases).filter(([name], at) => IS_LONG || at % 3 === 0 || name === 'backup');
  const commands = chosen.flatMap(([name, endings]) =>
    endings.map((ending) => [...name.split(' '), ...ending]),
  );
  const ended = await run(commands, baseUrl);
  expect(ended).toHaveLength(commands.length);
  expect(ended.filter(({ left }) => left.length > 0)).toEqual([]);
});

it.runIf(process.platform !== 'win32')('obeys the first signal while no one reads its output', async () => {
  const database = join(directory, 'unread.db');
  await promisify(execFile)(process.execPath, [MAIN, 'load', CURRENT, '--db', database, '--no-git']);
  const child = spawn(process.execPath, [MAIN, 'query', MANY_ROWS, '--db', database], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'readable'); // And more than a pipe holds is to come.
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([EXIT_CODES.terminated.status, null]);
});

it.runIf(process.platform !== 'win32')('obeys the first SIGTERM while a pager is open', async () => {
  const context = createRecordedContext({ terminalColumns: 80, env: { PAGER: 'cat >/dev/null; sleep 20' } });
  const paging = pageText('a text\n', { isPaged: true }, context);
  context.controller.abort(new Failure('terminated', 'Interrupted by SIGTERM'));
  await paging;
});
