import { describe, expect, it } from 'vitest';
import {
  isNotModified,
  matchesEntityTag,
  weakEntityTag,
} from '../../../../src/sandbox/server/api/to-response.ts';

describe('weakEntityTag()', () => {
  it('depends on each part and on their boundaries', () => {
    const tags = [
      weakEntityTag('a', 'b'),
      weakEntityTag('a', 'c'),
      weakEntityTag('ab', ''),
      weakEntityTag('', 'ab'),
    ];
    expect(new Set(tags).size).toBe(4);
    expect(weakEntityTag('a', 'b')).toBe(tags[0]);
    expect(tags[0]).toMatch(/^W\/"[0-9a-f]{64}"$/);
  });
});

describe('matchesEntityTag()', () => {
  it.each([
    ['W/"x"', true],
    ['"x"', true],
    ['"a", W/"x"', true],
    ['*', true],
    ['W/"y"', false],
    ['', false],
    [null, false],
  ])('compares %s weakly', (header, isMatch) => {
    expect(matchesEntityTag(header, 'W/"x"')).toBe(isMatch);
  });
});

const VALIDATORS = { etag: 'W/"a"', lastModified: 'Tue, 10 Mar 2026 12:00:00 GMT' };

describe('isNotModified()', () => {
  it.each([
    [{}, false],
    [{ 'if-none-match': 'W/"a"' }, true],
    [{ 'if-none-match': 'W/"b"' }, false],
    [{ 'if-modified-since': VALIDATORS.lastModified }, true],
    [{ 'if-modified-since': 'Tue, 10 Mar 2026 11:59:59 GMT' }, false],
    [{ 'if-modified-since': 'some time ago' }, false],
    [{ 'if-none-match': 'W/"b"', 'if-modified-since': VALIDATORS.lastModified }, false],
  ])('judges %j', (headers, verdict) => {
    expect(isNotModified(new Headers(headers), VALIDATORS)).toBe(verdict);
  });
});
