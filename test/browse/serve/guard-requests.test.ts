import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { AttemptLimit } from '../../../src/browse/serve/attempt-limit.ts';
import { type Guard, guardRequests, type Sender } from '../../../src/browse/serve/guard-requests.ts';

function guarded(guard?: Guard) {
  return new Hono<{ Bindings: Sender }>().use(guardRequests(guard)).get('*', () => new Response('inside'));
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

  it('looks at fewer and fewer wrong passwords of an address, and then of all', async () => {
    const clock = createDrivenClock(0);
    const app = new Hono<{ Bindings: Sender }>()
      .use(guardRequests({ token: 'correct horse' }, clock))
      .get('*', () => new Response('inside'));
    const tryFrom = async (address: string, password: string) => {
      const authorization = `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;
      const { status, headers } = await app.request(
        '/',
        { headers: { host: 'localhost', authorization } },
        { address },
      );
      return [status, headers.get('retry-after')];
    };
    const right = 'correct horse';
    expect(await tryFrom('192.0.2.1', right)).toEqual([200, null]);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await tryFrom('192.0.2.2', 'a')).toEqual([401, null]);
    }
    expect(await tryFrom('192.0.2.2', right)).toEqual([429, '1']);
    clock.advance(1_000);
    expect(await tryFrom('192.0.2.2', 'b')).toEqual([401, null]);
    expect(await tryFrom('192.0.2.2', right)).toEqual([429, '2']);
    expect(await tryFrom('192.0.2.3', right)).toEqual([200, null]);
    for (let host = 1; host <= 14; host += 1) {
      expect(await tryFrom(`2001:db8:0:${host}:a::1`, 'a')).toEqual([401, null]);
    }
    expect(await tryFrom('2001:db8:1:1::1', right)).toEqual([429, '1']);
    expect(await tryFrom('192.0.2.1', right)).toEqual([200, null]);
    expect((await app.request('/', { headers: { host: 'localhost' } })).status).toBe(401);
    clock.advance(2_000);
    expect(await tryFrom('192.0.2.2', right)).toEqual([200, null]);
  });

  it.each([
    ['an address', (number: number) => `192.0.2.${number % 200}`, 24_000],
    ['a network', (number: number) => `2001:db8:0:1:${number.toString(16)}::1`, 900_000],
  ])('allows few attempts a day, whoever makes them: %s', async (_, addressOf, longestMs) => {
    const clock = createDrivenClock(0);
    const limit = new AttemptLimit(clock);
    let looked = 0;
    for (let number = 0; clock.now() < 86_400_000; number += 1) {
      const waitMs = limit.waitMs(addressOf(number));
      expect(waitMs).toBeLessThanOrEqual(Math.max(longestMs, 30_000));
      clock.advance(waitMs);
      limit.note(addressOf(number), false);
      looked += 1;
    }
    expect(looked).toBeLessThan(3_000);
  });

  it('lets nobody interrupt a reader who has logged in, and forgets what was wrong before', () => {
    const limit = new AttemptLimit(createDrivenClock(0));
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      limit.note('192.0.2.1', false);
    }
    limit.note('192.0.2.1', true);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      limit.note('192.0.2.1', false);
    }
    for (let other = 10; other < 40; other += 1) {
      limit.note(`198.51.100.${other}`, false);
    }
    expect([limit.waitMs('192.0.2.1'), limit.waitMs('192.0.2.2') > 0]).toEqual([0, true]);
    limit.note('192.0.2.1', false);
    expect(limit.waitMs('192.0.2.1')).toBeGreaterThan(0);
  });

  it('counts the attempts of one network of IPv6 together, and not those of its neighbour', () => {
    const limit = new AttemptLimit(createDrivenClock(0));
    for (let host = 1; host <= 9; host += 1) {
      limit.note(`2001:db8:0:1:0:0:0:${host}`, false);
    }
    expect(limit.waitMs('2001:db8:0:1:0:0:0:ffff')).toBeGreaterThan(0);
    expect(limit.waitMs('2001:db8:0:2:0:0:0:1')).toBe(0);
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
