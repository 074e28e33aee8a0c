import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isLoopbackHost } from '../../../src/base/listen-on.ts';
import { createStorageGuard, isInwardAddress } from '../../../src/client/downloads/storage-guard.ts';
import { startScriptedServer, text } from '../support/scripted-server.ts';
import { createTestClient } from '../support/test-client.ts';
import { startTunnelProxy } from '../support/tunnel-proxy.ts';

const PUBLIC = new URL('https://api.service.example');

const LOCAL = new URL('http://127.0.0.1:8080');

describe('createStorageGuard()', () => {
  it.each([
    'http://store.example/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://[::1]/a',
    'https://[::ffff:127.0.0.1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://169.254.169.254/latest/meta-data',
    'https://[fe80::1]/a',
    'https://[fd00::1]/a',
    'https://user:pass@store.example/a',
    'file:///etc/passwd',
  ])('refuses %s for a service on the internet', (address) => {
    expect(() => createStorageGuard(PUBLIC).check(new URL(address))).toThrow('Cannot fetch from');
  });

  it.each([
    'http://127.0.0.1:9000/a',
    'http://localhost/a',
    'https://[::1]/a',
    'http://[::ffff:127.0.0.1]/a',
  ])('lets a service of this machine name %s', (address) => {
    expect(() => createStorageGuard(LOCAL).check(new URL(address))).not.toThrow();
  });

  it.each(['http://10.0.0.1/a', 'https://169.254.169.254/a', 'http://store.example/a'])(
    'does not let a service of this machine name %s',
    (address) => {
      expect(() => createStorageGuard(LOCAL).check(new URL(address))).toThrow('Cannot fetch from');
    },
  );

  it('connects only to the addresses that the person allowed', () => {
    const guard = createStorageGuard(PUBLIC, ['10.1.2.3', 'Store.Example:9000']);
    expect(() => guard.check(new URL('http://10.1.2.3/a'))).not.toThrow();
    expect(() => guard.check(new URL('http://store.example:9000/a'))).not.toThrow();
    expect(() => guard.check(new URL('http://store.example/a'))).toThrow('it does not come over https');
    expect(() => guard.check(new URL('https://10.1.2.4/a'))).toThrow('private, link-local or loopback');
  });

  it('judges the addresses that a name has at the moment of connecting', async () => {
    const lookupOf = (guard: ReturnType<typeof createStorageGuard>) =>
      promisify(guard.lookup as (name: string, options: object, done: (error: Error | null) => void) => void);
    await expect(lookupOf(createStorageGuard(PUBLIC))('localhost', {})).rejects.toThrow(
      'private, link-local',
    );
    await expect(lookupOf(createStorageGuard(LOCAL))('localhost', {})).resolves.toBeDefined();
    await expect(
      lookupOf(createStorageGuard(PUBLIC, ['localhost:9000']))('localhost', {}),
    ).resolves.toBeDefined();
  });

  it('judges names before a proxy is asked, as far as they are known here', async () => {
    const server = await startScriptedServer(text(200, 'bytes'));
    const proxy = await startTunnelProxy(server.url);
    const network = { proxies: { http: proxy.address, https: proxy.address } };
    const client = createTestClient(PUBLIC, { network, allowedStorageHosts: ['store.invalid'] });
    await expect(client.openDownload({ url: new URL('https://localhost/a') })).rejects.toMatchObject({
      code: 'location-refused',
    });
    expect(proxy.tunnels).toEqual([]);
    const answer = await client.openDownload({ url: new URL('http://store.invalid/a') });
    expect(answer).toMatchObject({ outcome: 'content', status: 200 });
    expect(proxy.tunnels).toEqual(['store.invalid:80']);
  });
});

describe('isInwardAddress()', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::169.254.169.254',
    '64:ff9b::172.31.255.255',
    '64:ff9b::192.168.1.1',
    '64:ff9b::',
    '64:ff9b:1::8.8.8.8',
    '2001::808:808',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
  ])('refuses %s', (address) => {
    expect(isInwardAddress(address)).toBe(true);
  });

  it.each([
    '8.8.8.8',
    '52.216.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '2600:1f18::1',
    '2a00:1450::1',
    '2001:4860:4860::8888',
    '64:ff9b::34d8:1a2c',
    '64:ff9b::172.32.0.1',
  ])('accepts %s', (address) => {
    expect(isInwardAddress(address)).toBe(false);
  });
});

describe('isLoopbackHost()', () => {
  it.each(['localhost', 'LOCALHOST', 'api.localhost', '127.0.0.1', '127.9.9.9', '[::1]'])(
    'accepts %s',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  it.each(['localhost.example', '127.0.0.1.example', '128.0.0.1', '10.0.0.1', '[::2]'])(
    'is not deceived by %s',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});
