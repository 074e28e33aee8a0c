import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createReader, planSite, type ReaderOptions, writeSite } from '../../../src/library/reader.ts';
import { loadArchive, openStore } from '../../../src/library/store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { CURRENT } from '../../house/samples.ts';
import { shelved } from '../../house/shelf.ts';

describe('a reader', () => {
  let store = '';
  beforeAll(async () => {
    const folder = await shelved('library-store', async (made) => {
      await loadArchive(CURRENT, { store: join(made, 'work.db') });
    });
    store = join(folder, 'work.db');
  });

  async function open(options?: ReaderOptions) {
    const reader = await createReader(store, options);
    onTestFinished(() => reader.close());
    const get = (path: string, init?: RequestInit) =>
      reader.fetch(new Request(`https://intranet.example${path}`, init));
    return { reader, get };
  }

  it('answers only requests to this machine, unless the program authorizes them', async () => {
    const { get } = await open();
    expect((await get('/')).status).toBe(421);
    const { get: ask } = await open({ authorize: ({ headers }) => headers.get('x-user') === 'mira' });
    expect((await ask('/')).status).toBe(403);
    expect((await ask('/', { headers: { 'x-user': 'mira' } })).status).toBe(200);
    const { get: redirected } = await open({
      authorize: () => new Response(null, { status: 302, headers: { location: '/login' } }),
    });
    expect((await redirected('/')).headers.get('location')).toBe('/login');
  });

  it('is served below a path: each link, asset and redirect of its pages leads below it', async () => {
    const { get } = await open({ prefix: '/archive/', authorize: () => true });
    expect((await get('/')).status).toBe(404);
    using opened = openStore(store);
    const [repository = ''] = opened.repositoryNames();
    for (const path of [
      '/archive',
      '/archive/',
      `/archive/${repository}`,
      `/archive/${repository}/issues`,
      '/archive/-/search?q=a',
    ]) {
      const answer = await get(path, { headers: { 'accept-encoding': 'br' } });
      expect([path, answer.status]).toEqual([path, 200]);
      const html = await answer.text();
      const rooted = [...html.matchAll(/\s(?:href|src|action|data-suggest)="(\/[^"/][^"]*|\/)"/g)].map(
        ([, to]) => to,
      );
      expect(rooted.length).toBeGreaterThan(5);
      expect(rooted.filter((to) => to !== '/archive' && to?.startsWith('/archive/') !== true)).toEqual([]);
    }
    const asset =
      /href="(\/archive\/-\/assets\/[^"]+\.css)"/.exec(await (await get('/archive/')).text())?.[1] ?? '';
    expect((await get(asset)).headers.get('content-type')).toContain('text/css');
  });

  it('renders a text as safe HTML with links to its pages', async () => {
    const { reader } = await open();
    using opened = openStore(store);
    const [issue] = opened.threads({ kind: 'issue' });
    const html = await reader.markdown(`See #${issue?.number} <script>alert(1)</script>`, {
      repository: issue?.repo ?? '',
    });
    expect(html).toContain(`/issues/${issue?.number}"`);
    expect(html).not.toContain('<script');
  });

  it('ends with the signal of a request', async () => {
    await using reader = await createReader(store, { authorize: () => true });
    const slow = 'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n';
    const url = `http://localhost/-/sql.json?q=${encodeURIComponent(slow)}`;
    const stop = new AbortController();
    const answer = reader.fetch(new Request(url, { signal: stop.signal }));
    setImmediate(() => stop.abort(new Error('the client has gone')));
    await expect(answer).rejects.toThrow('the client has gone');
    const gone = new Request(url, { signal: AbortSignal.abort(new Error('gone before')) });
    await expect(reader.fetch(gone)).rejects.toThrow('gone before');
  });

  it('says that it was closed', async () => {
    const { reader, get } = await open();
    await reader.close();
    await expect(get('/')).rejects.toMatchObject({ code: 'closed' });
    await expect(createReader(store, { accounts: ['nowhere'] })).rejects.toMatchObject({ code: 'absent' });
    for (const prefix of ['archive', '//evil.example', '/a b', '/a?x', '/a/../b', '/\u00e4']) {
      await expect(createReader(store, { prefix })).rejects.toMatchObject({ code: 'usage' });
    }
  });

  it('is written as files, only what is public', async () => {
    const directory = join(temporaryFolder(), 'site');
    const plan = await planSite(store);
    expect(existsSync(directory)).toBe(false);
    const { pages } = await writeSite(store, { directory });
    expect(pages).toBeGreaterThan(0);
    expect(plan.pages).toBe(pages);
    expect(existsSync(join(directory, 'index.html'))).toBe(true);
  });
});
