import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { listPages } from '../../../src/client/list-pages.ts';
import type { Wait } from '../../../src/client/send.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { json, type Step, startScriptedServer, text } from '../support/scripted-server.ts';
import { createTestClient, READ, START_MS, TOKEN, WRITE } from '../support/test-client.ts';

const ETAG = 'W/"0123,4 5"';
const NOT_MODIFIED = text(304, '', { 'x-ratelimit-remaining': '4999' });
const FIRST = json(200, [1], { etag: ETAG, link: '</things?page=2>; rel="next"' });

async function setUp(...steps: readonly Step[]) {
  const clock = createDrivenClock(START_MS, { skipSleeps: true });
  const waits: Wait[] = [];
  const server = await startScriptedServer(...steps);
  const client = createTestClient(server.url, { clock, onWait: (wait) => waits.push(wait) });
  return { clock, client, server, waits };
}

describe('withValidators()', () => {
  it('sends the ETag back as received, and returns the cached response if nothing changed', async () => {
    const { client, server } = await setUp(FIRST, NOT_MODIFIED);
    const first = await client.request(READ);
    const second = await client.request(READ);
    expect(server.requests[1]?.headers['if-none-match']).toBe(ETAG);
    expect(first.isUnchanged).toBeUndefined();
    expect(second).toMatchObject({ status: 200, body: [1], isUnchanged: true });
    expect(second.headers.get('link')).toBe('</things?page=2>; rel="next"');
    expect(second.headers.get('x-ratelimit-remaining')).toBe('4999');
  });

  it('finds a page that was added to a list whose first page is the same, although the 304 names no next one', async () => {
    let count = 2;
    const { client } = await setUp(async (response, request) => {
      const link = count > 2 ? { link: '</things?per_page=2&page=2>; rel="next"' } : {};
      const first =
        request.headers['if-none-match'] === ETAG
          ? text(304, '', { etag: ETAG })
          : json(200, [1, 2], { etag: ETAG, ...link });
      await (request.path.endsWith('&page=2') ? json(200, [3]) : first)(response, request);
    });
    const readAll = async () => {
      const items: unknown[] = [];
      for await (const { body } of listPages(client, { ...READ, query: { per_page: 2 } })) {
        items.push(...(body as readonly unknown[]));
      }
      return items;
    };
    expect(await readAll()).toEqual([1, 2]);
    count = 3;
    expect(await readAll()).toEqual([1, 2, 3]);
    expect(await readAll()).toEqual([1, 2, 3]);
  });

  it('sends Last-Modified back as received if the ETag is empty', async () => {
    const date = 'Mon, 04 May 2026 10:00:00 GMT';
    const { client, server } = await setUp(
      json(200, [1], { etag: 'W/""', 'last-modified': date }),
      NOT_MODIFIED,
    );
    await client.request(READ);
    await client.request(READ);
    expect(server.requests[1]?.headers['if-modified-since']).toBe(date);
    expect(server.requests[1]?.headers).not.toHaveProperty('if-none-match');
  });

  it('uses the new answer if something changed', async () => {
    const { client } = await setUp(FIRST, json(200, [2], { etag: '"2"' }));
    await client.request(READ);
    expect((await client.request(READ)).body).toEqual([2]);
  });

  it('keeps addresses apart, and media types', async () => {
    const { client, server } = await setUp(FIRST);
    await client.request(READ);
    await client.request({ ...READ, query: { page: 2 } });
    expect(server.requests[1]?.headers).not.toHaveProperty('if-none-match');
  });

  it('invalidates the cache after a write, even a failed one', async () => {
    const { client, server, clock } = await setUp(FIRST, json(422, { message: 'No' }), FIRST);
    await client.request(READ);
    clock.advance(5);
    await client.request(WRITE).catch(() => undefined);
    await client.request(READ);
    expect(server.requests[2]?.headers).not.toHaveProperty('if-none-match');
  });

  it('answers from the cache while the service does not allow a poll', async () => {
    const { client, clock, server, waits } = await setUp(
      json(200, [1], { etag: ETAG, 'x-poll-interval': '60' }),
      NOT_MODIFIED,
    );
    await client.request(READ);
    clock.advance(59_999);
    expect(await client.request(READ)).toMatchObject({ body: [1], isUnchanged: true });
    expect(server.requests).toHaveLength(1);
    clock.advance(1);
    await client.request(READ);
    expect(server.requests).toHaveLength(2);
    clock.advance(59_000); // A 304 without the header changes nothing about the interval.
    await client.request(READ);
    expect(server.requests).toHaveLength(2);
    expect(waits).toEqual([]);
  });

  it.each([
    ['in memory', {}],
    ['in files', { answersDirectory: temporaryFolder() }],
  ])('gives no last answer that a write of the same topic made wrong (%s)', async (_, where) => {
    const clock = createDrivenClock(START_MS, { skipSleeps: true });
    const page = json(200, [1], { etag: ETAG, 'x-poll-interval': '60' });
    const server = await startScriptedServer(page, json(205, {}), json(205, {}), json(200, []));
    const client = createTestClient(server.url, { clock, ...where });
    const known: number[] = [];
    const polling = { onKnown: ({ answeredMs }: { answeredMs: number }) => known.push(answeredMs) };
    const list = { ...READ, topic: 'notifications', polling };
    await client.request(list);
    clock.advance(1_000);
    await client.request({ ...WRITE, topic: 'budgets' });
    expect((await client.request(list)).body).toEqual([1]);
    expect(known).toEqual([START_MS]);
    await client.request({ ...WRITE, topic: 'notifications' });
    expect((await client.request(list)).body).toEqual([]);
    expect(clock.now()).toBeGreaterThanOrEqual(START_MS + 60_000);
    expect(known).toEqual([START_MS]);
  });

  it('respects the poll interval across errors', async () => {
    const { client, server, waits } = await setUp(
      json(503, { message: 'Busy' }, { 'x-poll-interval': '90' }),
      FIRST,
    );
    expect((await client.request(READ)).body).toEqual([1]);
    expect(server.requests).toHaveLength(2);
    expect(waits.at(-1)).toEqual({
      reason: 'the service does not allow an earlier poll',
      untilMs: START_MS + 90_000,
    });
  });

  it('fails with the time if waiting for the next poll is not allowed', async () => {
    const server = await startScriptedServer(
      json(404, { message: 'Not Found' }, { 'x-poll-interval': '60' }),
    );
    const client = createTestClient(server.url, { canWait: false });
    await expect(client.request(READ)).rejects.toMatchObject({ code: 'absent' });
    await expect(client.request(READ)).rejects.toMatchObject({
      code: 'rate-limited',
      message: expect.stringContaining(
        'the service does not allow an earlier poll, until 2026-05-04T10:01:00Z',
      ),
    });
  });

  it('stores no cookies, and no headers that are not needed', async () => {
    const directory = temporaryFolder();
    const server = await startScriptedServer(
      json(200, [1], {
        etag: ETAG,
        link: '</things?page=2>; rel="next"',
        'set-cookie': '_session=c00kie; HttpOnly',
        'x-session': 'c00kie',
        'x-github-sso': 'partial-results; organizations=1',
      }),
      text(304, '', { 'set-cookie': 'other=c00kie' }),
    );
    for (let times = 1; times <= 2; times += 1) {
      const response = await createTestClient(server.url, { answersDirectory: directory }).request(READ);
      expect(response.headers.get('x-github-sso')).toBe('partial-results; organizations=1');
      expect(response.headers.get('link')).toContain('next');
    }
    const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.json'));
    const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
    expect(texts.join('')).toContain('partial-results');
    expect(texts.join('')).not.toMatch(/c00kie|cookie|session/);
  });

  it('shares answers between clients of one token, without its name, the address or a clone token in sight', async () => {
    const directory = temporaryFolder();
    const server = await startScriptedServer(
      json(200, [{ id: 1, temp_clone_token: 'CLONE"SECRET' }], { etag: ETAG }),
      NOT_MODIFIED,
      FIRST,
    );
    await createTestClient(server.url, { answersDirectory: directory }).request(READ);
    const second = await createTestClient(server.url, { answersDirectory: directory }).request(READ);
    expect(second.body).toEqual([{ id: 1, temp_clone_token: null }]);
    await createTestClient(server.url, { answersDirectory: directory, token: `${TOKEN}x` }).request(READ);
    expect(server.requests[2]?.headers).not.toHaveProperty('if-none-match');
    const names = await readdir(directory, { recursive: true });
    const files = names.filter((name) => name.endsWith('.json'));
    const texts = await Promise.all(files.map((name) => readFile(join(directory, name), 'utf8')));
    expect(files).toHaveLength(2);
    expect([...names, ...texts].join('\n')).not.toMatch(/svp_|CLONE|SECRET/);
    expect(names.join('\n')).not.toContain('things');
  });
});
