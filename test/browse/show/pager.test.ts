import { describe, expect, it } from 'vitest';
import { offsetIn, otherQuery, pathsByOffset } from '../../../src/browse/show/pager.ts';

describe('offsetIn()', () => {
  it.each([
    ['', 0],
    ['from=60', 60],
    ['from=-3', 0],
    ['from=2.7', 2],
    ['from=x', 0],
  ])('reads %j', (query, offset) => {
    expect(offsetIn(new URLSearchParams(query))).toBe(offset);
  });
});

describe('pathsByOffset()', () => {
  it('links to the previous and the next page, and keeps other parameters', () => {
    const request = { path: '/-/captures/alerts', query: new URLSearchParams('repo=acme&from=70') };
    expect(pathsByOffset(request, { offset: 70, perPage: 60, hasMore: true })).toEqual({
      prevPath: '/-/captures/alerts?repo=acme&from=10',
      nextPath: '/-/captures/alerts?repo=acme&from=130',
    });
    const first = { path: '/x', query: new URLSearchParams() };
    expect(pathsByOffset(first, { offset: 0, perPage: 60, hasMore: false })).toEqual({
      prevPath: undefined,
      nextPath: undefined,
    });
  });
});

describe('otherQuery()', () => {
  it('keeps what is empty, as an empty filter is not the same as none', () => {
    expect(otherQuery('/acme/app/issues?q=', { after: 'x' })).toBe('/acme/app/issues?q=&after=x');
    expect(otherQuery('/acme/app/issues?q=&after=x', { after: undefined })).toBe('/acme/app/issues?q=');
  });
});
