import { describe, expect, it } from 'vitest';
import { matchesEntityTag, weakEntityTag } from '../../../../src/sandbox/server/api/entity-tag.ts';

describe('weakEntityTag()', () => {
  it('differs when any part does, and keeps parts apart', () => {
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
