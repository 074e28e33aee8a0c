import { describe, expect, it } from 'vitest';
import { json, startScriptedServer } from './support/scripted-server.ts';
import { createAnonymousClient, READ, TOKEN } from './support/test-client.ts';

const APPLICATION = {
  clientId: 'Iv1.0123456789abcdef',
  clientSecret: '0123456789abcdef0123456789abcdef01234567',
};
const ENCODED = Buffer.from(`${APPLICATION.clientId}:${APPLICATION.clientSecret}`).toString('base64');

describe('readCredentials()', () => {
  it('sends id and secret of an OAuth app as Basic', async () => {
    const server = await startScriptedServer(json(200, {}));
    await createAnonymousClient(server.url, { application: APPLICATION }).request(READ);
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${ENCODED}`);
  });

  it('treats the secret like a token', async () => {
    const server = await startScriptedServer(
      json(401, { message: `Bad: ${APPLICATION.clientSecret} and Basic ${ENCODED}` }),
    );
    const failure = await createAnonymousClient(server.url, { application: APPLICATION })
      .request(READ)
      .catch((error) => error);
    expect(`${failure.message} ${failure.stack}`).not.toMatch(
      new RegExp(`${APPLICATION.clientSecret}|${ENCODED}`),
    );
    expect(failure.message).toContain('[redacted]');
    expect(() =>
      createAnonymousClient(new URL('http://service.example'), { application: APPLICATION }),
    ).toThrow('a token would cross the network unencrypted');
  });

  it.each([
    ['both', { token: TOKEN, application: APPLICATION }],
    ['an empty secret', { application: { ...APPLICATION, clientSecret: '' } }],
    ['a secret of two lines', { application: { ...APPLICATION, clientSecret: 'a\nb' } }],
    ['an id with a colon', { application: { ...APPLICATION, clientId: 'a:b' } }],
  ])('refuses %s', (_, credentials) => {
    expect(() => createAnonymousClient(new URL('https://service.example'), credentials)).toThrow(
      'Cannot use',
    );
  });
});
