import { describe, expect, it } from 'vitest';
import {
  parseReleaseAddress,
  parseRepositoryAddress,
  parseThreadAddress,
} from '../../src/reading/thread-address.ts';

describe('parseThreadAddress()', () => {
  it.each([
    ['acme/app#12', 'acme/app', 12, undefined],
    ['acme/app 12', 'acme/app', 12, undefined],
    ['acme/app #12', 'acme/app', 12, undefined],
    ['grp.x/sub/app#12', 'grp.x/sub/app', 12, undefined],
    ['grp.x/sub/app 12', 'grp.x/sub/app', 12, undefined],
    ['app#12', 'app', 12, undefined],
    ['12', undefined, 12, undefined],
    [' #12 ', undefined, 12, undefined],
    ['https://service.example/acme/app/issues/12', 'acme/app', 12, undefined],
    ['https://service.example/acme/app/pull/12/files#r99', 'acme/app', 12, 'r99'],
    ['https://service.example/acme/app/pull/12#discussion_r99', 'acme/app', 12, 'discussion_r99'],
    ['https://service.example/acme/app/issues/12?x=1#issuecomment-7', 'acme/app', 12, 'issuecomment-7'],
    ['service.example/acme/app/issues/12', 'acme/app', 12, undefined],
    ['https://lab.example/group/deep/app/-/merge_requests/3', 'group/deep/app', 3, undefined],
  ])('reads %j', (text, repo, number, anchor) => {
    const { kind, host, ...address } = parseThreadAddress(text.split(' '));
    expect(address).toEqual({ repo, number, anchor });
    expect(host).toBe(/\w+\.example/.exec(text)?.[0]);
    expect(kind).toBe(/pull|merge_requests/.test(text) ? 'pull_request' : undefined);
  });

  it.each([
    'acme/app',
    'twelve',
    'acme/app#x',
    'https://service.example/acme/app',
    'https://service.example/acme/app/milestones/3',
    'https://service.example/acme/app/discussions/3',
    '',
  ])('refuses %j', (text) => {
    expect(() => parseThreadAddress([text])).toThrow('it is not an issue or a pull request');
  });
});

describe('parseRepositoryAddress()', () => {
  it.each([
    ['acme/app', 'acme/app'],
    ['acme/app.git', 'acme/app'],
    ['app', 'app'],
    ['grp.x/sub/app', 'grp.x/sub/app'],
    ['https://service.example/acme/app/issues', 'acme/app'],
  ])('reads %j', (text, repo) => {
    expect(parseRepositoryAddress(text)).toBe(repo);
  });

  it.each(['a b', 'a//b', 'a/../b'])('refuses %j', (text) => {
    expect(() => parseRepositoryAddress(text)).toThrow('it is not OWNER/NAME');
  });
});

describe('parseReleaseAddress()', () => {
  it.each([
    [[], undefined, undefined],
    [['v1.2'], undefined, 'v1.2'],
    [['release/v1'], undefined, 'release/v1'],
    [['Acme/App'], 'Acme/App', undefined],
    [['App'], 'App', undefined],
    [['acme/app', 'v1.2'], 'acme/app', 'v1.2'],
    [['grp.x/sub/app', 'v1.2'], 'grp.x/sub/app', 'v1.2'],
    [['https://service.example/acme/app/releases/tag/v1%2B2'], 'acme/app', 'v1+2'],
    [['https://service.example/acme/app/releases'], 'acme/app', undefined],
    [['https://service.example/acme/app/releases/tag/%zz'], 'acme/app', '%zz'],
  ])('reads %j', (words, repo, tag) => {
    expect(parseReleaseAddress(words, ['acme/app'])).toEqual({ repo, tag });
  });

  it('refuses more than two words', () => {
    expect(() => parseReleaseAddress(['a', 'b', 'c'], [])).toThrow('it is not a release');
  });
});
