import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import type { Client, ClientOptions } from '../../../src/client/create-client.ts';
import { listPages } from '../../../src/client/list-pages.ts';
import { isTemporary } from '../../../src/model/failure.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { cut, json, type Step, startScriptedServer, text } from '../support/scripted-server.ts';
import { createTestClient, READ, START_MS, TOKEN, WRITE } from '../support/test-client.ts';

/** What common clients of this service are known to do wrong: none of it happens here. */

const OK = json(200, []);
const SECONDARY = {
  message: 'You have exceeded a secondary rate limit. Please retry your request again later.',
};

async function setUp(steps: readonly Step[], options: Partial<ClientOptions> = {}) {
  const clock = createDrivenClock(START_MS, { skipSleeps: true });
  const server = await startScriptedServer(...steps);
  return { clock, server, client: createTestClient(server.url, { clock, ...options }) };
}

async function readAll(client: Client, envelopeMember?: string): Promise<readonly unknown[]> {
  const bodies: unknown[] = [];
  const pages = listPages(client, READ, envelopeMember === undefined ? {} : { envelopeMember });
  for await (const { body } of pages) {
    bodies.push(body);
  }
  return bodies;
}

describe('a limit', () => {
  it('of one request delays the others too, including those of other processes', async () => {
    const directory = temporaryFolder();
    const clock = createDrivenClock(START_MS);
    const server = await startScriptedServer(json(429, SECONDARY, { 'retry-after': '30' }), OK);
    const options = { clock, limitsDirectory: directory };
    const waits: string[] = [];
    const told = deferred();
    const onWait = ({ reason }: { readonly reason: string }) => {
      waits.push(reason);
      told.resolve();
    };
    const first = createTestClient(server.url, { ...options, onWait }).request(READ);
    await told.promise;
    const toldToo = deferred();
    const second = createTestClient(server.url, {
      ...options,
      random: createSeededRandom('second'),
      onWait: () => toldToo.resolve(),
    }).request({ ...READ, route: '/others' });
    await toldToo.promise;
    expect(server.requests).toHaveLength(1);
    clock.advance(30_000);
    await Promise.all([first, second]);
    expect(server.requests).toHaveLength(3);
    expect(waits).toEqual(['the service asks to wait']);
    expect((await readdir(directory)).join()).not.toContain(TOKEN);
    const texts = (await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8'));
    expect((await Promise.all(texts)).join()).not.toContain(TOKEN);
  });

  it('of any 429 is waited for as Retry-After says, not retried after one second', async () => {
    const { client, clock } = await setUp([json(429, { message: 'Slow' }, { 'retry-after': '30' }), OK]);
    await client.request(READ);
    expect(clock.now()).toBe(START_MS + 30_000);
  });

  it('with a date in Retry-After waits until that date, not for a minute', async () => {
    const date = new Date(START_MS + 200_000).toUTCString();
    const { client, clock } = await setUp([json(403, SECONDARY, { 'retry-after': date }), OK]);
    await client.request(READ);
    expect(clock.now()).toBe(START_MS + 200_000);
  });

  it('without any header is waited for at least a minute', async () => {
    const { client, clock } = await setUp([json(403, SECONDARY), OK]);
    await client.request(READ);
    expect(clock.now()).toBeGreaterThanOrEqual(START_MS + 60_000);
  });

  it('fails at once, with the time, if waiting is not allowed', async () => {
    const { client, clock, server } = await setUp([json(429, {}, { 'retry-after': '30' })], {
      canWait: false,
    });
    const expected = { code: 'rate-limited', details: { until: '2026-05-04T10:00:30Z' } };
    await expect(client.request(READ)).rejects.toMatchObject(expected);
    await expect(client.request({ ...READ, route: '/others' })).rejects.toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
    expect(clock.now()).toBe(START_MS);
  });

  it('is never exceeded if the service reports the remaining quota', async () => {
    const reset = String(START_MS / 1_000 + 600);
    const used = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset, 'x-ratelimit-resource': 'core' };
    const { client, clock, server } = await setUp([json(200, [], used), OK]);
    await client.request(READ);
    await client.request(READ);
    expect(clock.now()).toBe(START_MS + 601_000);
    expect(server.requests).toHaveLength(2);
  });
});

