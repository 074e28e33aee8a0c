import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberSet } from '../../../src/archive/checks/number-set.ts';

describe('NumberSet', () => {
  it('finds the same gaps as a plain set', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 100 }), (numbers) => {
        const set = new NumberSet({ left: 100 });
        for (const number of numbers) {
          set.add(number);
        }
        const known = new Set(numbers);
        const max = Math.max(0, ...numbers);
        const absent: number[] = [];
        for (const { from, to } of set.gaps()) {
          expect(known.has(from - 1) || from === 1).toBe(true);
          absent.push(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
        }
        expect(absent).toEqual(
          Array.from({ length: max }, (_, index) => index + 1).filter((number) => !known.has(number)),
        );
        expect({ count: set.count, max: set.max }).toEqual({ count: known.size, max });
      }),
    );
  });

  it('refuses numbers for which its memory is not enough', () => {
    const set = new NumberSet({ left: 2 });
    expect([40, 1_000_000_000_000_000, 2, 5_000].map((number) => set.add(number))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
