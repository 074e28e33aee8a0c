import { describe, expect, it } from 'vitest';
import { requirePolicy } from '../../src/app/plan-forgetting.ts';
import { DEFAULT_MAX_DROP } from '../../src/vault/retention-policy.ts';

describe('requirePolicy()', () => {
  it('has each rule of the settings at its place, and their limit of a drop', () => {
    const fortnight = { years: 0, months: 0, days: 14, hours: 0 };
    const settings = {
      keepLast: 1,
      keepDaily: 7,
      keepWithin: fortnight,
      keepWithinYearly: fortnight,
      maxDrop: 0.5,
    };
    expect(requirePolicy({ ...settings, groupBy: ['account'] })).toEqual({
      counts: { last: 1, daily: 7 },
      within: { last: fortnight, yearly: fortnight },
      maxDrop: 0.5,
      groupBy: ['account'],
    });
    expect(requirePolicy({ keepLast: 1, maxDrop: 0 })?.maxDrop).toBe(0);
    expect(requirePolicy({ keepLast: 1 })?.maxDrop).toBe(DEFAULT_MAX_DROP);
  });

  it('is none without a rule, and refuses rules that keep nothing', () => {
    expect(requirePolicy({ maxDrop: 0.5 })).toBeUndefined();
    expect(() => requirePolicy({ keepLast: 0, keepDaily: 0 })).toThrow('these rules would keep none');
    expect(requirePolicy({ keepLast: 0, keepDaily: 1 })?.counts).toEqual({ last: 0, daily: 1 });
    for (const count of [-1, 1.5, Number.NaN]) {
      expect(() => requirePolicy({ keepDaily: count })).toThrow(
        `Cannot forget archives: "keepDaily" must be a whole number, and not ${count}`,
      );
    }
    expect(requirePolicy({ keepLast: Number.POSITIVE_INFINITY })?.counts).toEqual({
      last: Number.POSITIVE_INFINITY,
    });
  });
});
