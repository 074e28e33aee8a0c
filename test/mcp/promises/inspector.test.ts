import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import { itLong, sampled } from '../../house/long-only.ts';
import { installNode, NODE_RELEASES } from '../../house/node-releases.ts';
import { MAIN } from '../../house/packed-program.ts';
import { EDITED, writeThreeSnapshots } from '../../store/support/three-snapshots.ts';
import { serveMcp } from '../support/serve-mcp.ts';

const TOOL = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/inspector-cli/build/index.js', import.meta.url),
);

/** Needs Node 22, other than the release in our dependencies. */
const NEWEST = '@modelcontextprotocol/inspector@2.12.0';

const SCHEMA = { uri: 'satchel://schema' };
const THREAD = { uri: 'satchel://thread/acme/app/7' };
const HISTORY = { name: 'history', arguments: { record: EDITED } };

/** What the inspector asks, and how a client of the SDK asks the same. */
const QUESTIONS: readonly (readonly [flags: readonly string[], ask: (client: Client) => Promise<unknown>])[] =
  [
    [
      ['tools/call', '--tool-name', 'history', '--tool-arg', `record=${EDITED}`],
      (client) => client.callTool(HISTORY),
    ],
    [['tools/list'], (client) => client.listTools()],
    [['resources/list'], (client) => client.listResources()],
    [['resources/templates/list'], (client) => client.listResourceTemplates()],
    [['resources/read', '--uri', SCHEMA.uri], (client) => client.readResource(SCHEMA)],
    [['resources/read', '--uri', THREAD.uri], (client) => client.readResource(THREAD)],
  ];

describe('the inspector', () => {
  let db: string;
  let client: Client;
  let targets: readonly (readonly string[])[];

  beforeAll(async () => {
    db = join(temporaryFolder(), 'work.db');
    await writeThreeSnapshots(db);
    const { url, headers } = await serveMcp(db);
    client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    targets = [
      [process.execPath, MAIN, 'mcp', '--db', db],
      [url, '--transport', 'http', '--header', `Authorization: ${headers.authorization}`],
    ];
  });

  it('gets the answers that a client of the SDK gets, by standard streams and by HTTP', async () => {
    // It looks for its package.json above the current directory.
    const inspect = await inspectorOf(process.execPath, [TOOL], dirname(TOOL));
    for (const [flags, ask] of sampled(QUESTIONS, 2)) {
      for (const target of targets) {
        expect(await inspect([...target, '--method', ...flags]), flags[0]).toEqual(await ask(client));
      }
    }
  });

  itLong('gets them with its newest version too, which finds no fault in the tools', async ({ skip }) => {
    const installed = await installNode(NODE_RELEASES[0], 'inspector', [NEWEST]);
    if (installed === undefined) {
      skip('the registry cannot be reached');
    } else {
      const main = join(installed.folder, 'node_modules/.bin/mcp-inspector');
      const inspect = await inspectorOf(installed.node, [main, '--cli'], installed.folder);
      for (const [flags, ask] of QUESTIONS) {
        for (const target of targets) {
          expect(await inspect([...target, '--method', ...flags]), flags[0]).toEqual(await ask(client));
        }
      }
      await inspect([...(targets[0] ?? []), '--method', 'tools/list', '--strict']);
    }
  });
});

/** Runs the inspector's command line with a home of its own. It fails unless the inspector succeeds. */
async function inspectorOf(node: string, start: readonly string[], cwd: string) {
  const env = { ...process.env, HOME: temporaryFolder() };
  return async (args: readonly string[]): Promise<unknown> => {
    const { stdout } = await promisify(execFile)(node, [...start, ...args], { cwd, env, maxBuffer: 1e8 });
    return JSON.parse(stdout);
  };
}
