import { describe, expect, it } from 'vitest';
import { isOwnedBy, ofAccounts, ownerOf, ownerPattern, requireAccounts } from '../../src/model/accounts.ts';
import { Failure } from '../../src/model/failure.ts';

function failureOf(work: () => unknown): Failure {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return error as Failure;
  }
  throw new Error('nothing failed');
}

describe('ownerOf()', () => {
  it('returns the owner, which is nested at other services', () => {
    expect(['acme/app', 'group/team/app', 'app', ''].map(ownerOf)).toEqual(['acme', 'group/team', '', '']);
  });
});

describe('isOwnedBy()', () => {
  it.each([
    ['acme/app', true],
    ['ACME/app', true],
    ['acme', true],
    ['acme/team/app', true],
    ['acme-labs/app', false],
    ['other/acme', false],
    ['', false],
  ])('says of %j whether it belongs to Acme', (name, isOwned) => {
    expect(isOwnedBy(name, ['nobody', 'Acme'])).toBe(isOwned);
    expect(isOwnedBy(name, [])).toBe(false);
  });
});

describe('ownerPattern()', () => {
  it('escapes what LIKE would interpret', () => {
    expect(ownerPattern('a_b%c\\d')).toBe('a\\_b\\%c\\\\d/%');
  });
});

describe('ofAccounts()', () => {
  it('returns what belongs to one of the accounts, in order', () => {
    const items = [{ account: 'mira' }, { account: 'acme' }, {}, { account: 'Mira' }];
    expect(ofAccounts(items, ['mira'], 'the vault has runs')).toEqual([
      { account: 'mira' },
      { account: 'Mira' },
    ]);
  });
});

describe('requireAccounts()', () => {
  it('fails for an unknown account, naming those that exist once each', () => {
    requireAccounts(['ACME', 'group'], ['acme', 'group/team'], 'the store has repositories');
    const { code, message } = failureOf(() =>
      requireAccounts(['acme', 'nobody'], ['mira', 'acme', 'mira'], 'the vault has archives'),
    );
    expect(code).toBe('absent');
    expect(message).toBe('Cannot find the account "nobody": the vault has archives of acme, mira');
  });

  it('names the first of many accounts, and says if there is none', () => {
    const many = Array.from({ length: 14 }, (_, index) => `a${index + 10}`);
    expect(failureOf(() => requireAccounts(['x'], many, 'it has runs')).message).toMatch(
      /: it has runs of a10, .*a21 and 2 more$/,
    );
    expect(failureOf(() => requireAccounts(['x'], many.slice(0, 12), 'it has runs')).message).toMatch(
      / a21$/,
    );
    expect(failureOf(() => requireAccounts(['x'], [], 'it has runs')).message).toMatch(
      /: it has runs of no account$/,
    );
  });
});
