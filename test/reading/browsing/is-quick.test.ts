import { describe, expect, it } from 'vitest';
import { isQuick } from '../../../src/reading/browsing/is-quick.ts';

describe('isQuick()', () => {
  it.each([
    '',
    'is:open label:bug -author:mira',
    'parser "race condition"',
    'sort:updated-desc is:pr',
    'a OR b',
  ])('answers "%s" at once', (text) => {
    expect(isQuick(text, 0)).toBe(true);
  });

  it.each([
    'involves:mira',
    'is:open comments:>10',
    'sort:comments-desc',
    'pars*',
    '-parser',
    'a OR mentions:mira',
    'one two three four five six seven eight nine',
    'one OR two OR (three four five six seven eight -is:open is:issue)',
  ])('runs "%s" in another process', (text) => {
    expect(isQuick(text, 0)).toBe(false);
  });
});
