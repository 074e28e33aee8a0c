import { describe, expect, it } from 'vitest';
import { formatSize, parseSize, totalOf } from '../../src/base/sizes.ts';

describe('formatSize()', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.00 KiB'],
    [1536, '1.50 KiB'],
    [10 * 1024 * 1024, '10.0 MiB'],
    [3 * 1024 ** 4, '3.00 TiB'],
  ])('writes %d bytes as %s', (sizeBytes, text) => {
    expect(formatSize(sizeBytes)).toBe(text);
  });
});

describe('parseSize()', () => {
  it.each([
    ['0', 0],
    ['1500', 1_500],
    ['64KiB', 65_536],
    ['1.5g', 1_610_612_736],
    ['2 TB', 2 * 1024 ** 4],
    ['10M', 10_485_760],
  ])('reads %s', (text, sizeBytes) => {
    expect(parseSize(text)).toBe(sizeBytes);
  });

  it.each(['', 'much', '-1', '1e3', '5 apples', 'B'])('declines "%s"', (text) => {
    expect(parseSize(text)).toBeUndefined();
  });
});

describe('totalOf()', () => {
  it('adds up counts, also none', () => {
    expect(totalOf({ issue: 3, user: 4 })).toBe(7);
    expect(totalOf({})).toBe(0);
  });
});
