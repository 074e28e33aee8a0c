import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOf, planParts, rangeOfPart } from '../../../../src/browse/pages/thread/plan-parts.ts';

describe('planParts()', () => {
  it.each([
    [0, undefined, [{ start: 0, end: 0 }]],
    [120, undefined, [{ start: 0, end: 120 }]],
    [120, '2', [{ start: 0, end: 120 }]],
    [
      121,
      undefined,
      [
        { start: 0, end: 30 },
        { start: 71, end: 121 },
      ],
    ],
    [250, '1', [{ start: 0, end: 100 }]],
    [250, '3', [{ start: 200, end: 250 }]],
    [250, '99', [{ start: 200, end: 250 }]],
    [250, 'all', [{ start: 0, end: 250 }]],
    [
      250,
      '-1',
      [
        { start: 0, end: 30 },
        { start: 200, end: 250 },
      ],
    ],
    [
      250,
      'x',
      [
        { start: 0, end: 30 },
        { start: 200, end: 250 },
      ],
    ],
  ])('shows of %i entries for %j %j', (count, wanted, shown) => {
    expect(planParts(count, wanted).shown).toEqual(shown);
  });

  it('has each entry of a long thread in exactly one part', () => {
    fc.assert(
      fc.property(fc.integer({ min: 121, max: 5_000 }), fc.nat(), (count, nth) => {
        const index = nth % count;
        const { start, end } = rangeOfPart(partOf(index), count);
        expect(start <= index && index < end).toBe(true);
        expect(partOf(count - 1)).toBe(planParts(count, undefined).partCount);
      }),
    );
  });
});
