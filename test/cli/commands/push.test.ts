import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { listenOn } from '../../../src/base/listen-on.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { git, searchPath } from '../../git/support/make-repository.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { layOutSample } from '../support/loaded-sample.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

let folder: string;
let db: string;

beforeAll(async () => {
  folder = temporaryFolder();
  db = join(folder, 'work.db');
  await layOutSample(db);
});

async function run(...words: readonly string[]) {
  const env = { PATH: searchPath, XDG_DATA_HOME: join(folder, 'data') };
  const context = { ...createRecordedContext({ env }), clock: createSystemClock() };
  const status = await runSatchel(words, context);
  return { status, out: context.out(), err: context.err() };
}

async function push(...words: readonly string[]) {
  const ran = await run('push', '--db', db, '--json', ...words);
  const lines = ran.out.split('\n').filter(Boolean);
  return { ...ran, events: lines.map((line) => JSON.parse(line)) };
}

/** Makes the bare repositories of a host in a folder. */
function makeHost(...names: readonly string[]): string {
  const host = temporaryFolder();
  for (const name of names) {
    const path = join(host, name);
    mkdirSync(path, { recursive: true });
    git(path, 'init', '--quiet', '--bare');
  }
  return host;
}

describe('satchel push', () => {
  it('pushes each repository and wiki to an address of its own', async () => {
    const names = ['seedbank.git', 'tidewatch.git', 'tidewatch.wiki.git'];
    const host = makeHost(...names.map((name) => `yaryna-vitrolom/${name}`));
    const to = ['--to', `file://${host}/{owner}/{name}.git`, '--account', 'yaryna-vitrolom'];
    const first = await push(...to);
    expect(first.status).toBe(0);
    expect(first.events.slice(0, -1).map((event) => [event.repository, event.is_wiki])).toEqual([
      ['yaryna-vitrolom/seedbank', false],
      ['yaryna-vitrolom/tidewatch', false],
      ['yaryna-vitrolom/tidewatch', true],
    ]);
    expect(first.events[1].created).toBeGreaterThan(0);
    for (const name of names.slice(1)) {
      expect(git(join(host, 'yaryna-vitrolom', name), 'for-each-ref', 'refs/heads')).not.toBe('');
    }
    const second = await push(...to);
    expect(second.events[1]).toMatchObject({ created: 0, unchanged: first.events[1].created });
  });

  it('goes on after a repository that fails, and ends with 3', async () => {
    const host = makeHost('yaryna-vitrolom/tidewatch.wiki.git');
    const { status, events } = await push(
      ...['--to', `file://${host}/{owner}/{name}.git`, '--account', 'yaryna-vitrolom'],
    );
    expect(status).toBe(3);
    expect(events[1]).toMatchObject({ repository: 'yaryna-vitrolom/tidewatch', created: 0 });
    expect(events[1].failure).toContain('tidewatch.git');
    expect(events[2]).toMatchObject({ is_wiki: true, failure: null });
    expect(events[2].created).toBeGreaterThan(0);
    expect(events.at(-1)).toMatchObject({ repositories: 3, incomplete: 1 });
  });

  it('writes nothing in a dry run', async () => {
    const host = temporaryFolder();
    const { status, events } = await push('--to', `file://${host}/{name}.git`, '--dry-run');
    expect(status).toBe(0);
    expect(events[0].to).toContain('.git');
    expect(existsSync(join(host, 'tidewatch.git'))).toBe(false);
  });

  it.each([
    ['two repositories would have one address', 'file:///srv/one.git', 'would go there'],
    ['the address has a password', 'https://mira:secret@git.example.org/{name}.git', 'contains a password'],
    ['it is no address', 'nowhere', 'not the address of a repository'],
    ['it names a program', 'ext::sh -c id', 'not the address of a repository'],
  ])('refuses before it pushes: %s', async (_, to, reason) => {
    const { status, err } = await push('--to', to);
    expect([status, err]).toEqual([2, expect.stringContaining(reason)]);
    expect(err).not.toContain('secret');
  });

  it('sends a token by https only', async () => {
    const token = join(folder, 'token');
    writeFileSync(token, 'a-secret-token\n', { mode: 0o600 });
    const { status, err } = await push(
      '--to',
      'http://git.example.org/{name}.git',
      '--forge-token-file',
      token,
    );
    expect([status, err]).toEqual([2, expect.stringContaining('only sent by https')]);
  });

  it.each([
    ['public', 'UPDATE repositories SET is_private = 0', false],
    ['private', 'UPDATE repositories SET is_private = 1', true],
    ['internal', `UPDATE repositories SET is_private = 0, extra = '{"visibility":"internal"}'`, true],
    ['of unknown visibility', 'DELETE FROM repositories', true],
  ])(
    'makes what the forge lacks, and keeps private what is not for all: %s',
    async (_, change, isPrivate) => {
      const own = join(temporaryFolder(), 'work.db');
      await layOutSample(own);
      const store = openDatabase(own, { readonly: false });
      store.exec(`PRAGMA foreign_keys = OFF; ${change}`);
      store.close();
      const token = join(folder, 'token');
      writeFileSync(token, 'a-secret-token\n', { mode: 0o600 });
      const asked: unknown[] = [];
      const server = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) {
          chunks.push(chunk);
        }
        const { url = '', method, headers } = request;
        if (method === 'POST') {
          asked.push([url, headers.authorization, JSON.parse(Buffer.concat(chunks).toString())]);
          response.writeHead(url.includes('/orgs/') ? 404 : 201).end('{"message":"not found"}');
        } else {
          response.writeHead(404).end();
        }
      });
      const { origin, close } = await listenOn(server, { host: '127.0.0.1', port: 0 });
      onTestFinished(close);
      const { status, events } = await push(
        ...['--db', own],
        ...['--to', `${origin}/git/{owner}/{name}.git`, '--forge-token-file', token, '--create', 'forgejo'],
        ...['--repository', 'yaryna-vitrolom/tidewatch'],
      );
      expect(status).toBe(3); // This forge has only its API.
      expect(events[0].failure).toContain('not found');
      expect(asked).toEqual([
        [
          '/git/api/v1/orgs/yaryna-vitrolom/repos',
          'Bearer a-secret-token',
          expect.objectContaining({ name: 'tidewatch' }),
        ],
        ['/git/api/v1/user/repos', 'Bearer a-secret-token', expect.objectContaining({ private: isPrivate })],
      ]);
    },
  );
});
