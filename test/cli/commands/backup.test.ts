import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { pluralOfKind } from '../../../src/model/record-kind.ts';
import { openStore } from '../../../src/store/store.ts';
import { sampled } from '../../house/long-only.ts';
import { rowsByKind } from '../../store/support/rows-by-kind.ts';
import { createRecordedContext } from '../support/recorded-context.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

let bench: CliBench;

beforeAll(async () => {
  bench = await openCliBench();
});

async function rowsByTable(storePath: string): Promise<ReadonlyMap<string, number | undefined>> {
  const store = await openStore(storePath);
  try {
    return rowsByKind(store);
  } finally {
    store.close();
  }
}

describe('satchel backup', () => {
  it.each(sampled(['amber', 'birch', 'cobalt'], 1))(
    'downloads every record of the world "%s"',
    async (seed) => {
      const other = await openCliBench({ seed });
      const vault = join(other.directory, 'vault');
      const { status, out, err } = await other.call(['backup', '--vault', vault]);
      expect(err).not.toContain('satchel:');
      expect(status).toBe(0);
      expect(out).toContain('verified');
      const [exported] = other.exports;
      const rows = await rowsByTable(join(vault, 'store.db'));
      const kinds = Object.entries(exported?.counts ?? {});
      expect(kinds.length).toBeGreaterThan(10);
      for (const [kind, count] of kinds) {
        expect([kind, rows.get(pluralOfKind(kind))]).toEqual([kind, count]);
      }
      const [archive] = await readdir(join(vault, 'archives'));
      const manifest = JSON.parse(await readFile(join(vault, 'manifests', `${archive}.json`), 'utf8'));
      expect(manifest).toMatchObject({
        archive,
        sha256: exported?.sha256,
        sizeBytes: exported?.sizeBytes,
        counts: exported?.counts,
        isVerified: true,
      });
      expect(archive).toMatch(
        new RegExp(`^\\d{8}T\\d{6}Z-${other.sandbox.ready.user}-${exported?.migrationId}\\.tar\\.gz$`),
      );
    },
  );

  it('supports the github dialect too', async () => {
    const github = await openCliBench({ dialect: 'github' });
    const vault = join(github.directory, 'vault');
    const { status, err } = await github.call(['backup', '--vault', vault, '--dialect', 'github']);
    expect([status, err.includes('satchel:')]).toEqual([0, false]);
  });

  it('exports just the repositories named, however they are spelled', async () => {
    const [first = ''] = bench.sandbox.ready.repositories;
    const vault = join(bench.directory, 'named');
    const list = Readable.from([`# mine\n${first.toUpperCase()}.git\n\n`]);
    const result = await bench.call(['backup', '--vault', vault, '--repositories-from', '-', '--json'], {
      stdin: list,
    });
    const events = result.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map((event) => event.message_type)).toEqual(
      expect.arrayContaining(['account', 'repositories', 'started', 'downloaded', 'loaded', 'summary']),
    );
    expect(events.at(-1)).toMatchObject({
      message_type: 'summary',
      repositories: [first],
      is_verified: true,
      missing_repositories: [],
    });
    expect(result.status).toBe(0);
  });

  it('runs twice into one vault, and remembers the store for commands that name none', async () => {
    const vault = join(bench.directory, 'twice');
    const first = await bench.call(['backup', '--vault', vault]);
    expect([first.status, first.out.includes('  changes ')]).toEqual([0, false]);
    const second = await bench.call(['backup', '--vault', vault]);
    expect(second.status).toBe(0);
    const changes =
      /^ {2}changes {3}(\d+ new, \d+ changed, 0 deleted since .*)$/m.exec(second.out)?.[1] ?? 'none';
    expect((await bench.run(['status', '--vault', vault])).out).toContain(`; ${changes}\n`);
    const [last, before] = JSON.parse((await bench.run(['log', '--vault', vault, '--json'])).out);
    expect([last.changes.deleted, before.changes]).toEqual([0, undefined]);
    expect((await readdir(join(vault, 'archives'))).length).toBe(2);
    const { out } = await bench.run(['query', 'select count(*) as snapshots from snapshots', '--json']);
    expect(JSON.parse(out)).toEqual([{ snapshots: 2 }]);
  });
});

