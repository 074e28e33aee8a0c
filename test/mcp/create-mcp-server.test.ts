import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../src/archive/archive-source.ts';
import { createDrivenClock, createSystemClock } from '../../src/base/clock.ts';
import { createGitStage } from '../../src/git/git-stage.ts';
import { loadArchiveSource } from '../../src/load/load-archive-source.ts';
import { prepareMcpServers } from '../../src/mcp/create-mcp-server.ts';
import { openAnswers } from '../../src/mcp/open-answers.ts';
import { foldersNextTo } from '../../src/store/file-folders.ts';
import { readKeptRepositories } from '../../src/store/kept-files.ts';
import { openStore } from '../../src/store/store.ts';
import { git } from '../git/support/make-repository.ts';
import { afterwards, temporaryFolder } from '../house/afterwards.ts';
import { expectClosed } from '../house/open-files.ts';
import { MAIN } from '../house/packed-program.ts';
import { CURRENT } from '../house/samples.ts';
import { DELETED, EDITED, noteDeletion, writeThreeSnapshots } from '../store/support/three-snapshots.ts';
import { serveMcp } from './support/serve-mcp.ts';

const NOW_MS = Date.UTC(2026, 5, 2);
const REPO = 'northquay-works/ferrylight';

/** The lines of a file that takes several answers. */
const LONG = Array.from({ length: 4_000 }, (_, index) => `line ${index + 1}`);

let db: string;

beforeAll(async () => {
  db = join(temporaryFolder(), 'work.db');
  await loadArchiveSource({
    sources: [await openArchiveSource(CURRENT)],
    dbPath: db,
    archive: { name: 'current.tar.gz' },
    clock: createDrivenClock(NOW_MS),
    files: {
      folders: foldersNextTo(db),
      openRepositoryStage: (directory) => createGitStage({ directory }),
    },
  });
}, 60_000);

/** Adds a branch with one file to the kept repository. */
function addBranch(branch: string, name: string, text: string): void {
  const store = openStore(db);
  const kept = readKeptRepositories(store.db).find(({ repo, isWiki }) => repo === REPO && !isWiki);
  store.close();
  const bare = join(foldersNextTo(db).git, kept?.folder ?? '');
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  git(
    bare,
    'update-index',
    '--add',
    '--cacheinfo',
    `100644,${git(bare, 'hash-object', '-w', path).trim()},${name}`,
  );
  const commit = git(bare, 'commit-tree', git(bare, 'write-tree').trim(), '-m', 'A long file').trim();
  git(bare, 'branch', branch, commit);
  rmSync(join(bare, 'index'));
}

/** A client of a server in this process, which answers from a store. Both are closed afterwards. */
async function connect(store: string): Promise<Client> {
  const sources = openAnswers({
    ...{ store, folders: foldersNextTo(store), clock: createSystemClock() },
    ...{ searchPath: process.env['PATH'] ?? '', signal: new AbortController().signal },
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = (await prepareMcpServers(sources))();
  await server.connect(far);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(near);
  afterwards(async () => {
    await client.close();
    sources.close();
    await expectClosed(store);
  });
  return client;
}

/** The answer of a tool, and whether it is a failure. */
async function call(client: Client, name: string, values: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: values });
  const [first] = content as readonly { readonly text: string }[];
  return { text: first?.text ?? '', isError: isError === true };
}

