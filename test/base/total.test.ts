import { describe, expect, it } from 'vitest';
import { totalOf } from '../../src/base/index.ts';

describe('totalOf()', () => {
  it('adds up counts, also none', () => {
    expect(totalOf({ issue: 3, user: 4 })).toBe(7);
    expect(totalOf({})).toBe(0);
  });
});