describe('a write', () => {
  it.each([
    ['502', json(502, {})],
    ['cut connection', cut],
  ])('is never sent twice after a %s', async (_, step) => {
    const { client, server } = await setUp([step]);
    await expect(client.request(WRITE)).rejects.toSatisfy(isTemporary);
    await expect(client.request({ ...WRITE, method: 'PATCH' })).rejects.toSatisfy(isTemporary);
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
  });

  it('comes a second after the one before it, and alone', async () => {
    let underWay = 0;
    let most = 0;
    const sentMs: number[] = [];
    const clock = createDrivenClock(START_MS, { skipSleeps: true });
    const server = await startScriptedServer(async (response, request) => {
      underWay += 1;
      most = Math.max(most, underWay);
      sentMs.push(clock.now());
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return OK(response, request);
    });
    const client = createTestClient(server.url, { clock });
    await Promise.all(Array.from({ length: 4 }, () => client.request(WRITE)));
    expect(most).toBe(1);
    expect(sentMs.map((atMs) => atMs - START_MS)).toEqual([0, 1_000, 2_000, 3_000]);
  });
});

describe('a list', () => {
  it('sends the token to no other origin', async () => {
    const other = await startScriptedServer(OK);
    const { client } = await setUp([json(200, [1], { link: `<${other.url.href}x>; rel="next"` })]);
    await expect(readAll(client)).rejects.toMatchObject({ code: 'location-refused' });
    expect(other.requests).toEqual([]);
  });

  it('of budgets is read beyond its first page', async () => {
    const { client } = await setUp([
      json(200, { budgets: [1], has_next_page: true }),
      json(200, { budgets: [2], has_next_page: false }),
    ]);
    expect(await readAll(client, 'has_next_page')).toHaveLength(2);
  });

  it('is not held in memory as a whole, and hostile links cost no time', async () => {
    const link = `<${'a'.repeat(8_000)}${';'.repeat(4_000)}`;
    const { client } = await setUp([json(200, [1], { link })]);
    expect(await readAll(client)).toEqual([[1]]);
  });
});

describe('an answer', () => {
  it('of 304 is not an error', async () => {
    const { client } = await setUp([json(200, [1], { etag: '"1"' }), text(304, '')]);
    await client.request(READ);
    expect(await client.request(READ)).toMatchObject({ status: 200, body: [1], isUnchanged: true });
  });

  it.each([202, 204, 205])('of %d is not an error, with or without a body', async (status) => {
    const { client } = await setUp([status === 202 ? json(202, { message: 'Later' }) : text(status, '')]);
    expect((await client.request({ ...WRITE, method: 'PUT' })).status).toBe(status);
  });
});

describe('a redirect', () => {
  it('of the API to another origin is not followed, with a token or without', async () => {
    const other = await startScriptedServer(OK);
    const { client } = await setUp([text(301, '', { location: other.url.href })]);
    await expect(client.request(READ)).rejects.toMatchObject({ code: 'location-refused' });
    expect(other.requests).toEqual([]);
  });

  it('to storage carries nothing that the API is sent', async () => {
    const storage = await startScriptedServer(text(200, 'bytes'));
    const { client } = await setUp([OK]);
    await client.openDownload({ url: new URL('/archive?signature=x', storage.url) });
    const names = storage.requests[0]?.rawHeaderNames.filter((name) =>
      /^(authorization|cookie|accept$|x-)/.test(name),
    );
    expect(names).toEqual([]);
  });
});

describe('a signed address', () => {
  it('is in no message and no trace', async () => {
    const seen: string[] = [];
    const { client, server } = await setUp([OK], { onRequest: (trace) => seen.push(JSON.stringify(trace)) });
    const url = new URL('/archive?X-Amz-Signature=TOPSECRET', server.url);
    await client.request({ ...READ, url });
    const failure = await client
      .openDownload({ url: new URL(url.href.replace('127.0.0.1', '10.0.0.1')) })
      .catch((error) => error);
    expect([...seen, failure.message, failure.stack].join('\n')).not.toContain('TOPSECRET');
  });
});

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
