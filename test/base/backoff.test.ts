import { describe, expect, it } from 'vitest';
import { backoffMs, createSeededRandom } from '../../src/base/index.ts';

describe('backoffMs()', () => {
  it('doubles with each try, up to a limit', () => {
    const delaysMs = [1, 2, 3, 4, 99].map((tryNumber) => backoffMs(tryNumber, { firstMs: 100, maxMs: 500 }));
    expect(delaysMs).toEqual([100, 200, 400, 500, 500]);
  });

  it('spreads each wait over its upper half', () => {
    const random = createSeededRandom('backoff');
    const delaysMs = Array.from({ length: 200 }, () => backoffMs(2, { firstMs: 100, maxMs: 500, random }));
    expect(Math.min(...delaysMs)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...delaysMs)).toBeLessThanOrEqual(200);
    expect(new Set(delaysMs).size).toBeGreaterThan(20);
  });
});
