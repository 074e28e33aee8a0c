import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSatchel } from '../../../src/cli/program.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

/** Received requests, as `host: variable of the token`; for the hosted service, which only a proxy sees, the host. */
const heard = new Set<string>();
const servers: Server[] = [];
/** Hosts by name: `own` is the server of the configured account, `other` belongs to someone else. */
const hosts: Record<string, string> = {};
let proxy: string;
let home: string;

beforeAll(async () => {
  for (const name of ['own', 'other']) {
    hosts[name] = await listen((authorization) => heard.add(`${name}: ${callerOf(authorization)}`));
  }
  proxy = await listen(() => undefined);
  servers.at(-1)?.on('connect', ({ url = '' }, socket) => {
    heard.add(url.replace('api.github.com:443', 'github'));
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  home = temporaryFolder();
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that rejects all requests, and reports their authorization. */
async function listen(hear: (authorization: string) => void): Promise<string> {
  const server = createServer((request, response) => {
    hear(request.headers.authorization ?? '');
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Bad credentials"}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function callerOf(authorization: string): string {
  const [scheme, secret = ''] = authorization.split(' ');
  const plain = scheme === 'Basic' ? Buffer.from(secret, 'base64').toString().split(':')[1] : secret;
  return plain?.replace('ghp_', '') ?? 'nobody';
}

const addressOf = (name: string) =>
  name === 'github' ? 'https://api.github.com' : `http://${hosts[name]}/api/v3`;

/** Configurations by content. Each account names the variable of its token. */
const CONFIGURATIONS: Readonly<Record<string, () => string>> = {
  'no account': () => 'vault: ~/work\n',
  'one account': () => accounts('MY_TOKEN'),
  'one account of SATCHEL_TOKEN': () => accounts('SATCHEL_TOKEN'),
  'two accounts': () => accounts('MY_TOKEN', hosted).replace(/jobs:.*\n/, ''),
  'two accounts and one job': () => accounts('MY_TOKEN', hosted),
};

const hosted = `  hosted: { token: "$\{HOSTED_TOKEN}" }\n`;

function accounts(variable: string, more = ''): string {
  const own = `  main: { base_url: "${addressOf('own')}", token: "\${${variable}}" }`;
  return `vault: ~/work\naccounts:\n${own}\n${more}jobs: { nightly: { account: main } }\n`;
}

const COMMANDS = ['rate-limit', 'export list', 'events list', 'notifications list', 'doctor', 'backup'];
let row = 0; // Used by the short run, which tests each row with one command.
const HOSTED = ['GH_TOKEN', 'GITHUB_TOKEN'];
const SELF_MANAGED = ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'];
const ALL = ['SATCHEL_TOKEN', 'SERVICE_TOKEN', ...HOSTED, ...SELF_MANAGED];

/** Runs a command line with each variable set to a token named after it; replaces names of hosts by their addresses. */
async function callsOf(
  holds: string,
  words: string,
  variables: readonly string[],
): Promise<readonly string[]> {
  await mkdir(join(home, '.config/satchel'), { recursive: true });
  await writeFile(join(home, '.config/satchel/satchel.yaml'), CONFIGURATIONS[holds]?.() ?? '');
  const env = Object.fromEntries(
    variables.map((text) => {
      const [name = '', value] = text.split('=');
      const isHost = name === 'GH_HOST';
      return [
        name,
        value === undefined ? `ghp_${name}` : isHost ? (hosts[value] ?? value) : addressOf(value),
      ];
    }),
  );
  heard.clear();
  const context = createRecordedContext({
    env: { HOME: home, PATH: '/nowhere', HTTPS_PROXY: `http://${proxy}`, NO_PROXY: '127.0.0.1', ...env },
  });
  const args = words
    .split(' ')
    .map((word, index, all) => (all[index - 1] === '--base-url' ? addressOf(word) : word));
  expect(await runSatchel(args, context)).not.toBe(0);
  return [...heard];
}

/** The expected hosts of a command that fails before it sends a token. */
const NOWHERE: readonly string[] = [];

describe('a token', () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ['no account', '', ['SATCHEL_TOKEN'], ['github']],
    ['no account', '', HOSTED, ['github']],
    ['no account', '', [...SELF_MANAGED, 'GH_HOST=own'], NOWHERE],
    ['no account', '--base-url own', ['SATCHEL_TOKEN', ...HOSTED], ['own: SATCHEL_TOKEN']],
    ['no account', '--base-url own', [...HOSTED, ...SELF_MANAGED], NOWHERE],
    [
      'no account',
      '--base-url own',
      [...HOSTED, ...SELF_MANAGED, 'GH_HOST=own'],
      ['own: GH_ENTERPRISE_TOKEN'],
    ],
    ['no account', '--base-url other', [...HOSTED, ...SELF_MANAGED, 'GH_HOST=own'], NOWHERE],
    ['no account', '', ['SATCHEL_TOKEN', 'SATCHEL_BASE_URL=own'], ['own: SATCHEL_TOKEN']],
    ['no account', '', [...HOSTED, 'SATCHEL_BASE_URL=own'], NOWHERE],
    ['no account', '--base-url other', ['SATCHEL_TOKEN', ...HOSTED, 'SATCHEL_BASE_URL=own'], NOWHERE],
    ['no account', '--base-url github', ['SATCHEL_TOKEN', 'SATCHEL_BASE_URL=own'], NOWHERE],
    ['one account', '', ['MY_TOKEN', ...ALL], ['own: MY_TOKEN']],
    ['one account', '', [...ALL, 'GH_HOST=own'], NOWHERE],
    ['one account', '--base-url own', ['MY_TOKEN', ...ALL], ['own: MY_TOKEN']],
    ['one account', '--base-url own', ALL, NOWHERE],
    ['one account', '--base-url other', ['MY_TOKEN', ...HOSTED, ...SELF_MANAGED, 'GH_HOST=own'], NOWHERE],
    ['one account', '', ['MY_TOKEN', 'SATCHEL_BASE_URL=other'], NOWHERE],
    ['one account', '--account main', ['MY_TOKEN', 'SATCHEL_BASE_URL=other'], NOWHERE],
    ['one account', '--account main --base-url other', ['MY_TOKEN', ...ALL], NOWHERE],
    ['one account', '--base-url github', ['MY_TOKEN', ...HOSTED], ['github']],
    ['one account of SATCHEL_TOKEN', '', ALL, ['own: SATCHEL_TOKEN']],
    ['one account of SATCHEL_TOKEN', '', HOSTED, NOWHERE],
    ['one account of SATCHEL_TOKEN', '--base-url other', ['SATCHEL_TOKEN', ...HOSTED], NOWHERE],
    ['one account of SATCHEL_TOKEN', '--base-url github', ['SATCHEL_TOKEN'], NOWHERE],
    ['two accounts', '', ['MY_TOKEN', 'HOSTED_TOKEN', ...ALL], NOWHERE],
    ['two accounts', '--base-url own', ['MY_TOKEN', 'HOSTED_TOKEN', ...ALL], ['own: MY_TOKEN']],
    ['two accounts', '--base-url other', ['MY_TOKEN', 'HOSTED_TOKEN', ...HOSTED], NOWHERE],
    ['two accounts', '--account hosted', ['MY_TOKEN', 'HOSTED_TOKEN'], ['github']],
    ['two accounts', '--account hosted', ['MY_TOKEN', ...ALL], NOWHERE],
    ['two accounts', '--account main', ['MY_TOKEN', 'HOSTED_TOKEN', ...ALL], ['own: MY_TOKEN']],
  ])('with %s and "%s" of %j goes to %j alone', async (holds, words, variables, expected) => {
    for (const command of IS_LONG ? COMMANDS : [COMMANDS[row++ % COMMANDS.length] ?? '']) {
      // With an explicit vault, a backup does not follow a job, and selects the account as other commands do.
      const line = [command, words, command === 'backup' ? `--vault ${home}/v` : ''].filter(
        (part) => part !== '',
      );
      const calls = await callsOf(holds, line.join(' '), variables);
      expect({ command, calls }).toEqual({ command, calls: expected });
    }
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['one account', '', ['MY_TOKEN', ...ALL], ['own: MY_TOKEN']],
    ['two accounts and one job', '', ['MY_TOKEN', 'HOSTED_TOKEN'], ['own: MY_TOKEN']],
    ['two accounts and one job', '', ['HOSTED_TOKEN', ...ALL], NOWHERE],
    ['one account', '--job nightly --base-url other', ['MY_TOKEN', ...ALL], NOWHERE],
    ['one account', '--job nightly', ['MY_TOKEN', 'SATCHEL_BASE_URL=other'], NOWHERE],
    ['two accounts and one job', '--job nightly --account hosted', ['MY_TOKEN', 'HOSTED_TOKEN'], ['github']],
    ['two accounts and one job', '--job nightly --account hosted', ['MY_TOKEN', ...ALL], NOWHERE],
  ])('of a job, with %s and "%s" of %j goes to %j alone', async (holds, words, variables, expected) => {
    expect(await callsOf(holds, `backup ${words}`.trim(), variables)).toEqual(expected);
  });
});

describe('the secret of an OAuth app', () => {
  it.each<[string, readonly string[]]>([
    ['own', ['own: SATCHEL_CLIENT_SECRET']],
    ['other', NOWHERE],
    ['github', NOWHERE],
  ])('bound to a server of its own and called at %s goes to %j', async (host, expected) => {
    const words = `rate-limit --client-id Iv1.0123456789abcdef --base-url ${host}`;
    const variables = ['SATCHEL_CLIENT_SECRET', 'SATCHEL_BASE_URL=own'];
    expect(await callsOf('no account', words, variables)).toEqual(expected);
  });
});
