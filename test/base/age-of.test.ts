import { describe, expect, it } from 'vitest';
import { ageOf } from '../../src/base/index.ts';

describe('ageOf()', () => {
  it('gives the time that passed, and nought for clocks that differ a little', () => {
    expect([ageOf(1_000, 5_000), ageOf(5_000, 5_000), ageOf(65_000, 5_000)]).toEqual([4_000, 0, 0]);
  });

  it('gives nothing for what is still to come, and for what is no time', () => {
    expect([ageOf(Date.UTC(2099), Date.UTC(2026)), ageOf(Number.NaN, 0), ageOf(1, Number.NaN)]).toEqual(
      Array(3).fill(undefined),
    );
  });
});
