import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRunTimes } from '../../src/schedule/index.ts';
import { decideDue, findDue } from '../../src/schedule/plan-due.ts';

const times = readRunTimes(['0 3 * * *'], 'UTC');
const at = (text: string) => Date.parse(`${text}Z`);

describe('findDue()', () => {
  it('counts what came due after one moment and by another', () => {
    expect(findDue(times, at('2026-06-01T03:00'), at('2026-06-04T03:00'))).toEqual({
      newestMs: at('2026-06-04T03:00'),
      count: 3,
    });
    expect(findDue(times, at('2026-06-01T03:00'), at('2026-06-02T02:59'))).toBeUndefined();
  });

  it('stops counting after years of seconds, and still finds the newest', () => {
    const often = readRunTimes(['* * * * * *'], 'UTC');
    expect(findDue(often, at('2020-01-01T00:00'), at('2026-06-01T12:34'))).toEqual({
      newestMs: at('2026-06-01T12:34'),
      count: 10_000,
    });
  });
});

describe('decideDue()', () => {
  it('accounts for each due time, whatever the situation', () => {
    const situation = fc.record({
      nowMs: fc.integer({ min: 1_000_000, max: 2_000_000 }),
      onTimeMs: fc.integer({ min: 0, max: 500_000 }),
      catchesUp: fc.boolean(),
      isBusy: fc.boolean(),
    });
    fc.assert(
      fc.property(
        situation,
        fc.integer({ min: 0, max: 900_000 }),
        fc.integer({ min: 1, max: 50 }),
        (now, newestMs, count) => {
          const decision = decideDue({ newestMs, count }, now);
          const told = { run: 1, merge: 0, miss: 0 }[decision.type];
          const rest = decision.type === 'merge' ? decision.merged : decision.missed;
          expect(told + rest).toBe(count);
          expect(decision.type === 'merge').toBe(now.isBusy);
        },
      ),
    );
  });
});
