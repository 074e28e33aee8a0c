import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DIALECTS } from '../../src/model/dialects.table.ts';
import { Failure } from '../../src/model/failure.ts';
import { json, startScriptedServer, text } from './support/scripted-server.ts';
import { createAnonymousClient, createTestClient, READ, TOKEN, WRITE } from './support/test-client.ts';

describe('createClient()', () => {
  it('sends the headers of the dialect and the token', async () => {
    const server = await startScriptedServer(json(200, {}));
    await createTestClient(server.url).request(WRITE);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/things',
      body: '{"name":"x"}',
      headers: {
        accept: 'application/vnd.service+json',
        'x-service-api-version': '2022-11-28',
        'user-agent': 'satchel-test/1',
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json; charset=utf-8',
      },
    });
  });

  it('uses the names of the other dialect', async () => {
    const server = await startScriptedServer(json(200, {}));
    await createTestClient(server.url, { dialect: DIALECTS.github, apiVersion: '2026-03-10' }).request(READ);
    expect(server.requests[0]?.headers).toMatchObject({
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2026-03-10',
    });
  });

  it('keeps the path of the base URL, fills the route and escapes the values', async () => {
    const server = await startScriptedServer(json(200, []));
    const client = createTestClient(new URL('/api/v3/', server.url));
    await client.request({
      ...READ,
      route: '/orgs/{org}/things/{id}',
      parameters: { org: 'a b/../c', id: 7 },
      query: { page: 2, 'exclude[]': ['x', 'y'], absent: undefined },
    });
    expect(server.requests[0]?.path).toBe(
      '/api/v3/orgs/a%20b%2F..%2Fc/things/7?page=2&exclude%5B%5D=x&exclude%5B%5D=y',
    );
  });

  it('sends no Authorization header without a token', async () => {
    const server = await startScriptedServer(json(200, {}));
    await createAnonymousClient(server.url).request(READ);
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['http://service.example', 'a token would cross the network unencrypted'],
    ['https://alice:secret@service.example', 'it contains a user name or password'],
    ['ftp://service.example', 'it must begin with https://'],
    ['file:///etc/passwd', 'it must begin with https://'],
  ])('refuses the base URL %s', (address, found) => {
    expect(() => createTestClient(new URL(address))).toThrow(found);
    expect(() => createTestClient(new URL(address))).not.toThrow('secret');
  });

  it('refuses a call to an address of another origin', async () => {
    const server = await startScriptedServer(json(200, {}));
    const call = { ...READ, url: new URL('https://elsewhere.example/things?secret=1') };
    await expect(createTestClient(server.url).request(call)).rejects.toMatchObject({
      code: 'location-refused',
      message:
        'Cannot read the thing: the service points to another origin, "https://elsewhere.example/things"',
    });
    expect(server.requests).toHaveLength(0);
  });

  it('ends a request with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Failure('interrupted', 'Interrupted by SIGINT');
    const server = await startScriptedServer(() => controller.abort(reason));
    const client = createTestClient(server.url, { signal: controller.signal });
    await expect(client.request(READ)).rejects.toBe(reason);
  });

  it('says that nothing listens', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    await expect(createTestClient(new URL(`http://127.0.0.1:${port}`)).request(READ)).rejects.toMatchObject({
      code: 'network',
      message: `Cannot read the thing: no response from "http://127.0.0.1:${port}": nothing is listening there (ECONNREFUSED)`,
    });
  });

  it('recognizes a server that does not speak HTTP', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).end('220 mail.example ESMTP\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    for (const [protocol, found] of [
      ['http', 'it does not speak valid HTTP (HPE_'],
      ['https', 'it does not speak valid HTTP (ERR_SSL_'],
    ]) {
      const client = createTestClient(new URL(`${protocol}://127.0.0.1:${port}`));
      await expect(client.request(READ)).rejects.toMatchObject({
        code: 'not-the-service',
        message: expect.stringContaining(`${found}`),
      });
    }
  });

  it('reports every exchange without secrets', async () => {
    const traces: unknown[] = [];
    const server = await startScriptedServer(json(500, {}), json(200, {}));
    const client = createTestClient(server.url, { onRequest: (trace) => traces.push(trace) });
    await client.request({ ...READ, query: { secret: 'x' } });
    const exchange = { method: 'GET', route: '/things', url: `${server.url.origin}/things`, durationMs: 0 };
    expect(traces).toEqual([
      { ...exchange, status: 500 },
      { ...exchange, status: 200 },
    ]);
  });

  it('removes the token from a response that repeats it', async () => {
    const token = '0123456789abcdef0123456789abcdef01234567';
    const server = await startScriptedServer(json(422, { message: `the token ${token} is odd` }));
    const failure = await createTestClient(server.url, { token })
      .request(READ)
      .catch((error) => error);
    expect(failure.message).toBe(
      'Cannot read the thing: the service rejects it (422 "the token [redacted] is odd")',
    );
    expect(JSON.stringify([failure.details, failure.stack])).not.toContain(token);
  });

  it('refuses an answer that never ends', async () => {
    const server = await startScriptedServer((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      const fill = () => {
        while (!response.destroyed && response.write(chunk)) {}
      };
      response.on('drain', fill);
      fill();
    });
    await expect(createTestClient(server.url).request(READ)).rejects.toMatchObject({
      code: 'not-the-service',
      message: expect.stringContaining('sends more than 67108864 bytes'),
      details: { isTooLarge: true }, // Lists then ask for less.
    });
  });

  it('sends nothing more once it is closed, to the storage neither', async () => {
    const server = await startScriptedServer(json(200, {}));
    const client = createTestClient(server.url);
    await client.request(READ);
    await client.close();
    await expect(client.request(READ)).rejects.toThrow();
    await expect(client.openDownload({ url: server.url })).rejects.toThrow();
    expect(server.requests).toHaveLength(1);
  });

  it('accepts an empty answer', async () => {
    const server = await startScriptedServer(text(204, ''));
    expect(await createTestClient(server.url).request(READ)).toMatchObject({ status: 204, body: undefined });
  });
});
