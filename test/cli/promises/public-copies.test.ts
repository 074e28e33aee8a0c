import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { prepareMcpServers } from '../../../src/mcp/create-mcp-server.ts';
import { openAnswers } from '../../../src/mcp/open-answers.ts';
import { writePublicStore } from '../../../src/store/write-public-store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { type PlantedWorld, plantWorld } from '../support/planted-world.ts';
import { readCopy } from '../support/read-copy.ts';
import { runHere } from '../support/run-here.ts';

const TABLES = ['csv', 'ndjson', 'json', 'parquet'] as const;
const OUTPUTS = [...TABLES, 'markdown', 'forge', 'archive', 'site'] as const;
type Output = (typeof OUTPUTS)[number];

let directory = '';
let db = '';
let world: PlantedWorld;

beforeAll(async () => {
  directory = temporaryFolder();
  db = join(directory, 'work.db');
  world = plantWorld(directory);
  const [first = '', second = ''] = world.archives;
  expect((await run('load', first, '--db', db, '--taken-at', '2026-01-01')).status).toBe(0);
  const { status, err } = await run('load', second, '--db', db, '--taken-at', '2026-02-01');
  expect(status, err).toBe(6); // One record is rejected.
  await world.capture(db);
}, 120_000);

async function run(...args: readonly string[]) {
  return await runHere(args, { HOME: directory, XDG_DATA_HOME: join(directory, 'data') });
}

/** Writes an output of the store. Returns its names and contents, without any compression, and the words of the run. */
async function write(
  output: Output,
  isPublic: boolean,
): Promise<{ readonly text: string; readonly err: string }> {
  const path = join(directory, `${output}-${isPublic}${output === 'archive' ? '.tar.gz' : ''}`);
  const flags = output === 'site' ? (isPublic ? [] : ['--include-private']) : isPublic ? ['--public'] : [];
  const args = output === 'site' ? ['site', path] : ['dump', output, '--output', path];
  const { status, err } = await run(...args, '--db', db, ...flags);
  expect([status, err]).toEqual([0, expect.stringContaining('Wrote')]);
  return { err, text: await readCopy(path) };
}

const TABLES_A_QUERY = 12;

/** A query of all that a table has, as one column. */
function selectWhole({
  name,
  columns,
}: {
  readonly name: string;
  readonly columns: readonly string[];
}): string {
  return `SELECT concat_ws(' ', ${columns.map((column) => `"${column}"`).join(', ')}) FROM "${name}"`;
}

function found(words: ReadonlyMap<string, string>, text: string): readonly string[] {
  const lower = text.toLowerCase();
  return [...words].flatMap(([word, place]) => (lower.includes(word) ? [`${word}: ${place}`] : []));
}