describe('an assistant', () => {
  let client: Client;

  beforeAll(async () => {
    addBranch('long', 'long.txt', `${LONG.join('\n')}\n`); // A server does not see what changes while it reads.
    client = await connect(db);
  });

  it('finds threads with a passage, and reads one that it names', async () => {
    const found = await call(client, 'search', { query: 'windows', limit: 2 });
    expect(found.text).toMatch(
      /#\d+ .+ \((issue|pull request), \w+, by [\w-]+, \d{4}-\d\d-\d\d\)\n {2}[\w-]+: .*[Ww]indows/,
    );
    expect(found.text).toContain('[from the snapshot of 1 Jun 2026]');
    const [, name = ''] = /^(\S+#\d+) /.exec(found.text) ?? [];
    const read = await call(client, 'read_thread', { thread: name });
    expect(read.text).toContain(`number: ${name.split('#')[1]}`);
    expect(read.text).toMatch(/windows/i);
  });

  it('continues a search and a list where they ended', async () => {
    const first = await call(client, 'search', { query: 'is:issue', limit: 3 });
    const [, after = ''] = /after=(\S+)/.exec(first.text) ?? [];
    const second = await call(client, 'search', { query: 'is:issue', limit: 3, after });
    const namesIn = ({ text }: { readonly text: string }) => text.match(/^\S+#\d+/gm) ?? [];
    expect(namesIn(first)).toHaveLength(3);
    expect(namesIn(second)).toHaveLength(3);
    expect(namesIn(first)).not.toContain(namesIn(second)[0]);
  });

  it('reads folders and files at a branch, and from a line on', async () => {
    const top = await call(client, 'read_file', { repository: REPO });
    expect(top.text.split('\n')).toContain('README.md');
    const file = await call(client, 'read_file', { repository: REPO, path: 'README.md', ref: 'main' });
    const later = await call(client, 'read_file', { repository: REPO, path: 'README.md', line: 3 });
    expect(file.text.split('\n')[3]).toBe(later.text.split('\n')[1]);
  });

  it('reads a long file in parts that neither leave out nor repeat a line', async () => {
    const read: string[] = [];
    let parts = 0;
    for (let line: string | undefined = '1'; line !== undefined && parts < 9; parts += 1) {
      const place = { repository: REPO, path: 'long.txt', ref: 'long', line: Number(line) };
      const { text } = await call(client, 'read_file', place);
      read.push(...(text.match(/^line \d+$/gm) ?? []));
      line = /^More: line=(\d+) of \d+$/m.exec(text)?.[1];
    }
    expect(read).toEqual(LONG);
    expect(parts).toBeGreaterThan(2);
  });

  it('answers statements that only read, and shows the tables', async () => {
    const counted = await call(client, 'query_sql', { sql: 'SELECT count(*) AS n FROM issues' });
    expect(counted.text).toMatch(/^n\n18\n/);
    expect(await call(client, 'query_sql', { sql: 'DELETE FROM issues' })).toMatchObject({ isError: true });
    const many = await call(client, 'query_sql', { sql: 'SELECT users.id FROM issue_events, users' });
    expect(many.text.split('\n').length).toBeLessThan(110);
    expect(many.text).toContain('more rows');
    const { contents } = await client.readResource({ uri: 'satchel://schema' });
    expect(JSON.stringify(contents)).toContain('issue_comments');
  });

  it('gives threads to people who choose what an assistant reads, and completes their addresses', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    const uri = resourceTemplates[0]?.uriTemplate ?? '';
    const complete = async (name: string, value: string, given: Record<string, string> = {}) => {
      const ref = { type: 'ref/resource', uri } as const;
      const argument = { name, value };
      const answer = await client.complete({ ref, argument, context: { arguments: given } });
      return answer.completion.values;
    };
    expect(await complete('owner', 'North')).toEqual(['northquay-works']);
    expect(await complete('name', 'ferry', { owner: 'northquay-works' })).toEqual(['ferrylight']);
    expect(await complete('name', 'ferry', { owner: 'somebody' })).toEqual([]);
    const at = uri.replace('{owner}/{name}', REPO).replace('{number}', '13');
    const { contents } = await client.readResource({ uri: at });
    expect(contents).toEqual([
      { uri: at, mimeType: 'text/markdown', text: expect.stringContaining('number: 13') },
    ]);
    for (const wrong of [at.replace('13', '99999'), 'satchel://nothing']) {
      await expect(client.readResource({ uri: wrong })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(/^MCP error -32602: (?!MCP)/),
      });
    }
  });

  it('keeps every answer short enough for a conversation', async () => {
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools).length).toBeLessThan(4_000);
    for (const [name, values] of [
      ['list_repositories', {}],
      ['search', { query: 'is:issue', limit: 50 }],
      ['query_sql', { sql: "SELECT printf('%.*c', 100000, 'x')" }],
      ['history', { record: `${REPO}#13` }],
    ] as const) {
      expect((await call(client, name, values)).text.length, name).toBeLessThan(20_000);
    }
  });

  it.each([
    ['no query', 'search', {}, 'The parameter "query" is missing'],
    ['a number as text', 'search', { query: 'x', limit: '3' }, 'must be a number'],
    ['an unknown parameter', 'search', { query: 'x', repo: 'y' }, 'There is no parameter "repo"'],
    ['an unknown thread', 'read_thread', { thread: `${REPO}#99999` }, '99999'],
    ['a part that is not there', 'read_thread', { thread: `${REPO}#13`, part: 9 }, 'the thread has'],
    ['a file that is not there', 'read_file', { repository: REPO, path: 'none' }, 'no such file'],
    ['an unknown branch', 'read_file', { repository: REPO, ref: 'none' }, 'not a branch'],
    ['an invalid search', 'search', { query: 'is:nothing' }, '"nothing" is not a value of is:'],
    ['an unknown tool', 'remove', {}, 'There is no tool "remove"'],
  ])('is told what is wrong with %s', async (_case, name, values, words) => {
    const { text, isError } = await call(client, name, values);
    expect([isError, text]).toEqual([true, expect.stringContaining(words)]);
  });
});