describe('satchel backup with bad input', () => {
  async function failed(args: readonly string[], changes?: Parameters<CliBench['run']>[1]) {
    const vault = join(bench.directory, `bad-${Math.trunc(bench.requests.length)}-${args.length}`);
    const result = await bench.run(['backup', '--vault', vault, ...args], changes);
    const archives = await readdir(join(vault, 'archives')).catch(() => []);
    const top = await readdir(vault).catch(() => []);
    expect(archives).toEqual([]);
    expect(top.filter((name) => name.startsWith('store'))).toEqual([]);
    expect(result.out).toBe('');
    return result;
  }
  const withToken = (token: string) => ({
    env: createRecordedContext({ env: { SATCHEL_TOKEN: token } }).env,
  });

  it('shows what the service says of an unknown repository', async () => {
    const result = await failed([
      '--base-url',
      bench.sandbox.ready.base_url,
      '--repository',
      'nobody/nothing',
    ]);
    expect(result.status).toBe(1);
    expect(result.err).toContain('there is no repository');
  });

  it('says which kind of token is needed when the token is wrong', async () => {
    const token = `${bench.sandbox.ready.tokens.classic.slice(0, -4)}XXXX`;
    const result = await failed(['--base-url', bench.sandbox.ready.base_url], withToken(token));
    expect(result.status).toBe(4);
    expect(result.err).toContain('classic personal access token');
    expect(result.err).not.toContain(token);
  });

  it.each(['fine_grained', 'app_user', 'app_installation', 'workflow'] as const)(
    'refuses a token of kind %s before the first call',
    async (kind) => {
      const before = bench.requests.length;
      const result = await failed(
        ['--base-url', bench.sandbox.ready.base_url],
        withToken(bench.sandbox.ready.tokens[kind]),
      );
      expect(result.status).toBe(4);
      expect(result.err).toContain('classic personal access token');
      expect(bench.requests.length).toBe(before);
    },
  );

  it('says if no token was given at all', async () => {
    const result = await failed(['--base-url', bench.sandbox.ready.base_url], { env: {} });
    expect(result.status).toBe(4);
    expect(result.err).toContain('SATCHEL_TOKEN');
  });

  it('distinguishes a web page from the service', async () => {
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const result = await failed(['--base-url', `http://127.0.0.1:${port}`]);
      expect(result.status).toBe(1);
      expect(result.err).toContain('is not the service');
    } finally {
      server.close();
    }
  });

  it('fails as temporary if nothing answers', async () => {
    const result = await failed(['--base-url', 'http://127.0.0.1:1']);
    expect(result.status).toBe(5);
  });

  it.each([
    [['--base-url', 'not a url'], 'it is not a URL'],
    [['--base-url', 'http://127.0.0.1:1', '--repository', 'rocket'], 'it is not OWNER/NAME'],
    [['--base-url', 'http://127.0.0.1:1', '--timeout', 'soon'], 'time span'],
    [['--dialect', 'latin'], 'it must be one of'],
    [['--nonsense'], 'There is no flag'],
  ])('calls %j a usage error', async (args, words) => {
    const result = await failed(args);
    expect(result.status).toBe(2);
    expect(result.err).toContain(words);
  });

  it('ends with 7 if the service fails all that was asked for', async () => {
    const [first = ''] = bench.sandbox.ready.repositories;
    const other = await openCliBench({ failing: [first] });
    const vault = join(other.directory, 'vault');
    const result = await other.call(['backup', '--vault', vault, '--repository', first]);
    expect(result.status).toBe(7);
    expect(await readdir(join(vault, 'archives'))).toEqual([]);
  });

  it('finds the repository that fails, backs up the others, and ends with 3', async () => {
    const [first = ''] = bench.sandbox.ready.repositories;
    const other = await openCliBench({ failing: [first] });
    const vault = join(other.directory, 'vault');
    const asked = ['--repository', ...bench.sandbox.ready.repositories];
    const result = await other.call(['backup', '--vault', vault, ...asked]);
    expect(result.status).toBe(3);
    expect(result.out).toContain(`FAILED    ${first}: the service cannot export it`);
    expect(other.exports.flatMap(({ repositories }) => repositories).sort()).toEqual(
      other.sandbox.ready.repositories.filter((name) => name !== first).sort(),
    );
  });

  it('ends with 8 when the deadline comes first', async () => {
    const other = await openCliBench({ exportMs: 3_600_000 });
    const result = await other.call([
      'backup',
      '--vault',
      join(other.directory, 'vault'),
      '--timeout',
      '10m',
    ]);
    expect(result.status).toBe(8);
    expect(result.err).toMatch(/export wait \d+/);
  });

  it('never creates a vault in a directory with other files', async () => {
    const result = await bench.call(['backup', '--vault', bench.directory]);
    expect(result.status).toBe(2);
    expect(basename(bench.directory)).not.toBe('');
  });
});