describe('copies for the public', () => {
  it.each(OUTPUTS)(
    'have no word of anything private, as %s',
    async (output) => {
      const { text, err } = await write(output, true);
      expect(found(world.secret, text)).toEqual([]);
      expect(found(world.open, text).length).toBeGreaterThan(5);
      expect(err).toContain('1 repository, not 3 private, and 1 that may be private');
      expect(err).not.toMatch(/quokka/);
    },
    120_000,
  );

  it('have no word of anything private, as the store that all are made from, and what an assistant reads of it', async () => {
    const path = join(directory, 'public.db');
    const clock = createSystemClock();
    await writePublicStore({ from: db, to: path, clock, hasGit: false });
    expect(found(world.secret, readFileSync(path).toString('latin1'))).toEqual([]);
    const sources = openAnswers({
      ...{ store: path, folders: undefined, clock, searchPath: '', signal: new AbortController().signal },
    });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await (await prepareMcpServers(sources))().connect(far);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(near);
    const ask = async (name: string, values: Record<string, unknown>) =>
      JSON.stringify(await client.callTool({ name, arguments: values }));
    const tables = sources.store.tables().filter(({ name }) => !name.startsWith('search'));
    expect(tables.length).toBeGreaterThan(50);
    const texts = [await ask('list_repositories', {})];
    // Each query starts a process, so that one reads several tables.
    for (let at = 0; at < tables.length; at += TABLES_A_QUERY) {
      const queries = tables.slice(at, at + TABLES_A_QUERY).map(selectWhole);
      const answer = await ask('query_sql', { sql: queries.join(' UNION ALL ') });
      expect(answer).not.toMatch(/more rows than fit|"isError":true/);
      texts.push(answer);
    }
    for (const query of ['repo:acme/open', 'walnut0001x', 'quokka*', 'author:alice', 'type:release v1']) {
      texts.push(await ask('search', { query, limit: 50 }));
    }
    for (const thread of ['acme/open#1', 'acme/open#2', 'acme/open#3']) {
      texts.push(await ask('read_thread', { thread }), await ask('history', { record: thread }));
    }
    texts.push(await ask('read_file', { repository: 'acme/open' }));
    await client.close();
    sources.close();
    expect(found(world.secret, texts.join('\n'))).toEqual([]);
    expect(found(world.open, texts.join('\n')).length).toBeGreaterThan(30);
  });

  it('say in the copy and in the report what they leave out, by kind and reason, without a name', async () => {
    const path = join(directory, 'omitted');
    const { status, out } = await run('dump', 'csv', '--public', '--db', db, '--output', path, '--json');
    const { publication } = JSON.parse(out.trim().split('\n').at(-1) ?? '');
    const text = readFileSync(join(path, 'OMITTED.md'), 'utf8');
    expect(status).toBe(0);
    expect(publication.repositories).toEqual({ public: 1, private: 3, unknown: 1 });
    expect(publication.replaced).toEqual({ repository: 2, address: 1, secret: 2 });
    for (const { kind, count, reason } of publication.left_out) {
      expect(text).toContain(`| ${kind.replaceAll('_', ' ')} | ${count} | ${reason} |`);
    }
    expect(text).toMatch(/^\| issues \| 3 \| not in a public repository \|$/m);
    expect(found(world.secret, text + out)).toEqual([]);
  });

  it('lead from each page of a site to what it leaves out', () => {
    const site = join(directory, 'site-true');
    const linkIn = (...path: readonly string[]) =>
      /<a href="([^"]*OMITTED\.md)">what is left out<\/a>/.exec(
        readFileSync(join(site, ...path, 'index.html'), 'utf8'),
      )?.[1];
    expect(linkIn()).toBe('OMITTED.md');
    expect(linkIn('acme', 'open')).toBe('../../OMITTED.md');
  });

  it('have what is public, each in some of them', async () => {
    let all = '';
    for (const name of ['ndjson-true', 'archive-true.tar.gz', 'site-true']) {
      all += await readCopy(join(directory, name));
    }
    expect([...world.open].filter(([word]) => !all.includes(word))).toEqual([]);
  });

  it('differ from copies of everything, which have all words', async () => {
    const texts: string[] = [];
    for (const output of ['ndjson', 'archive', 'site'] as const) {
      texts.push((await write(output, false)).text);
    }
    const all = texts.join('\n');
    const missing = [...world.secret].filter(([word]) => !all.includes(word) && !world.packed.has(word));
    expect(missing).toEqual([]);
    expect(found(world.secret, texts[2] ?? '').some((line) => line.includes('source'))).toBe(true);
  }, 120_000);

  it('have no git data, as archive', async () => {
    const all = await readCopy(join(directory, 'archive-false.tar.gz'));
    const open = await readCopy(join(directory, 'archive-true.tar.gz'));
    expect(all).toContain('repositories/acme/open.git/objects/');
    expect(open).not.toMatch(/repositories\/[^"]*\/objects/);
  });

  it('have the patch of a pull request without mail addresses', () => {
    const patch = join(directory, 'site-true', 'acme', 'open', 'pull', '3.patch');
    expect(existsSync(patch)).toBe(true);
    expect(readFileSync(patch, 'utf8')).toMatch(/^From: walnut\d+x <>$[\s\S]*^Co-authored-by: Bo$/m);
  });

  it.each([
    ['a private repository', ['--repository', 'acme/none'], 10],
    ['an older snapshot', ['--snapshot', '1'], 2],
    ['a private table', ['--table', 'teams'], 2],
  ])('cannot be made of %s', async (_what, flags, status) => {
    const result = await run(
      'dump',
      'csv',
      '--public',
      '--db',
      db,
      '--output',
      join(directory, 'x'),
      ...flags,
    );
    expect(result.status).toBe(status);
  });
});
