import { describe, expect, it } from 'vitest';
import { checkTokenAtService, getAccount } from '../../src/endpoints/account.ts';
import { json, type Step, text } from '../client/support/scripted-server.ts';
import { START_MS } from '../client/support/test-client.ts';
import { NOT_FOUND, startScriptedService } from './support/scripted-service.ts';

describe('getAccount()', () => {
  it('returns the owner of the token', async () => {
    const { client, requests } = await startScriptedService(json(200, { login: 'alice', id: 1, name: null }));
    expect(await getAccount(client)).toEqual({ login: 'alice', id: 1 });
    expect(requests[0]?.path).toBe('/user');
  });

  it('says which token is needed where this one is wrong', async () => {
    const { client } = await startScriptedService(json(401, { message: 'Bad credentials' }));
    await expect(getAccount(client)).rejects.toMatchObject({
      code: 'unauthorized',
      hint: 'Use a valid classic personal access token with the repo scope',
    });
  });

  it.each<[string, Step, string]>([
    ['the web pages', text(200, '<!DOCTYPE html><title>Sign in</title>'), 'a web page, "Sign in"'],
    ['another web server', text(404, '<html>nothing</html>'), 'it answered 404 with a web page'],
    ['another API', json(404, NOT_FOUND), '(404)'],
    [
      'an API with accounts of another kind',
      json(200, { user: { name: 'alice' } }),
      '/login must be present',
    ],
    ['a list', json(200, [{ login: 'alice' }]), 'the body must be object'],
    ['a server that says nothing', text(200, ''), 'without a body'],
  ])('distinguishes %s from the service', async (_, step, found) => {
    const { client } = await startScriptedService(step);
    await expect(getAccount(client)).rejects.toMatchObject({
      code: 'not-the-service',
      message: expect.stringContaining(found),
    });
  });
});

describe('checkTokenAtService()', () => {
  it.each([
    ['ahead of', 90_000],
    ['behind', -90_000],
  ])('measures how far the clock is %s that of the service', async (_, aheadMs) => {
    const date = new Date(START_MS - aheadMs).toUTCString();
    const { client } = await startScriptedService(json(200, { login: 'alice', id: 1 }, { date }));
    expect((await checkTokenAtService(client)).clockAheadMs).toBe(aheadMs);
  });
});
