import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../house/afterwards.ts';
import { itLong } from '../house/long-only.ts';
import { IS_LONG } from '../house/long-run.ts';
import {
  type InstalledProgram,
  installWithRelease,
  NODE_RELEASES,
  THIS_PROGRAM,
} from '../house/node-releases.ts';

/** The releases of Node that a long run installs the program with. */
const OTHERS = IS_LONG ? NODE_RELEASES : [];

let directory: string;
let program: InstalledProgram | undefined;

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { node, main } = program ?? THIS_PROGRAM;
  const child = spawn(node, [main, ...args], {
    env: { PATH: process.env['PATH'], XDG_DATA_HOME: directory, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    chunks.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    chunks.err += chunk;
  });
  const ended = once(child, 'close').then(([status]) => ({ status, ...chunks }));
  return { child, ended };
}

describe.each([
  { node: process.version, install: async () => THIS_PROGRAM },
  ...OTHERS.map((release) => ({
    node: `v${release.node}, installed by npm ${release.npm}`,
    install: () => installWithRelease(release, 'main'),
  })),
])('the program on Node $node', ({ install }) => {
  beforeAll(async () => {
    program = await install();
    directory = temporaryFolder();
  }, 300_000);
  beforeEach(({ skip }) => skip(program === undefined, 'this release of Node cannot be had here'));

  it.runIf(existsSync('/dev/full'))('says that standard output cannot be written', async () => {
    const { node, main } = program ?? THIS_PROGRAM;
    const full = openSync('/dev/full', 'w');
    const child = spawn(node, [main, '--help'], { env: {}, stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    const chunks: Buffer[] = [];
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    const [status] = await once(child, 'close');
    expect(status).toBe(1);
    expect(Buffer.concat(chunks).toString()).toContain('standard output": no space is left on the device');
  });

  it.each([['help'], ['help help'], ['help query'], ['vault help list']])(
    'ends "%s" with 0, as --help does',
    async (words) => {
      const { status, out, err } = await start(words.split(' ')).ended;
      expect({ status, err }).toEqual({ status: 0, err: '' });
      expect(out).toMatch(/^Usage: satchel/);
    },
  );

  it.each([
    ['an exception', "setImmediate(() => { throw new Error('the sky fell') })"],
    ['a rejection', "Promise.reject(new Error('the sky fell'))"],
  ])('says in one sentence that %s was caught by no command', async (_, code) => {
    const preload = `data:text/javascript,${encodeURIComponent(
      `process.on('newListener', (event) => event === 'unhandledRejection' && setImmediate(() => { ${code} }))`,
    )}`;
    const env = { NODE_OPTIONS: `--import=${preload}` };
    const sentence =
      'satchel: Unexpected failure: the sky fell. Run again with --debug and report the stack.\n';
    expect(await start(['sandbox', '--port', '0'], env).ended).toMatchObject({ status: 1, err: sentence });
    const { err, out, status } = await start(['sandbox', '--port', '0', '--debug', '--json'], env).ended;
    expect(status).toBe(1);
    expect(err).toMatch(/^satchel: Unexpected failure: the sky fell\. .*\nError: the sky fell\n {4}at /);
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toMatchObject({
      message_type: 'exit_error',
      code: 'internal',
      exit_status: 1,
    });
  });

  it('prints no warnings of the packages that it uses', async () => {
    const storage = createServer((_request, response) => response.writeHead(403).end());
    onTestFinished(() => void storage.close());
    await once(storage.listen(0, '127.0.0.1'), 'listening');
    const { port } = storage.address() as AddressInfo;
    const { status, err } = await start(['vault', 'list', '--vault', 's3://bucket/work'], {
      AWS_ACCESS_KEY_ID: 'none',
      AWS_SECRET_ACCESS_KEY: 'none',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    }).ended;
    expect(err).toMatch(/^satchel: Cannot .*\n$/);
    expect(status).not.toBe(0);
  });

  itLong('carries the work of a running service home, as separate processes do', async () => {
    const sandbox = start([
      'sandbox',
      '--json',
      '--seed',
      'process',
      '--export-time',
      '200ms',
      '--pending-time',
      '100ms',
    ]);
    const lines = createInterface({ input: sandbox.child.stdout });
    const [first] = await once(lines, 'line');
    const ready = JSON.parse(String(first));
    expect(Object.keys(ready).sort()).toEqual(
      [
        'message_type',
        'url',
        'base_url',
        'storage_url',
        'dialect',
        'tokens',
        'oauth_app',
        'user',
        'organization',
        'enterprise',
        'repositories',
      ].sort(),
    );
    const vault = join(directory, 'vault');
    const env = {
      SATCHEL_TOKEN: ready.tokens.classic,
      SATCHEL_BASE_URL: ready.base_url,
      SATCHEL_VAULT: vault,
    };
    const backup = await start(['backup', '--poll-interval', '200ms', '--json'], env).ended;
    expect(backup.status).toBe(0);
    const query = await start(['query', 'select count(*) from issues', '--raw'], env).ended;
    const summary = JSON.parse(backup.out.trimEnd().split('\n').at(-1) ?? '');
    expect(query).toMatchObject({ status: 0, out: String(summary.counts.issue) });
    sandbox.child.kill('SIGTERM');
    const { status, out } = await sandbox.ended;
    expect(status).toBe(0);
    const exported = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
    expect(exported).toMatchObject({ message_type: 'exported', counts: summary.counts });
  });

  it('ends with 130 on SIGINT, and leaves nothing under a final name', async () => {
    const sandbox = start(['sandbox', '--json', '--pending-time', '1h']);
    const [first] = await once(createInterface({ input: sandbox.child.stdout }), 'line');
    const ready = JSON.parse(String(first));
    const vault = join(directory, 'interrupted');
    const backup = start(['backup', '--vault', vault, '--base-url', ready.base_url, '--json'], {
      SATCHEL_TOKEN: ready.tokens.classic,
    });
    for await (const line of createInterface({ input: backup.child.stdout })) {
      if (line.includes('"started"')) {
        backup.child.kill('SIGINT');
      }
    }
    const { status, err } = await backup.ended;
    expect(status).toBe(130);
    expect(err).toContain('satchel: Interrupted');
    expect(existsSync(join(vault, 'lock'))).toBe(false);
    sandbox.child.kill('SIGINT');
    expect((await sandbox.ended).status).toBe(0);
  });

  it('shows the whole main job as a demo', async () => {
    const { status, out } = await start(['demo', '--vault', join(directory, 'demo')]).ended;
    expect(status).toBe(0);
    for (const words of [
      'verified',
      'sha256',
      'Findings:',
      'sql> select repo, number',
      'query --db',
      'Read it in a browser, at http://127.0.0.1:7282:\n  ',
      'browse --db',
    ]) {
      expect(out).toContain(words);
    }
  });

  it('stops quietly when its reader has seen enough', async () => {
    const { child, ended } = start([
      'query',
      '--db',
      join(directory, 'demo', 'store.db'),
      '--ndjson',
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000) select i from n',
    ]);
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await ended).toMatchObject({ status: 141, err: '' }); // Not 0: a verification may not have ended.
  });
});
