import { describe, expect, it } from 'vitest';
import { readEpssRange } from '../../../../src/sandbox/server/alerts/alert-query.ts';

describe('readEpssRange()', () => {
  it.each([
    ['0.5', [false, true, false]],
    ['>0.5', [false, false, true]],
    ['>=0.5', [false, true, true]],
    ['<0.5', [true, false, false]],
    ['<=.5', [true, true, false]],
    ['0.2..0.5', [true, true, false]],
  ])('reads %s', (text, matches) => {
    const range = readEpssRange(text)!;
    expect([0.2, 0.5, 1].map(range)).toEqual(matches);
  });

  it.each(['', 'x', '1.1', '>2', '0..2', '=0.5', '0.1...0.2', '-0.1'])('refuses "%s"', (text) => {
    expect(readEpssRange(text)).toBeUndefined();
  });
});
