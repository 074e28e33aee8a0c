import { describe, expect, it } from 'vitest';
import { neighboursByOffset, offsetIn } from '../../../src/browse/show/pager.ts';

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

describe('neighboursByOffset()', () => {
  it('leads back and on, and leaves what else is asked for as it is', () => {
    const path = '/-/captures/alerts?repo=acme&from=70';
    expect(neighboursByOffset(path, { offset: 70, perPage: 60, hasMore: true })).toEqual({
      before: '/-/captures/alerts?repo=acme&from=10',
      after: '/-/captures/alerts?repo=acme&from=130',
    });
    expect(neighboursByOffset('/x', { offset: 0, perPage: 60, hasMore: false })).toEqual({
      before: undefined,
      after: undefined,
    });
  });
});
