import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../../src/base/clock.ts';
import { DIALECTS } from '../../../../src/model/dialects.table.ts';
import {
  authenticate,
  grantsOf,
  issueOAuthApp,
  issueTokens,
} from '../../../../src/sandbox/server/api/tokens.ts';

describe('issueTokens()', () => {
  it('creates tokens in the real format in the github dialect', () => {
    const tokens = issueTokens(DIALECTS.github, 'seed');
    expect(tokens.classic).toMatch(/^ghp_[A-Za-z0-9]{36}$/);
    expect(tokens.fine_grained).toMatch(/^github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}$/);
    expect(tokens.oauth).toMatch(/^gho_[A-Za-z0-9]{36}$/);
    expect(tokens.app_user).toMatch(/^ghu_[A-Za-z0-9]{36}$/);
    expect(tokens.app_installation).toMatch(/^ghs_[A-Za-z0-9]{36}$/);
    expect(tokens.workflow).toMatch(/^ghs_WORKFLOW[A-Za-z0-9]{28}$/);
  });

  it('gives different seeds and dialects different tokens', () => {
    const all = [
      issueTokens(DIALECTS.service, 'a'),
      issueTokens(DIALECTS.service, 'b'),
      issueTokens(DIALECTS.github, 'a'),
    ].flatMap((tokens) => Object.values(tokens).map((token) => token.slice(-20)));
    expect(new Set(all).size).toBe(all.length);
  });
});

const TOKENS = issueTokens(DIALECTS.service, 'seed');
const GRANTS = new Map(grantsOf(TOKENS, 'alice').map((grant) => [grant.token, grant]));
const APP = issueOAuthApp(DIALECTS.service, 'seed');

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function whoIs(authorization: string | null) {
  const known = { grants: GRANTS, oauthApp: APP, clock: createDrivenClock(0) };
  return authenticate({ authorization, address: '192.0.2.1' }, known);
}

describe('authenticate()', () => {
  it('treats a missing header as an anonymous caller', () => {
    expect(whoIs(null)).toEqual({ type: 'anonymous', address: '192.0.2.1' });
  });

  it.each([
    `Bearer ${TOKENS.oauth}`,
    `bearer ${TOKENS.oauth}`,
    `token ${TOKENS.oauth}`,
    `Basic ${base64(`x:${TOKENS.oauth}`)}`,
    `Basic ${base64(`${TOKENS.oauth}:`)}`,
  ])('recognises a token in "%s"', (authorization) => {
    expect(whoIs(authorization)).toMatchObject({
      type: 'token',
      kind: 'oauth',
      token: TOKENS.oauth,
      login: 'alice',
    });
  });

  it('recognizes an app by its id and secret', () => {
    const { clientId, clientSecret } = APP;
    expect(whoIs(`Basic ${base64(`${clientId}:${clientSecret}`)}`)).toEqual({ type: 'oauth_app', clientId });
    expect(whoIs(`Basic ${base64(`${clientId}:wrong`)}`)).toBeUndefined();
  });

  it.each([
    '',
    'Bearer',
    'Bearer nobody',
    TOKENS.oauth,
    `Digest ${TOKENS.oauth}`,
    `Bearer ${TOKENS.oauth} x`,
    'Basic ???',
  ])('does not know the credentials "%s"', (authorization) => {
    expect(whoIs(authorization)).toBeUndefined();
  });
});
