import { describe, expect, it } from 'vitest';
import { gitRemoteOf } from '../../../src/app/service/git-remote.ts';
import type { Proxies } from '../../../src/client/network.ts';
import { DIALECTS } from '../../../src/model/dialects.table.ts';

const TOKEN = 'svp_0123456789abcdefghij';

function remoteOf(baseUrl: string, address: string, proxies: Proxies = {}) {
  return gitRemoteOf(address, { baseUrl: new URL(baseUrl), dialect: DIALECTS.github, token: TOKEN, proxies });
}

describe('gitRemoteOf()', () => {
  it.each([
    ['https://api.github.com', 'https://github.com/acme/rocket.git'],
    ['https://api.github.com', 'https://gist.github.com/0a1b.git'],
    ['https://api.acme.ghe.com', 'https://acme.ghe.com/acme/rocket.git'],
    ['https://code.example.org/api/v3', 'https://code.example.org/gist/0a1b.git'],
    ['https://code.example.org/api/v3', 'https://gist.code.example.org/0a1b.git'],
    ['http://127.0.0.1:8080/api/v3', 'http://127.0.0.1:8080/git/gists/0a1b.git'],
  ])('sends the token of %s to %s', (baseUrl, address) => {
    const { url, authorization } = remoteOf(baseUrl, address);
    expect(url.href).toBe(address);
    const [scheme, credentials = ''] = authorization.split(' ');
    expect([scheme, Buffer.from(credentials, 'base64').toString()]).toEqual([
      'Basic',
      `x-access-token:${TOKEN}`,
    ]);
  });

  it.each([
    ['http://api.localhost:8080', 'http://api.localhost:8080/acme/rocket.git', undefined],
    ['http://127.0.0.2:8080', 'http://127.0.0.2:8080/acme/rocket.git', undefined],
    ['https://code.example.org', 'https://code.example.org/acme/rocket.git', undefined],
    ['https://api.github.com', 'https://github.com/acme/rocket.git', 'http://proxy.example:8080/'],
  ])('of %s reaches %s through %s', (baseUrl, address, proxy) => {
    const all = {
      http: 'http://proxy.example:8080',
      https: 'http://proxy.example:8080',
      none: '.example.org',
      hasLoopback: false,
    };
    expect(remoteOf(baseUrl, address, all).proxies).toEqual(
      proxy === undefined ? {} : { http: proxy, https: proxy },
    );
  });

  it.each([
    ['https://api.github.com', 'http://github.com/acme/rocket.git'],
    ['https://api.github.com', 'https://github.com.evil.example/acme/rocket.git'],
    ['https://api.github.com', 'https://raw.github.com/acme/rocket.git'],
    ['https://api.github.com', 'https://user@github.com/acme/rocket.git'],
    ['https://api.github.com', 'https://:password@github.com/acme/rocket.git'],
    ['https://api.github.com', 'https://github.com:8443/acme/rocket.git'],
    ['https://api.github.com', 'ssh://git@github.com/acme/rocket.git'],
    ['https://api.github.com', 'ext::sh -c true'],
    ['https://api.github.com', '/home/mira/rocket.git'],
    ['https://api.github.com', ''],
    // Only hosted deployments have a web address without "api.".
    ['https://api.example.org', 'https://example.org/acme/rocket.git'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8081/git/gists/0a1b.git'],
  ])('of %s has no token for %s', (baseUrl, address) => {
    expect(() => remoteOf(baseUrl, address)).toThrow(
      expect.objectContaining({
        code: 'location-refused',
        message: expect.stringContaining('not an address of GitHub'),
      }),
    );
  });
});
