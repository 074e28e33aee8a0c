import { expect, it } from 'vitest';
import { jitterOf } from '../../src/schedule/jitter.ts';

it('jitterOf() draws the same lot for a due time again, another one for others, and spreads them', () => {
  const lots = Array.from({ length: 500 }, (_, day) =>
    jitterOf({ job: 'a', dueMs: day * 86_400_000, jitterMs: 600_000 }, 'salt'),
  );
  expect(jitterOf({ job: 'a', dueMs: 0, jitterMs: 600_000 }, 'salt')).toBe(lots[0]);
  expect(jitterOf({ job: 'a', dueMs: 0, jitterMs: 600_000 }, 'pepper')).not.toBe(lots[0]);
  expect(jitterOf({ job: 'a', dueMs: 0, jitterMs: 0 }, 'salt')).toBe(0);
  expect(Math.min(...lots)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...lots)).toBeLessThanOrEqual(600_000);
  for (const third of [0, 1, 2]) {
    expect(lots.filter((lot) => Math.floor(lot / 200_001) === third).length).toBeGreaterThan(120);
  }
});
