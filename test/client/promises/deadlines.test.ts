import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import type { ClientOptions } from '../../../src/client/create-client.ts';
import type { Timeouts } from '../../../src/client/network/dispatcher.ts';
import { USUAL_RETRIES } from '../../../src/client/requests/with-retry.ts';
import { json, type Step, startScriptedServer, text } from '../support/scripted-server.ts';
import { createTestClient, READ, START_MS } from '../support/test-client.ts';

/** Sends one byte after another, for ever. */
function drip(status: number): Step {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', etag: '"e"' });
    const timer = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(timer));
    onTestFinished(() => clearInterval(timer));
  };
}

/** A server that accepts connections and never says anything, not even in the handshake of TLS. */
async function startMuteServer(onConnection: () => void): Promise<{ readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) {
      socket.destroy();
    }
    await new Promise((resolve) => void server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port };
}

/** Never answers. */
const silence: Step = () => undefined;

/** Long enough for a busy machine to send the head of a response. */
const SHORT: Partial<Timeouts> = { wholeMs: 400, slowMs: 80 };

describe('a connection that is never made', () => {
  const NEVER: Partial<Timeouts> = { connectMs: 1e9, headersMs: 1e9 };

  it.each(['directly', 'through a proxy'])(
    'does not hold up a call whose signal is aborted, %s',
    async (way) => {
      const end = new AbortController();
      const reason = new Error('the user left');
      const { port } = await startMuteServer(() => end.abort(reason));
      const client = createTestClient(
        new URL(way === 'directly' ? `https://127.0.0.1:${port}` : 'https://service.example'),
        {
          timeouts: NEVER,
          ...(way === 'directly' ? {} : { network: { proxies: { https: `http://127.0.0.1:${port}` } } }),
        },
      );
      await expect(client.request({ ...READ, signal: end.signal })).rejects.toBe(reason);
      await client.close();
    },
  );

  it('does not hold up a download whose signal is aborted', async () => {
    const end = new AbortController();
    const reason = new Error('the user left');
    const { port } = await startMuteServer(() => end.abort(reason));
    const url = new URL(`https://127.0.0.1:${port}`);
    const client = createTestClient(url, { timeouts: NEVER });
    await expect(client.openDownload({ url, signal: end.signal })).rejects.toBe(reason);
    await client.close();
  });
});

describe('a part of a request that takes too long', () => {
  const connecting = { code: 'timed-out', details: { afterMs: 50, limit: 'connectMs', wasSent: false } };
  const CONNECT: Partial<ClientOptions> = { retries: 0, timeouts: { connectMs: 50, wholeMs: 1e9 } };
  const url = new URL('https://service.example/');

  it('is the connection, though the proxy is there', async () => {
    const { port } = await startMuteServer(() => undefined);
    const network = { proxies: { https: `http://127.0.0.1:${port}` } };
    const client = createTestClient(url, { ...CONNECT, network });
    const message = `no response from the proxy "http://127.0.0.1:${port}": the connection timed out (0.1 s)`;
    await expect(client.request(READ)).rejects.toMatchObject({
      ...connecting,
      message: `Cannot read the thing: ${message}`,
    });
  });

  it('is the connection of a download, though the proxy is there', async () => {
    const { port } = await startMuteServer(() => undefined);
    const network = { proxies: { https: `http://127.0.0.1:${port}` } };
    const client = createTestClient(url, { ...CONNECT, network });
    const asked = client.openDownload({ url: new URL('https://192.0.2.1/archive') });
    await expect(asked).rejects.toMatchObject(connecting);
  });

  it('is the handshake of TLS', async () => {
    const { port } = await startMuteServer(() => undefined);
    const client = createTestClient(new URL(`https://127.0.0.1:${port}`), CONNECT);
    await expect(client.request(READ)).rejects.toMatchObject(connecting);
  });

  it('is the head of the response, and the request is sent again', async () => {
    const server = await startScriptedServer(silence);
    const client = createTestClient(server.url, { retries: 1, timeouts: { headersMs: 50, wholeMs: 1e9 } });
    await expect(client.request(READ)).rejects.toMatchObject({
      code: 'timed-out',
      details: { afterMs: 50, limit: 'headersMs', wasSent: true },
    });
    expect(server.requests).toHaveLength(2);
  });

  it('is a pause in the response', async () => {
    const server = await startScriptedServer((response) => void response.writeHead(200).write('['));
    const client = createTestClient(server.url, { retries: 0, timeouts: { stallMs: 50, wholeMs: 1e9 } });
    await expect(client.request(READ)).rejects.toMatchObject({
      code: 'timed-out',
      details: { afterMs: 50, limit: 'stallMs' },
    });
  });
});

