import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  dumpStore,
  loadArchive,
  openStore,
  type SearchResult,
  type SearchResults,
} from '../../../src/library/store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { CURRENT, OLD } from '../../house/samples.ts';
import { shelved } from '../../house/shelf.ts';

it('leaves nothing behind if its load is aborted', async () => {
  const folder = temporaryFolder();
  const end = new AbortController();
  const reason = new Error('enough');
  const bytes = readFileSync(CURRENT);
  async function* halting() {
    yield bytes.subarray(0, bytes.length - 1_000);
    end.abort(reason);
    yield bytes.subarray(bytes.length - 1_000);
  }
  const load = loadArchive(halting(), { store: join(folder, 'new.db'), signal: end.signal });
  await expect(load).rejects.toBe(reason);
  expect(readdirSync(folder)).toEqual([]);
});

describe('a store', () => {
  let path = '';
  beforeAll(async () => {
    const folder = await shelved('library-store', async (made) => {
      await loadArchive(CURRENT, { store: join(made, 'work.db') });
    });
    path = join(folder, 'work.db');
  });

  it('has rows as objects, in this process or in one of its own', async () => {
    using store = openStore(path);
    const query = store.query<{ number: number; title: string }>(
      'SELECT number, title FROM issues ORDER BY number',
      {
        maxRows: 3,
      },
    );
    const here = [...query];
    const apart: object[] = [];
    for await (const row of query) {
      apart.push(row);
    }
    expect(here.length).toBe(3);
    expect(apart).toEqual(here);
    expect([query.columns(), query.all()]).toEqual([['number', 'title'], here]);
  });

  it('has lists that each loop reads again, also of what differs between snapshots, as values', async () => {
    const folder = temporaryFolder();
    const history = join(folder, 'history.db');
    await loadArchive(OLD, { store: history, keepsGit: false, hasSearch: false });
    await loadArchive(CURRENT, { store: history, keepsGit: false, hasSearch: false });
    using store = openStore(history);
    const issues = store.records('issue');
    expect([...issues].length).toBeGreaterThan(0);
    expect([...issues]).toEqual([...issues]);
    const [, newest] = store.snapshots();
    const changes = store.changes(newest?.id ?? 0);
    const [first] = changes;
    expect(first).toMatchObject({ kind: expect.any(String), url: expect.any(String) });
    const values = [...changes].map(({ before, after }) => before ?? after);
    expect(values.every((value) => typeof value === 'object')).toBe(true);
    expect(JSON.parse(JSON.stringify(first))).toHaveProperty(first?.after === undefined ? 'before' : 'after');
    expect(() => store.changes(99)).toThrow(expect.objectContaining({ code: 'absent' }));
    store.close();
    expect(() => [...issues]).toThrow(expect.objectContaining({ code: 'closed' }));
  });

  it('runs a saved query with the default values of its parameters', () => {
    using store = openStore(path);
    const query = store.savedQuery<{ month: string }>('activity-by-month');
    expect(query.all().length).toBeGreaterThan(0);
    expect(() => store.savedQuery('activity-by-month', { nonsense: '1' } as object)).toThrow(
      /no parameter "nonsense"/,
    );
  });

  it('has conversations as data and as Markdown, searches and histories', () => {
    using store = openStore(path);
    const [found] = store.search('is:issue', { limit: 1 }).results;
    const address = `${found?.repo}#${found?.number}`;
    const thread = store.thread(address);
    expect(thread).toMatchObject({ kind: 'issue', repo: found?.repo, number: found?.number });
    expect(store.threadMarkdown(address)).toContain(`# ${thread.title}`);
    const { versions } = store.history(address);
    expect(versions.map((version) => ({ ...version }))).toMatchObject([
      { kind: 'issue', change: 'added', value: { title: thread.title } },
    ]);
    expect(() => store.thread('nowhere/nothing#1')).toThrow(expect.objectContaining({ code: 'absent' }));
  });

  it('says what is wrong with arguments, and that it was closed', () => {
    const store = openStore(path);
    expect(() => store.search('x', { limit: 1.5 })).toThrow(
      'Cannot search: "limit" must be a whole number from 0, and not 1.5',
    );
    expect(() => store.query('DELETE FROM issues').all()).toThrow(
      expect.objectContaining({ code: 'query-refused' }),
    );
    const half = store.query('SELECT 1 AS one UNION ALL SELECT 2')[Symbol.iterator]();
    expect(half.next().value).toEqual({ one: 1 });
    expect(() => store.close()).toThrow(/a loop over its rows has not ended$/);
    half.return?.();
    store.close();
    expect(() => store.snapshots()).toThrow(expect.objectContaining({ code: 'closed' }));
    const wrong: unknown[] = [undefined, 7, ''];
    for (const value of wrong) {
      expect(() => openStore(value as string)).toThrow(expect.objectContaining({ code: 'usage' }));
    }
  });

  it('throws at the time limit of a query instead of ending its loop', async () => {
    using store = openStore(path);
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
    const rows = store.query(endless, { timeoutMs: 50 })[Symbol.asyncIterator]();
    await expect(rows.next()).rejects.toMatchObject({ code: 'query-stopped' });
    const signal = AbortSignal.abort(new Error('no time'));
    expect(() => store.query('SELECT 1', { signal }).all()).toThrow('no time');
    await expect(dumpStore(path, { format: 'csv', output: 'never', signal })).rejects.toThrow('no time');
  });

  it('refuses what the types refuse', () => {
    using store = openStore(path);
    const wrong = (value: string) => value as 'issue'; // As a program in JavaScript would.
    expect(() => store.threads({ kind: wrong('issues') })).toThrow(
      'Cannot list threads: "kind" must be issue or pull_request, and not "issues"',
    );
    expect(() => store.threads({ kind: 'issue', limit: Number.POSITIVE_INFINITY })).toThrow(
      /must be a whole number/,
    );
    expect(() => store.restoreSnapshot(1, path)).toThrow(/something is there already$/);
    expect(() => openStore(new URL('https://example.com/'))).toThrow(
      expect.objectContaining({ code: 'usage' }),
    );
    const query = store.query('SELECT 1');
    store.close();
    expect(() => query.all()).toThrow(expect.objectContaining({ code: 'closed' }));
  });

  it('is dumped in each format', async () => {
    const folder = temporaryFolder();
    const report = await dumpStore(path, { format: 'csv', output: join(folder, 'tables') });
    expect(report.tables?.map(({ name }) => name)).toContain('issues');
    await dumpStore(path, { format: 'archive', output: join(folder, 'again.tar.gz') });
    expect(existsSync(join(folder, 'again.tar.gz'))).toBe(true);
    await expect(dumpStore(path, { format: 'csv', output: join(folder, 'tables') })).rejects.toMatchObject({
      code: 'exists',
      details: { path: join(folder, 'tables') },
    });
    await expect(dumpStore(path, {} as { format: 'csv'; output: string })).rejects.toThrow(
      'Cannot dump the store: "format" is missing',
    );
  });

  it('lists by page', () => {
    using store = openStore(path);
    const lists = {
      threads: (page: { readonly limit?: number; readonly offset?: number }) =>
        store.threads({ kind: 'issue', ...page }),
      releases: (page: { readonly limit?: number; readonly offset?: number }) => store.releases(page),
      repositories: (page: { readonly limit?: number; readonly offset?: number }) => store.repositories(page),
    };
    for (const list of Object.values(lists)) {
      const all = list({ limit: 1_000 });
      expect(all.length).toBeGreaterThan(1);
      expect([...list({ limit: 1 }), ...list({ limit: 1_000, offset: 1 })]).toEqual(all);
      expect(list({ offset: all.length })).toEqual([]);
    }
  });

  it.for(['is:issue sort:created', 'the', 'a sort:updated-asc', 'is:pr', 'nothingmatchesthis'])(
    'finds all that the pages of a search have: %s',
    async (text) => {
      using store = openStore(path);
      const pages: SearchResults[] = [];
      do {
        pages.push(store.search(text, { limit: 7, after: pages.at(-1)?.after }));
      } while (pages.at(-1)?.after !== undefined);
      const paged = pages.flatMap(({ results }) => results);
      const all = store.searchAll(text);
      const found: SearchResult[] = [];
      for await (const result of all) {
        found.push(result);
      }
      expect(found).toEqual(paged);
      expect([...all]).toEqual(paged);
    },
  );

  it('lists all that the pages have, and refuses the options of pages', () => {
    using store = openStore(path);
    const limit = 1_000;
    expect([...store.allThreads({ kind: 'issue', state: 'open' })]).toEqual(
      store.threads({ kind: 'issue', state: 'open', limit }),
    );
    expect([...store.allReleases({ isOldestFirst: true })]).toEqual(
      store.releases({ isOldestFirst: true, limit }),
    );
    expect([...store.allRepositories()]).toEqual(store.repositories({ limit }));
    const paged: object = { limit: 3 };
    expect(() => store.searchAll('x', paged)).toThrow('Cannot search: there is no option "limit"');
    expect(() => store.allReleases(paged)).toThrow('there is no option "limit"');
    expect(() => store.allThreads({} as { kind: 'issue' })).toThrow('"kind" is missing');
    expect(() => store.searchAll('is:nonsense')).toThrow(expect.objectContaining({ code: 'search-refused' }));
  });

  it('looks for what a list names before a loop begins', () => {
    using store = openStore(path);
    const absent = expect.objectContaining({ code: 'absent' });
    expect(() => store.allThreads({ kind: 'issue', repo: 'no/where' })).toThrow(absent);
    expect(() => store.allReleases({ repo: 'no/where' })).toThrow(absent);
    expect(() => store.allRepositories({ accounts: ['nobody'] })).toThrow(absent);
  });

  it('lets a signal that comes from elsewhere end a loop with `for await`, and finds nothing before it is asked', async () => {
    using store = openStore(path);
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('enough')));
    const titles: unknown[] = [];
    const loop = async () => {
      for await (const { title } of store.searchAll('is:issue', { signal: controller.signal })) {
        titles.push(title);
      }
    };
    await expect(loop()).rejects.toThrow('enough');
    expect(titles.length).toBe(1);
    const halfway = store.allThreads({ kind: 'issue' })[Symbol.iterator]();
    halfway.next();
    expect(() => store.close()).toThrow(/a loop over its rows has not ended$/); // They are still to be read.
    halfway.return?.();
  });

  it('ends a loop over rows in this process at its time limit, without the time of the loop', () => {
    using store = openStore(path);
    let nowMs = 0;
    // Each look at this clock takes a millisecond, and each turn of the loop a second.
    const clock = { now: () => nowMs++, sleep: () => Promise.resolve() };
    const query = store.query('SELECT number FROM issues', { clock, timeoutMs: 3 });
    const numbers: unknown[] = [];
    const read = () => {
      for (const row of query) {
        numbers.push(row);
        nowMs += 1_000;
      }
    };
    expect(read).toThrow('Cannot run the query: it took longer than 3 ms');
    expect(numbers).toHaveLength(3);
    expect(() => query.all()).toThrow('it took longer than 3 ms');
  });
});
