import { describe, expect, it } from 'vitest';
import { isObjectId, isRefName } from '../../src/git/ref-name.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { git } from './support/make-repository.ts';

const NAMES = [
  'refs/heads/main',
  'refs/heads/feature/one',
  'refs/heads/日本',
  'refs/heads/a@b',
  'refs/heads/@',
  'refs/heads/-x',
  'refs/heads/a.b',
  'refs/heads/a{b}',
  'refs/heads/a"b',
  'refs/stash',
  'refs/pull/7/head',
  'refs/__gh__/pull/7/rebase',
  'refs/merge-requests/3/merge',
  'refs/heads/a..b',
  'refs/heads/.a',
  'refs/heads/a.',
  'refs/heads/a/',
  'refs/heads//a',
  'refs/heads/a.lock',
  'refs/heads/a.lock/b',
  'refs/heads/a b',
  'refs/heads/a~b',
  'refs/heads/a^b',
  'refs/heads/a:b',
  'refs/heads/a?b',
  'refs/heads/a*b',
  'refs/heads/a[b',
  'refs/heads/a\\b',
  'refs/heads/a@{b',
  'refs/heads/a\tb',
  'refs/heads/a\u007fb',
  'refs/',
  'refs/../HEAD',
] as const;

describe('isRefName()', () => {
  it.each(NAMES)('judges %j as git does', (name) => {
    const judge = () => git(temporaryFolder(), 'check-ref-format', name);
    if (isRefName(name)) {
      expect(judge).not.toThrow();
    } else {
      expect(judge).toThrow();
    }
  });

  it('accepts nothing outside of refs/, and no endless name', () => {
    expect(isRefName('heads/main')).toBe(false);
    expect(isRefName('/refs/heads/main')).toBe(false);
    expect(isRefName('refs/heads/a\u0000b')).toBe(false);
    expect(isRefName(`refs/heads/${'a'.repeat(4_096)}`)).toBe(false);
  });
});

describe('isObjectId()', () => {
  it('accepts full names of both hashes, and nothing that git would look up', () => {
    expect(isObjectId('a'.repeat(40))).toBe(true);
    expect(isObjectId('0'.repeat(64))).toBe(true);
    for (const text of ['a'.repeat(39), 'A'.repeat(40), 'HEAD', '--all', `${'a'.repeat(40)}\n`, '']) {
      expect(isObjectId(text)).toBe(false);
    }
  });
});
