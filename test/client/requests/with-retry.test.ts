import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { USUAL_RETRIES } from '../../../src/client/requests/with-retry.ts';
import type { ApiMethod, Wait } from '../../../src/client/send.ts';
import { cut, json, startScriptedServer, text } from '../support/scripted-server.ts';
import { createTestClient, READ, START_MS, WRITE } from '../support/test-client.ts';

describe('withRetry()', () => {
  it('repeats reading after a server error and a cut connection', async () => {
    const server = await startScriptedServer(
      text(502, '<html>bad gateway</html>'),
      cut,
      json(200, { ok: true }),
    );
    const response = await createTestClient(server.url).request(READ);
    expect(response.body).toEqual({ ok: true });
    expect(server.requests).toHaveLength(3);
  });

  it.each<ApiMethod>(['PUT', 'DELETE'])('repeats %s, which does no more when sent twice', async (method) => {
    const server = await startScriptedServer(json(500, {}), json(200, {}));
    await createTestClient(server.url).request({ ...READ, method });
    expect(server.requests).toHaveLength(2);
  });

  it.each<ApiMethod>(['POST', 'PATCH'])('never repeats %s', async (method) => {
    const broken = await startScriptedServer(json(502, { message: 'Server Error' }));
    await expect(createTestClient(broken.url).request({ ...WRITE, method })).rejects.toThrow(
      'Cannot write the thing: the service answered 502 "Server Error"',
    );
    expect(broken.requests).toHaveLength(1);
    const cutting = await startScriptedServer(cut);
    await expect(createTestClient(cutting.url).request({ ...WRITE, method })).rejects.toMatchObject({
      code: 'network',
    });
    expect(cutting.requests).toHaveLength(1);
  });

  it('repeats reading where something on the way waited too long for the service', async () => {
    const server = await startScriptedServer(text(408, '<html>timeout</html>'), json(200, { ok: true }));
    expect((await createTestClient(server.url).request(READ)).body).toEqual({ ok: true });
    const slow = await startScriptedServer(json(408, {}));
    await expect(createTestClient(slow.url).request(WRITE)).rejects.toMatchObject({
      code: 'service-unavailable',
    });
  });

  it.each([
    ['half an object', '{"ok":tr'],
    ['half a list', ' [{"id":1},'],
    ['no list', ''],
  ])('repeats reading after %s, although it was sent with 200 and a validator', async (_, half) => {
    const headers = { 'content-type': 'application/json', etag: '"a"' };
    const server = await startScriptedServer(text(200, half, headers), json(200, { ok: true }, headers));
    expect((await createTestClient(server.url).request(READ)).body).toEqual({ ok: true });
    expect(server.requests.map((request) => request.headers['if-none-match'])).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('gives up on JSON that is always incomplete, and repeats neither a write nor a web page', async () => {
    const always = await startScriptedServer(text(200, '[1,'));
    await expect(createTestClient(always.url).request(READ)).rejects.toMatchObject({
      code: 'service-unavailable',
      message: 'Cannot read the thing: the service answered 200 with incomplete JSON (3 characters)',
    });
    expect(always.requests).toHaveLength(USUAL_RETRIES + 1);
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'] as const) {
      const written = await startScriptedServer(text(201, '{"id":'));
      await expect(createTestClient(written.url).request({ ...WRITE, method })).rejects.toMatchObject({
        code: 'service-unavailable',
      });
      expect(written.requests).toHaveLength(1);
    }
    const page = await startScriptedServer(text(200, '<html>', { 'content-type': 'text/html' }));
    await expect(createTestClient(page.url).request(READ)).rejects.toMatchObject({ code: 'not-the-service' });
    expect(page.requests).toHaveLength(1);
  });

  it('fails after a fixed number of attempts, each after a longer delay', async () => {
    const waits: Wait[] = [];
    const clock = createDrivenClock(START_MS, { skipSleeps: true });
    const server = await startScriptedServer(json(503, { message: 'Down' }));
    const client = createTestClient(server.url, { clock, onWait: (wait) => waits.push(wait) });
    await expect(client.request(READ)).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(server.requests).toHaveLength(USUAL_RETRIES + 1);
    const ends = [START_MS, ...waits.map(({ untilMs }) => untilMs)];
    const pauses = waits.map(({ untilMs }, index) => untilMs - (ends[index] ?? 0));
    [1_000, 2_000, 4_000, 8_000].forEach((fullMs, index) => {
      expect(pauses[index]).toBeGreaterThanOrEqual(fullMs / 2);
      expect(pauses[index]).toBeLessThanOrEqual(fullMs);
    });
    expect(waits[0]?.reason).toBe('the service answered 503');
    expect(clock.now()).toBe(waits.at(-1)?.untilMs);
  });

  it.each(['1', '90', '7200'])(
    'fails at once on a Retry-After of %s s if waiting is not allowed',
    async (after) => {
      const server = await startScriptedServer(json(503, {}, { 'retry-after': after }), json(200, {}));
      const client = createTestClient(server.url, { canWait: false });
      await expect(client.request(READ)).rejects.toMatchObject({
        code: 'service-unavailable',
        details: { status: 503, isWaitUnwanted: true },
      });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('says with each pause why the connection failed', async () => {
    const waits: Wait[] = [];
    const server = await startScriptedServer(cut, json(200, {}));
    await createTestClient(server.url, { onWait: (wait) => waits.push(wait) }).request(READ);
    const gone = new URL('http://127.0.0.1:9/');
    const refused = createTestClient(gone, { onWait: (wait) => waits.push(wait) }).request(READ);
    await expect(refused).rejects.toMatchObject({ code: 'network' });
    expect(waits.map(({ reason }) => reason)).toEqual([
      `no response from "${server.url.origin}": the connection was closed unexpectedly (UND_ERR_SOCKET)`,
      ...Array.from(
        { length: USUAL_RETRIES },
        () => 'no response from "http://127.0.0.1:9": nothing is listening there (ECONNREFUSED)',
      ),
    ]);
  });

  it('respects a Retry-After of a server error', async () => {
    const waits: Wait[] = [];
    const server = await startScriptedServer(json(503, {}, { 'retry-after': '90' }), json(200, {}));
    await createTestClient(server.url, { onWait: (wait) => waits.push(wait) }).request(READ);
    expect(waits).toEqual([{ reason: 'the service answered 503', untilMs: START_MS + 90_000 }]);
  });

  it('leaves an outage of hours to the caller', async () => {
    const server = await startScriptedServer(json(503, {}, { 'retry-after': '7200' }));
    await expect(createTestClient(server.url).request(READ)).rejects.toMatchObject({
      code: 'service-unavailable',
    });
    expect(server.requests).toHaveLength(1);
  });
});