describe('one request as a whole', () => {
  it('fails if the response is too slow', async () => {
    const server = await startScriptedServer(drip(200));
    const client = createTestClient(server.url, { timeouts: SHORT });
    await expect(client.request(READ)).rejects.toMatchObject({
      code: 'timed-out',
      details: { afterMs: 400, limit: 'wholeMs' },
      message: `Cannot read the thing: no complete response from "${server.url.origin}" within 0.4 s`,
    });
    expect(server.requests).toHaveLength(USUAL_RETRIES + 1);
  });

  it.each([
    [403, 'request-refused'],
    [503, 'service-unavailable'],
  ])(
    'ends if the error of a storage (%d) arrives too slowly, and reports the status',
    async (status, code) => {
      const server = await startScriptedServer(drip(status));
      const client = createTestClient(server.url, { timeouts: SHORT });
      await expect(client.openDownload({ url: server.url })).rejects.toMatchObject({ code });
    },
  );

  it('fails if the storage never responds', async () => {
    const server = await startScriptedServer(silence);
    const client = createTestClient(server.url, { timeouts: SHORT });
    await expect(client.openDownload({ url: server.url })).rejects.toMatchObject({
      code: 'timed-out',
      details: { afterMs: 400, limit: 'wholeMs' },
    });
  });

  it('ends a download that is too slow, and says so', async () => {
    const server = await startScriptedServer(drip(200));
    const answer = await createTestClient(server.url, { timeouts: SHORT }).openDownload({ url: server.url });
    const read = async () => {
      for await (const _ of answer.outcome === 'content' ? answer.body : []) {
        // Byte by byte.
      }
    };
    await expect(read()).rejects.toMatchObject({
      code: 'timed-out',
      details: { afterMs: 80, limit: 'slowMs' },
    });
  });

  it('lets a download be taken as slowly as somebody likes', async () => {
    const server = await startScriptedServer(text(200, 'x'.repeat(3_000_000)));
    const answer = await createTestClient(server.url, { timeouts: { slowMs: 1 } }).openDownload({
      url: server.url,
    });
    let bytes = 0;
    for await (const chunk of answer.outcome === 'content' ? answer.body : []) {
      bytes += chunk.byteLength;
    }
    expect(bytes).toBe(3_000_000);
  });
});

describe('one call with all its retries and waits', () => {
  it.each([
    ['a limit', json(429, { message: 'Slow down' }, { 'retry-after': '40' }), 'the service asks to wait'],
    ['an outage', text(503, ''), 'the service answered 503'],
    ['an outage that names a time', text(503, '', { 'retry-after': '40' }), 'the service answered 503'],
    [
      'a used-up window',
      json(403, {}, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(START_MS / 1_000 + 600) }),
      'the hourly request limit is used up',
    ],
    [
      'a cut connection',
      ((response) => void response.destroy()) as Step,
      'the connection was closed unexpectedly',
    ],
  ])('takes no longer than it may because of %s, and names it', async (_, step, reason) => {
    const clock = createDrivenClock(START_MS, { skipSleeps: true });
    const server = await startScriptedServer(step);
    const client = createTestClient(server.url, { clock, callTimeoutMs: 3_000 });
    await expect(client.request(READ)).rejects.toMatchObject({
      code: 'timed-out',
      message: expect.stringMatching(`^Cannot read the thing within 3\\.0 s: .*${reason}`),
      commandHint: 'Run again later, or give it more time with --timeout',
    });
    expect(clock.now() - START_MS).toBe(3_000);
  });

  it('does not exceed its deadline without a response', async () => {
    const clock = createDrivenClock(START_MS);
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const server = await startScriptedServer(() => asked());
    const call = createTestClient(server.url, { clock, callTimeoutMs: 3_000 }).request(READ);
    const ended = expect(call).rejects.toMatchObject({
      ...{ code: 'timed-out', message: 'Cannot read the thing within 3.0 s: there was no response' },
      details: { afterMs: 3_000, limit: 'callTimeoutMs' },
    });
    await isAsked;
    clock.advance(3_000);
    await ended;
    expect(server.requests).toHaveLength(1);
  });
});
