import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createNodeListener,
  createReader,
  planSite,
  type ReaderOptions,
  writeSite,
} from '../../../src/library/reader.ts';
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

  it('refuses a request whose authorization fails', async () => {
    const errors: unknown[] = [];
    const fault = new Error('no session store');
    const onError = (error: unknown, path: string) => errors.push([error, path]);
    for (const authorize of [
      () => Promise.reject(fault),
      () => {
        throw fault;
      },
    ]) {
      const { get } = await open({ authorize, onError });
      expect((await get('/-/people')).status).toBe(500);
    }
    expect(errors).toEqual([
      [fault, '/-/people'],
      [fault, '/-/people'],
    ]);
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
    const { reader: below } = await open({ prefix: '/archive' });
    const text = { repository: issue?.repo ?? '' };
    expect(await below.markdown(`#${issue?.number}`, text)).toContain(`href="/archive/${issue?.repo}/`);
    const signal = AbortSignal.abort(new Error('no time'));
    await expect(reader.markdown('text', { signal })).rejects.toThrow('no time');
  });

  it('renders a conversation as safe HTML', async () => {
    const { reader } = await open({ prefix: '/archive' });
    using opened = openStore(store);
    const [issue] = opened.threads({ kind: 'issue', sort: { by: 'comments', isAscending: false } });
    const address = `${issue?.repo}#${issue?.number}`;
    const html = await reader.threadHtml(address);
    const { timeline, title } = opened.thread(address);
    expect(html).toContain(`<h2 class="level-1">`);
    expect(html).toContain(`>#${issue?.number}</a>)</h2>`);
    expect(title).toBe(issue?.title);
    expect(html.match(/<section>/g)?.length).toBe(timeline.length + 1);
    await expect(reader.threadHtml('nowhere/nothing#1')).rejects.toMatchObject({ code: 'absent' });
  });

  it('answers a server of Node, and ends the work of a client that has gone', async () => {
    const { reader } = await open({ prefix: '/archive' });
    const server = createServer(createNodeListener(reader));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}/archive`;
    const page = await fetch(`${base}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')]);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    const listener = createNodeListener(reader);
    // What Express does with a handler at a path.
    const mounted = createServer((incoming, outgoing) => {
      Object.assign(incoming, { originalUrl: incoming.url, url: incoming.url?.replace(/^\/archive/, '') });
      void listener(incoming, outgoing);
    });
    mounted.listen(0, '127.0.0.1');
    await once(mounted, 'listening');
    onTestFinished(() => void mounted.close());
    const { port: third } = mounted.address() as AddressInfo;
    expect((await fetch(`http://127.0.0.1:${third}/archive/`)).status).toBe(200);
    const gone = new AbortController();
    const seen = new EventEmitter();
    const asked: Promise<Request> = once(seen, 'request').then(([one]) => one);
    const slow = createServer(
      createNodeListener({
        fetch(request) {
          seen.emit('request', request);
          return reader.fetch(request);
        },
      }),
    );
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    onTestFinished(() => void slow.close());
    const { port: other } = slow.address() as AddressInfo;
    const endless = 'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n';
    const asking = fetch(`http://127.0.0.1:${other}/archive/-/sql.json?q=${encodeURIComponent(endless)}`, {
      signal: gone.signal,
    });
    const { signal } = await asked;
    const ended = once(signal, 'abort');
    gone.abort(new Error('gone'));
    await expect(asking).rejects.toThrow('gone');
    await ended;
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

  it('prints nothing when it is closed while it answers, and says so', async () => {
    const print = vi.spyOn(console, 'error');
    onTestFinished(() => print.mockRestore());
    const errors: unknown[] = [];
    const reader = await createReader(store, {
      authorize: () => true,
      onError: (error) => errors.push(error),
    });
    // The page loads its module first.
    const answers = [
      reader.fetch(new Request('https://intranet.example/-/people')),
      reader.markdown('text'),
      reader.threadHtml('acme/app#1'),
    ];
    await reader.close();
    const endings = await Promise.allSettled(answers);
    expect(endings.map((ending) => 'reason' in ending && ending.reason.code)).toEqual(
      Array(3).fill('closed'),
    );
    expect([...errors, ...print.mock.calls]).toEqual([]);
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
