import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { formatTimestamp } from '../../../src/base/timestamps.ts';
import { MAX_LIMIT_TRIES } from '../../../src/client/gate/with-rate-limit.ts';
import type { Wait } from '../../../src/client/send.ts';
import { claim } from '../../spec/claim.ts';
import { json, type Step, startScriptedServer } from '../support/scripted-server.ts';
import { createTestClient, READ, START_MS, WRITE } from '../support/test-client.ts';

const SECONDARY = { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' };
const OK = json(200, { ok: true });

async function waitsFor(...steps: readonly Step[]) {
  const waits: Wait[] = [];
  const server = await startScriptedServer(...steps);
  const client = createTestClient(server.url, { onWait: (wait) => waits.push(wait) });
  await client.request(READ);
  return { server, delaysMs: waits.map(({ untilMs }) => untilMs - START_MS), waits };
}

describe('withRateLimit()', () => {
  it.for([403, 429])('waits as many seconds as Retry-After of a %d says', async (status, context) => {
    claim(context, '7/client/retry-after');
    const { delaysMs, server, waits } = await waitsFor(json(status, SECONDARY, { 'retry-after': '30' }), OK);
    expect(delaysMs).toEqual([30_000]);
    expect(waits[0]?.reason).toBe('the service asks to wait');
    expect(server.requests).toHaveLength(2);
  });

  it('waits until the date that Retry-After names', async () => {
    const date = new Date(START_MS + 45_000).toUTCString();
    expect(
      (await waitsFor(json(429, { message: 'Slow down' }, { 'retry-after': date }), OK)).delaysMs,
    ).toEqual([45_000]);
  });

  it('uses the time of the service if its clock differs', async () => {
    const headers = {
      date: new Date(START_MS + 3_600_000).toUTCString(),
      'retry-after': new Date(START_MS + 3_620_000).toUTCString(),
    };
    expect((await waitsFor(json(429, {}, headers), OK)).delaysMs).toEqual([20_000]);
  });

  it('waits until a used-up window resets', async (context) => {
    claim(context, '7/client/primary', '7/client/reset');
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(START_MS / 1_000 + 600) };
    const { delaysMs, waits } = await waitsFor(
      json(403, { message: 'API rate limit exceeded' }, headers),
      OK,
    );
    expect(delaysMs).toEqual([601_000]);
    expect(waits[0]?.reason).toBe('the hourly request limit is used up');
  });

  const window = (remaining: string, reset: number | string) => ({
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': String(reset),
  });
  const START_S = START_MS / 1_000;

  it.each([
    ['an earlier reset than was told before', window('0', START_S + 600), 601_000],
    ['a reset with a fraction', window('0', `${START_S + 600}.5`), 601_500],
    ['a reset in milliseconds', window('0', START_MS + 600_000), 601_000],
    ['a rest with a fraction', window('0.0', START_S + 600), 601_000],
  ])('waits for what a refusal says: %s', async (_, headers, delayMs) => {
    const waits: Wait[] = [];
    const server = await startScriptedServer(
      json(200, {}, window('4000', START_S + 3_000)),
      json(403, { message: 'API rate limit exceeded' }, headers),
      OK,
    );
    const client = createTestClient(server.url, { onWait: (wait) => waits.push(wait) });
    await client.request(READ);
    await client.request(READ);
    expect(waits.map(({ untilMs }) => untilMs - START_MS)).toEqual([delayMs]);
    expect(server.requests).toHaveLength(3);
  });

  it('waits for what a refusal of a free request says', async () => {
    const waits: Wait[] = [];
    const server = await startScriptedServer(json(403, {}, window('0', START_S + 600)), OK);
    const client = createTestClient(server.url, { onWait: (wait) => waits.push(wait) });
    await client.request({ ...READ, route: '/rate_limit' });
    expect(waits.map(({ untilMs }) => untilMs - START_MS)).toEqual([601_000]);
  });

  it.each([9_999_999_999, START_MS * 1_000, 30, '1e9', '-5', 'soon'])(
    'waits a minute, doubling, if a refusal names a reset that no window has: %s',
    async (reset) => {
      const { delaysMs } = await waitsFor(json(403, {}, window('0', reset)), OK);
      expect(delaysMs[0]).toBeGreaterThanOrEqual(60_000);
      expect(delaysMs[0]).toBeLessThanOrEqual(66_000);
    },
  );

  it('keeps the limit after a response with an implausible reset', async () => {
    const waits: Wait[] = [];
    const server = await startScriptedServer(
      json(200, {}, window('5', 9_999_999_999)),
      json(200, {}, window('0', START_S + 600)),
      OK,
    );
    const client = createTestClient(server.url, { onWait: (wait) => waits.push(wait) });
    for (let times = 1; times <= 3; times += 1) {
      await client.request(READ);
    }
    expect(waits.map(({ untilMs }) => untilMs - START_MS)).toEqual([601_000]);
  });

  it('waits at least a minute, doubling, for a secondary limit without any time', async (context) => {
    claim(context, '7/client/minute', '7/client/exponential');
    const { delaysMs } = await waitsFor(json(403, SECONDARY), json(403, SECONDARY), json(403, SECONDARY), OK);
    const pauses = delaysMs.map((delayMs, index) => delayMs - (delaysMs[index - 1] ?? 0));
    [60_000, 120_000, 240_000].forEach((fullMs, index) => {
      expect(pauses[index]).toBeGreaterThanOrEqual(fullMs);
      expect(pauses[index]).toBeLessThanOrEqual(fullMs * 1.1);
    });
  });

  it.each([
    ['the old text', 403, { message: 'You have triggered an abuse detection mechanism.' }],
    [
      'the link alone',
      403,
      { message: 'No', documentation_url: 'https://docs.example/rest#secondary-rate-limits' },
    ],
    ['a bare 429', 429, { message: 'Too many' }],
    ['a 422 that means too often', 422, SECONDARY],
  ])('recognizes a limit by %s', async (_, status, body) => {
    expect((await waitsFor(json(status, body), OK)).delaysMs).toHaveLength(1);
  });

  it('repeats a limited POST, which was not carried out', async () => {
    const server = await startScriptedServer(json(429, {}, { 'retry-after': '1' }), json(201, {}));
    const response = await createTestClient(server.url).request(WRITE);
    expect(response.status).toBe(201);
  });

  it.each([
    [403, { message: 'Resource not accessible' }],
    [422, { message: 'Validation Failed' }],
  ])('treats a %d without a limit as a refusal', async (status, body) => {
    const server = await startScriptedServer(json(status, body, { 'x-ratelimit-remaining': '4999' }));
    await expect(createTestClient(server.url).request(READ)).rejects.toThrow(body.message);
    expect(server.requests).toHaveLength(1);
  });

  it('fails after a fixed number of attempts, with the end of the limit', async (context) => {
    claim(context, '7/client/tries');
    const server = await startScriptedServer(json(429, {}, { 'retry-after': '10' }));
    const untilMs = START_MS + MAX_LIMIT_TRIES * 10_000;
    await expect(createTestClient(server.url).request(READ)).rejects.toMatchObject({
      code: 'rate-limited',
      message: `Cannot read the thing: the service asks to wait, until ${formatTimestamp(untilMs)}`,
    });
    expect(server.requests).toHaveLength(MAX_LIMIT_TRIES);
  });

  it.each(['86400', '9'.repeat(30)])('does not wait %s seconds', async (seconds) => {
    const server = await startScriptedServer(json(429, {}, { 'retry-after': seconds }));
    await expect(createTestClient(server.url).request(READ)).rejects.toMatchObject({ code: 'rate-limited' });
    expect(server.requests).toHaveLength(1);
  });

  it('delays every other request of the client', async (context) => {
    claim(context, '7/client/pause');
    const clock = createDrivenClock(START_MS);
    const server = await startScriptedServer(json(429, {}, { 'retry-after': '60' }), OK);
    let told: () => void = () => undefined;
    const limited = new Promise<void>((resolve) => {
      told = resolve;
    });
    const client = createTestClient(server.url, { clock, onWait: () => told() });
    const first = client.request(READ);
    await limited;
    const second = client.request({ ...READ, route: '/others' });
    clock.advance(59_999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.requests).toHaveLength(1);
    clock.advance(1);
    await Promise.all([first, second]);
    expect(server.requests.map(({ path }) => path).sort()).toEqual(['/others', '/things', '/things']);
  });
});