it('marks what was edited or deleted, and has former texts', async () => {
  const store = join(temporaryFolder(), 'three.db');
  await writeThreeSnapshots(store);
  const client = await connect(store);
  const { text } = await call(client, 'read_thread', { thread: 'acme/app#7' });
  expect(text).toMatch(/\[deleted between 12 and 19 May 2026\].*\n\nThe heron flew away\./);
  expect(text).toMatch(/\[edited between 19 and 26 May 2026; .*\].*\n\nWe keep a gull\./);
  const { text: former } = await call(client, 'history', { record: EDITED });
  expect(former).toContain('We keep a tern.');
  expect(former).toContain('edited between 19 and 26 May 2026');
  expect((await call(client, 'history', { record: DELETED })).text).toContain(
    'deleted between 12 and 19 May',
  );
});

it('says who deleted a comment, where an event says it', async () => {
  const store = join(temporaryFolder(), 'three.db');
  await writeThreeSnapshots(store);
  noteDeletion(store);
  const client = await connect(store);
  const { text } = await call(client, 'read_thread', { thread: 'acme/app#7' });
  expect(text).toMatch(/\[deleted by ada on 14 May 2026\].*\n\nThe heron flew away\./);
});

describe('satchel mcp', () => {
  it('answers by standard input and output, and ends with them', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', '--db', db],
    });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toHaveLength(6);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect((await call(client, 'search', { query: 'windows' })).text).toContain('#');
    const closed = new Promise<void>((resolve) => {
      client.onclose = resolve;
    });
    await client.close();
    await closed;
  });

  it('answers by HTTP only local programs with its token', async () => {
    const { url, token, headers } = await serveMcp(db, ['--public']);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    expect((await call(client, 'list_repositories', {})).text).toContain('ferrylight');
    await client.close();
    const statusOf = async (headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', headers, body: '{}' })).status;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ authorization: `Bearer ${token}x` })).toBe(401);
    expect(await statusOf({ ...headers, origin: 'https://evil.example' })).toBe(403);
    for (const method of ['GET', 'DELETE']) {
      const refused = await fetch(url, { method, headers: { ...headers, accept: 'text/event-stream' } });
      expect([refused.status, refused.headers.get('allow')], method).toEqual([405, 'POST']);
    }
  });
});
