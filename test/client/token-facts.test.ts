import { describe, expect, it } from 'vitest';
import { readTokenFacts } from '../../src/client/token-facts.ts';
import { DIALECTS } from '../../src/model/dialects.table.ts';

function factsOf(headers: Readonly<Record<string, string>>) {
  return readTokenFacts({ headers: new Map(Object.entries(headers)) }, DIALECTS.github);
}

describe('readTokenFacts()', () => {
  it('returns nothing without headers', () => {
    expect(factsOf({})).toEqual({
      scopes: undefined,
      acceptedScopes: undefined,
      acceptedPermissions: [],
      expiresAtMs: undefined,
    });
  });

  it('reads scopes, none included', () => {
    expect(factsOf({ 'x-oauth-scopes': 'repo, admin:org', 'x-accepted-oauth-scopes': '' })).toMatchObject({
      scopes: ['repo', 'admin:org'],
      acceptedScopes: [],
    });
  });

  it('reads permissions that are needed together, and alternatives', () => {
    const text = 'contents=read,issues=write; administration=read';
    expect(factsOf({ 'x-accepted-github-permissions': text }).acceptedPermissions).toEqual([
      [
        { name: 'contents', access: 'read' },
        { name: 'issues', access: 'write' },
      ],
      [{ name: 'administration', access: 'read' }],
    ]);
  });

  it.each([
    ['2027-04-19 16:30:08 UTC', '2027-04-19T16:30:08.000Z'],
    ['2027-04-19 16:30:08 -0700', '2027-04-19T23:30:08.000Z'],
  ])('reads the expiry %s', (text, expected) => {
    const { expiresAtMs } = factsOf({ 'github-authentication-token-expiration': text });
    expect(new Date(expiresAtMs ?? 0).toISOString()).toBe(expected);
  });

  it.each(['', 'never', '2027-13-45 99:99:99 UTC'])('makes nothing of the expiry "%s"', (text) => {
    expect(factsOf({ 'github-authentication-token-expiration': text }).expiresAtMs).toBeUndefined();
  });
});
