import { describe, expect, it } from 'vitest';
import { repositoryNameOfUrl, repositoryOfUrl } from '../../src/archive/repository-tallies.ts';

const GARDEN = 'https://service.example/alice/garden';

describe('repositoryOfUrl()', () => {
  it.each([
    [`${GARDEN}/issues/1`, GARDEN],
    [`${GARDEN}/pull/1#issuecomment-2`, GARDEN],
    [`${GARDEN}/pull/1/files#r3`, GARDEN],
    [`${GARDEN}/commit/abc#commitcomment-1`, GARDEN],
    ['https://h/group/sub/garden/merge_requests/4', 'https://h/group/sub/garden'],
    ['https://h/pull/issues/issues/4', 'https://h/pull/issues'],
    ['https://h:8080/a/b/pull-requests/4', 'https://h:8080/a/b'],
    [GARDEN, undefined],
    [`${GARDEN}/releases/tag/v1`, undefined],
    ['https://service.example', undefined],
    ['', undefined],
  ])('of %j is %j', (url, repository) => {
    expect(repositoryOfUrl(url)).toBe(repository);
  });
});

describe('repositoryNameOfUrl()', () => {
  it('is what follows the host', () => {
    expect(repositoryNameOfUrl(GARDEN)).toBe('alice/garden');
    expect(repositoryNameOfUrl('https://h:8080/group/sub/garden')).toBe('group/sub/garden');
  });
});
