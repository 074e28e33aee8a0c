import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { type Guard, guardRequests } from '../../../src/browse/serve/guard-requests.ts';

function guarded(guard?: Guard): Hono {
  return new Hono().use(guardRequests(guard)).get('*', () => new Response('inside'));
}

async function statusUnder(host: string, guard?: Guard): Promise<number> {
  return (await guarded(guard).request('/', { headers: { host } })).status;
}

describe('guardRequests()', () => {
  it.each(['127.0.0.1:8080', 'localhost:1', '[::1]:8080', 'LOCALHOST'])('answers under %s', async (host) => {
    expect(await statusUnder(host)).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:8080', '192.168.0.7', ''])(
    'refuses the name "%s" with 421, as it may have been led here',
    async (host) => {
      expect(await statusUnder(host)).toBe(421);
    },
  );

  it('answers under further names and addresses only if configured', async () => {
    expect(await statusUnder('work.local:80', { hosts: ['work.local'] })).toBe(200);
    expect(await statusUnder('192.168.0.7:80', { takesAddresses: true })).toBe(200);
    expect(await statusUnder('evil.example', { takesAddresses: true })).toBe(421);
  });

  it('asks for the token, and accepts it as a password of any user', async () => {
    const app = guarded({ token: 'correct horse' });
    const ask = async (text: string | undefined) =>
      await app.request('/', {
        headers: {
          host: 'localhost',
          ...(text === undefined ? {} : { authorization: `Basic ${Buffer.from(text).toString('base64')}` }),
        },
      });
    expect((await ask(undefined)).headers.get('www-authenticate')).toContain('Basic');
    expect((await ask(undefined)).status).toBe(401);
    expect((await ask('me:wrong')).status).toBe(401);
    expect((await ask('correct horse')).status).toBe(200);
    expect((await ask('me:correct horse')).status).toBe(200);
  });

  it.each([
    ['a link on another site', '/acme/app/issues/1', 'cross-site navigate', 200],
    ['a picture of another site', '/acme/app/raw/main/a.png', 'cross-site no-cors', 403],
    ['a question by a link', '/-/sql?q=SELECT+1', 'cross-site navigate', 403],
    ['a question by a script', '/-/search?q=a', 'cross-site cors', 403],
    ['another port of this machine', '/-/sql?q=SELECT+1', 'same-site navigate', 403],
    ['the reader itself', '/-/sql?q=SELECT+1', 'same-origin navigate', 200],
    ['an address that was typed', '/-/sql?q=SELECT+1', 'none navigate', 200],
  ])('answers %s: %s', async (_, path, sender, status) => {
    const [site = '', mode = ''] = sender.split(' ');
    const headers = { host: 'localhost', 'sec-fetch-site': site, 'sec-fetch-mode': mode };
    expect((await guarded().request(path, { headers })).status).toBe(status);
  });

  it('lets nothing run but the own script, on refusals too', async () => {
    for (const host of ['localhost', 'evil.example']) {
      const { headers } = await guarded().request('/', { headers: { host } });
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+';/);
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });
});
