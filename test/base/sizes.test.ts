import { describe, expect, it } from 'vitest';
import { formatSize } from '../../src/base/index.ts';

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
