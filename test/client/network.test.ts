import { describe, expect, it } from 'vitest';
import { isLoopbackHost } from '../../src/base/listen-on.ts';
import { proxyFor, readProxies } from '../../src/client/network.ts';

const PROXIES = { http: 'http://proxy.example:8080', https: 'proxy.example:8443' };

const OF_ENVIRONMENT = { ...PROXIES, hasLoopback: false };

describe('proxyFor()', () => {
  it('returns the proxy of the protocol', () => {
    expect(proxyFor(new URL('http://service.example'), PROXIES)?.href).toBe('http://proxy.example:8080/');
    expect(proxyFor(new URL('https://service.example'), PROXIES)?.href).toBe('http://proxy.example:8443/');
    expect(proxyFor(new URL('https://service.example'), { http: 'http://proxy.example' })).toBeUndefined();
    expect(proxyFor(new URL('https://service.example'))).toBeUndefined();
  });

  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'api.localhost',
    'a.b.localhost.',
    '127.0.0.1',
    '127.0.0.2',
    '127.1',
    '127.255.255.254',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '0.0.0.0',
    '0',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:2]',
    '[::ffff:0.0.0.0]',
    '１２７.0.0.1',
  ])('reaches %s, which is this machine, without a proxy of the environment', (host) => {
    for (const scheme of ['http', 'https']) {
      const url = new URL(`${scheme}://${host}:3000/`);
      expect(isLoopbackHost(url.hostname)).toBe(true);
      expect(proxyFor(url, OF_ENVIRONMENT)).toBeUndefined();
      expect(proxyFor(url, PROXIES)).toBeDefined();
    }
  });

  it.each([
    'localhost.example',
    'notlocalhost',
    'local.host',
    '127.0.0.1.example',
    '128.0.0.1',
    '10.0.0.1',
    '[::2]',
    '[::ffff:10.0.0.1]',
    '[fe80::1]',
  ])('reaches %s, which is not, through it', (host) => {
    const url = new URL(`https://${host}/`);
    expect(isLoopbackHost(url.hostname)).toBe(false);
    expect(proxyFor(url, OF_ENVIRONMENT)).toBeDefined();
  });

  it.each(['[fe80::1%25eth0]', '[::1%25lo]', '127.0.0.1%25.service.example', '[::1%25.service.example]'])(
    'has no address with a zone to go to: %s',
    (host) => {
      expect(() => new URL(`https://${host}/`)).toThrow('Invalid URL'); // The standard of URLs knows no zones.
    },
  );

  it.each([
    ['::1%lo', true],
    ['[::1%lo]', true],
    ['fe80::1%lo', false],
    ['::2%::1', false],
    ['127.0.0.1%.service.example', false],
    ['127.0.0.1%lo', false],
  ])('takes %s for this machine outside of URLs: %s', (host, isThis) => {
    expect(isLoopbackHost(host)).toBe(isThis);
  });

  it.each(['socks5://p.example', 'socks5h://p.example', 'ftp://p.example', 'file:///p'])(
    'refuses the proxy %s, whose protocol it does not speak',
    (http) => {
      expect(() => proxyFor(new URL('http://service.example'), { http })).toThrow(
        `Cannot use the proxy from the environment: its protocol is ${http.split(':')[0]}, and only http and https are supported`,
      );
    },
  );

  it.each([
    ['*', 'https://service.example', true],
    [' * ', 'https://service.example', true],
    ['other.example, *', 'https://service.example', true],
    ['service.example', 'https://service.example', true],
    ['SERVICE.example.', 'https://service.example', true],
    ['service.example', 'https://service.example.', true],
    ['service.example', 'https://api.service.example', true],
    ['.service.example', 'https://api.service.example', true],
    ['*.service.example', 'https://api.service.example', true],
    ['service.example', 'https://myservice.example', false],
    ['a.example  service.example', 'https://service.example', true],
    ['a.example,,service.example,', 'https://service.example', true],
    ['service.example:443', 'https://service.example', true],
    ['service.example:8443', 'https://service.example', false],
    ['service.example:8443', 'https://service.example:8443', true],
    ['service.example:80', 'http://service.example', true],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    ['10.1.2.3', 'https://10.1.2.3', true],
    ['10.1.2.3:444', 'https://10.1.2.3', false],
    ['2.3', 'https://10.1.2.3', false],
    ['fd00::/8', 'https://[fd12::1]', true],
    ['fd12::1', 'https://[fd12::1]', true],
    ['fd12::1', 'https://[fd12::2]', false],
    ['fd12::1/128', 'https://[fd12::1]', true],
    ['fd12::1/129', 'https://[fd12::1]', false],
    ['10.1.2.3', 'https://10.1.2.2', false],
    ['10.1.2.3/32', 'https://10.1.2.3', true],
    ['10.1.2.3/33', 'https://10.1.2.3', false],
    ['[fd12::1]:443', 'https://[fd12::1]', true],
    ['[fd12::1]:80', 'https://[fd12::1]', false],
    [':', 'https://service.example', false],
    ['', 'https://service.example', false],
  ])('with the exceptions "%s" reaches %s without it: %s', (none, url, isDirect) => {
    expect(proxyFor(new URL(url), { ...PROXIES, none }) === undefined).toBe(isDirect);
  });
});

describe('readProxies()', () => {
  it.each([
    [{ HTTPS_PROXY: 'a', https_proxy: 'b' }, { https: 'b' }],
    [{ HTTPS_PROXY: 'a', https_proxy: '' }, { https: 'a' }],
    [
      { all_proxy: 'a', HTTP_PROXY: 'b' },
      { http: 'b', https: 'a' },
    ],
    [
      { ALL_PROXY: 'a', no_proxy: 'x', NO_PROXY: 'y' },
      { http: 'a', https: 'a', none: 'x' },
    ],
    [{ HTTP_PROXY: 'a', REQUEST_METHOD: 'GET' }, {}],
    [{ http_proxy: 'a', REQUEST_METHOD: 'GET' }, { http: 'a' }],
    [{ HTTP_PROXY: '' }, {}],
  ])('reads %o as curl does', (env, proxies) => {
    expect(readProxies(env)).toEqual({ ...proxies, hasLoopback: false });
  });
});
