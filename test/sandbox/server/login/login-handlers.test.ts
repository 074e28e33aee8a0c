import { describe, expect, it } from 'vitest';
import { readAppKey, signAppJwt } from '../../../../src/client/identity/app-jwt.ts';
import { APP_PEM } from '../../../client/support/app-key.ts';
import { type Harbour, openHarbour, START_MS } from '../support/harbour.ts';

const KEY = readAppKey(APP_PEM.privateKey);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** The token of an app at a time that differs from the sandbox's. */
const jwt = (aheadMs = 0, appId = '1') => ({
  authorization: `Bearer ${signAppJwt(appId, KEY, START_MS + aheadMs)}`,
});

function post(harbour: Harbour, path: string, fields: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(fields).toString();
  return harbour.ask(path, { method: 'POST', authorization: null, headers: FORM, body });
}

async function startLogin(harbour: Harbour) {
  const { client_id: clientId } = harbour.sandbox.ready.oauth_app;
  const { json } = await post(harbour, '/login/device/code', { client_id: clientId, scope: 'repo' });
  const grant = {
    client_id: clientId,
    device_code: json.device_code,
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
  };
  const poll = async () => (await post(harbour, '/login/oauth/access_token', grant)).json;
  return { started: json, poll };
}

describe('a login by device flow', () => {
  it('is approved after as many polls as the sandbox was started with', async () => {
    const harbour = await openHarbour({ approveDevicesAfter: 2, dialect: 'github' });
    const { started, poll } = await startLogin(harbour);
    expect(started).toMatchObject({
      expires_in: 899,
      interval: 5,
      user_code: expect.stringMatching(/^\w{4}-\w{4}$/),
    });
    for (const error of ['authorization_pending', 'authorization_pending']) {
      harbour.clock.advance(5_000);
      expect(await poll()).toMatchObject({ error });
    }
    harbour.clock.advance(5_000);
    const { access_token: token, scope } = await poll();
    expect([token.slice(0, 4), scope]).toEqual(['gho_', 'repo']);
    const reply = await harbour.ask('/user', { authorization: `Bearer ${token}` });
    expect([reply.status, reply.headers['x-oauth-scopes']]).toEqual([200, 'repo']);
    expect(await poll()).toMatchObject({ error: 'incorrect_device_code' });
  });

  it('is slowed down by five seconds for each poll that comes too soon', async () => {
    const harbour = await openHarbour({ approveDevicesAfter: 0 });
    const { poll } = await startLogin(harbour);
    expect(await poll()).toMatchObject({ error: 'slow_down', interval: 10 });
    harbour.clock.advance(9_000);
    expect(await poll()).toMatchObject({ error: 'slow_down', interval: 15 });
    harbour.clock.advance(15_000);
    expect(await poll()).toHaveProperty('access_token');
  });

  it('expires, and is not for other apps', async () => {
    const harbour = await openHarbour();
    const { poll } = await startLogin(harbour);
    harbour.clock.advance(899_000);
    expect(await poll()).toMatchObject({ error: 'expired_token' });
    const unknown = await post(harbour, '/login/device/code', { client_id: 'nobody' });
    expect([unknown.status, unknown.json]).toEqual([404, { error: 'Not Found' }]);
  });
});

describe('a GitHub App', () => {
  const tokens = '/app/installations/1/access_tokens';

  it('gets a token of its installation, which expires after an hour', async () => {
    const harbour = await openHarbour({ appKey: APP_PEM.publicKey });
    const { organization } = harbour.sandbox.ready;
    const list = (await harbour.ask('/app/installations', jwt())).json;
    expect(list).toMatchObject([{ id: 1, app_id: 1, account: { login: organization } }]);
    const { status, json } = await harbour.ask(tokens, { ...jwt(), method: 'POST' });
    expect([status, json.expires_at]).toEqual([201, '2026-03-10T13:00:00Z']);
    const budgets = `/organizations/${organization}/settings/billing/budgets`;
    const call = async (path: string) =>
      (await harbour.ask(path, { authorization: `Bearer ${json.token}` })).status;
    expect([await call(budgets), await call('/user/migrations')]).toEqual([200, 403]);
    harbour.clock.advance(3_600_000);
    expect(await call(budgets)).toBe(401);
  });

  it.each([
    ['a clock ahead', jwt(61_000), "'Issued at' claim ('iat') must be an Integer"],
    ['a clock behind', jwt(-541_000), "'Expiration time' claim ('exp') must be a numeric value"],
    ['the id of another app', jwt(0, '2'), 'A JSON web token could not be decoded'],
    [
      'a changed token',
      { authorization: `${jwt().authorization}x` },
      'A JSON web token could not be decoded',
    ],
    ['a token of another kind', {}, 'A JSON web token could not be decoded'],
  ])('is rejected with %s, in the words of the real service', async (_, question, message) => {
    const { ask } = await openHarbour({ appKey: APP_PEM.privateKey });
    const { status, json } = await ask(tokens, { ...question, method: 'POST' });
    expect([status, json.message]).toEqual([401, expect.stringContaining(message)]);
  });

  it('has nothing but its installations, and needs a key that the sandbox knows', async () => {
    const known = await openHarbour({ appKey: APP_PEM.publicKey });
    expect((await known.ask('/user', jwt())).status).toBe(401);
    expect((await known.ask('/app/installations/2/access_tokens', { ...jwt(), method: 'POST' })).status).toBe(
      404,
    );
    const { ask } = await openHarbour();
    expect((await ask('/app/installations', jwt())).status).toBe(401);
    await expect(openHarbour({ appKey: 'not a key' })).rejects.toMatchObject({ code: 'usage' });
  });
});
