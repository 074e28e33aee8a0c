import { describe, expect, it } from 'vitest';
import {
  addressOf,
  decodeLeniently,
  labelAddress,
  repositoryOfPart,
} from '../../../src/archive/checks/reference-address.ts';

const GARDEN = 'https://service.example/alice/garden';

describe('addressOf()', () => {
  it.each([
    [`${GARDEN}/labels/good%20first%20issue`, 'good first issue'],
    [`${GARDEN}/labels/C%2B%2B`, 'C++'],
    [`${GARDEN}/labels/a+b`, 'a+b'],
    [`${GARDEN}/labels#/New+Feature`, 'New Feature'],
    [`${GARDEN}/labels/100%`, '100%'],
    [`${GARDEN}/labels/area%2Fweb`, 'area/web'],
  ])('joins the label %s by its name', (url, name) => {
    expect(addressOf('label', url)).toBe(labelAddress(GARDEN, name));
  });

  it('leaves addresses of other things alone', () => {
    expect(addressOf('issue', `${GARDEN}/issues/1%20`)).toBe(`${GARDEN}/issues/1%20`);
    expect(addressOf('label', 'bug')).toBe('bug');
  });

  it('decodes the name of a category', () => {
    const url = `${GARDEN}/discussion_categories/Q%26A`;
    expect(addressOf('category', url)).toBe(`${GARDEN}/discussion_categories/Q&A`);
  });
});

describe('decodeLeniently()', () => {
  it('leaves what is not encoded UTF-8 unchanged', () => {
    expect(decodeLeniently('100% %E2%9C%BF %ff %2')).toBe('100% ✿ %ff %2');
  });
});

describe('repositoryOfPart()', () => {
  it.each([
    [`${GARDEN}/issues/1`, GARDEN],
    [`${GARDEN}/pull/3/files#r5`, GARDEN],
    [`${GARDEN}/labels/bug`, GARDEN],
    [`${GARDEN}/labels#/bug`, GARDEN],
    [`${GARDEN}/milestones/2`, GARDEN],
    [`${GARDEN}/discussion_categories/Ideas`, GARDEN],
    ['https://lab.example/group/sub/app/-/merge_requests/7', 'https://lab.example/group/sub/app'],
    ['https://lab.example/pull/issues/issues/7', 'https://lab.example/pull/issues'],
    [GARDEN, undefined],
    ['no address', undefined],
  ])('of %s is %s', (url, repository) => {
    expect(repositoryOfPart(url)).toBe(repository);
  });
});
