import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readProxies } from '../../../src/client/network.ts';
import { json, startScriptedServer, text } from '../support/scripted-server.ts';
import { TEST_CERTIFICATE } from '../support/test-certificate.ts';
import { createAnonymousClient, createTestClient, READ } from '../support/test-client.ts';
import { startTunnelProxy } from '../support/tunnel-proxy.ts';

const ELSEWHERE = new URL('http://service.example/');

describe('createDispatcher()', () => {
  it('goes through the proxy, and shows it its own password alone', async () => {
    const server = await startScriptedServer(json(200, { ok: true }));
    const proxy = await startTunnelProxy(server.url);
    const address = proxy.address.replace('//', '//user:pass@');
    const client = createAnonymousClient(ELSEWHERE, { network: { proxies: { http: address } } });
    expect((await client.request(READ)).body).toEqual({ ok: true });
    expect(proxy.tunnels).toEqual(['service.example:80']);
    expect(proxy.authorizations).toEqual([`Basic ${Buffer.from('user:pass').toString('base64')}`]);
    expect(server.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it.each([
    ['this machine', (url: URL) => url, undefined],
    ['a host of the list', () => undefined, '127.0.0.1,service.example'],
  ])('reaches %s without the proxy', async (_, baseUrlOf, none) => {
    const server = await startScriptedServer(json(200, { ok: true }));
    const proxy = await startTunnelProxy(server.url);
    const baseUrl = baseUrlOf(server.url) ?? ELSEWHERE;
    const proxies = { ...readProxies({ http_proxy: proxy.address }), none };
    const client = createAnonymousClient(baseUrl, {
      network: { proxies },
      signal: AbortSignal.timeout(2_000),
    });
    await client.request(READ).catch(() => undefined); // Whether that name leads anywhere is not the question.
    expect(proxy.tunnels).toEqual([]);
  });

  it.each(['127.0.0.2', '[::ffff:127.0.0.1]', 'api.localhost', 'localhost.', '0.0.0.0', '127.1'])(
    'reaches this machine as %s, and no proxy sees the token',
    async (host) => {
      const server = await startScriptedServer(json(200, { ok: true }));
      const proxy = await startTunnelProxy(server.url);
      const baseUrl = new URL(`http://${host}:${server.url.port}/`);
      const proxies = readProxies({ http_proxy: proxy.address });
      const client = createTestClient(baseUrl, { network: { proxies } });
      expect((await client.request(READ)).status).toBe(200);
      expect(server.requests[0]?.headers['authorization']).toBeDefined();
      expect(proxy.tunnels).toEqual([]);
    },
  );

  it('reaches this machine through a proxy that was asked for', async () => {
    const server = await startScriptedServer(json(200, { ok: true }));
    const proxy = await startTunnelProxy(server.url);
    const network = { proxies: { http: proxy.address } };
    expect((await createTestClient(server.url, { network }).request(READ)).body).toEqual({ ok: true });
    expect(proxy.tunnels).toEqual([server.url.host]);
  });

  it('does not read the environment', async () => {
    const server = await startScriptedServer(json(200, {}));
    const proxy = await startTunnelProxy(server.url);
    const before = process.env['HTTPS_PROXY'];
    process.env['HTTPS_PROXY'] = 'http://127.0.0.1:1';
    onTestFinished(() => {
      if (before === undefined) {
        delete process.env['HTTPS_PROXY'];
      } else {
        process.env['HTTPS_PROXY'] = before;
      }
    });
    const client = createAnonymousClient(ELSEWHERE, { network: { proxies: { http: proxy.address } } });
    expect((await client.request(READ)).status).toBe(200);
  });

  it.each([
    [
      'refuses connections',
      'http://user:secret@127.0.0.1:1',
      '"http://127.0.0.1:1": nothing is listening there',
    ],
    ['does not exist', 'user:secret@proxy.invalid:80', '"http://proxy.invalid": the host name '],
  ])('names the proxy in place of the service if it %s', async (_, http, found) => {
    const client = createAnonymousClient(ELSEWHERE, { network: { proxies: { http } } });
    await expect(client.request(READ)).rejects.toMatchObject({
      code: 'network',
      message: expect.stringContaining(`no response from the proxy ${found}`),
      hint: 'Check "network.proxies"',
      details: { wasSent: false },
    });
  });

  it.each([
    [{}, 'Check "network.proxies"'],
    [{ hasLoopback: false }, 'Check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY, or "network.proxies"'],
  ])('says that the proxy asks for credentials: %j', async (more, hint) => {
    const { address: http } = await startTunnelProxy(ELSEWHERE, 407);
    const client = createAnonymousClient(ELSEWHERE, { network: { proxies: { http, ...more } }, retries: 0 });
    await expect(client.request(READ)).rejects.toMatchObject({
      code: 'network',
      message: expect.stringContaining(`the proxy "${http}" asks for credentials`),
      hint,
      details: { wasSent: false },
    });
  });

  it('rejects an invalid proxy address without quoting it', () => {
    const network = { proxies: { http: 'http://user:secret@[' } };
    expect(() => createAnonymousClient(ELSEWHERE, { network })).toThrow('its address is not a URL');
    expect(() => createAnonymousClient(ELSEWHERE, { network })).not.toThrow('secret');
  });

  it('trusts the certificates that are named, and no others', async () => {
    const server = createServer(TEST_CERTIFICATE, (_, response) => {
      response.end('{"ok":true}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const baseUrl = new URL(`https://localhost:${(server.address() as AddressInfo).port}`);
    await expect(createTestClient(baseUrl).request(READ)).rejects.toMatchObject({
      code: 'not-the-service',
      message: expect.stringContaining('its certificate is not trusted'),
    });
    const network = { caCertificates: [TEST_CERTIFICATE.cert] };
    expect((await createTestClient(baseUrl, { network }).request(READ)).body).toEqual({ ok: true });
  });

  it('keeps connections for the next request', async () => {
    const ports = new Set<number | undefined>();
    const server = await startScriptedServer((response, request) => {
      ports.add(response.req.socket.remotePort);
      return text(200, '[]')(response, request);
    });
    const client = createTestClient(server.url);
    for (let number = 0; number < 12; number += 1) {
      await client.request(READ);
    }
    expect(ports.size).toBeLessThanOrEqual(4);
  });
});
