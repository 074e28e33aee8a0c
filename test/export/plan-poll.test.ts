import { describe, expect, it } from 'vitest';
import { planPoll } from '../../src/export/index.ts';

describe('planPoll()', () => {
  it('waits a second, then 1.5 times longer each time, up to a minute', () => {
    const delaysMs = Array.from({ length: 13 }, (_, pollsMade) => planPoll({ pollsMade }));
    expect(delaysMs).toEqual([
      1_000, 1_500, 2_250, 3_375, 5_063, 7_594, 11_391, 17_086, 25_629, 38_443, 57_665, 60_000, 60_000,
    ]);
    expect(planPoll({ pollsMade: 100_000 })).toBe(60_000);
  });

  it('takes a fixed interval', () => {
    expect(planPoll({ pollsMade: 9, intervalMs: 250 })).toBe(250);
  });

  it('plans nothing beyond the deadline', () => {
    expect(planPoll({ pollsMade: 9, leftMs: 1_234 })).toBe(1_234);
    expect(planPoll({ pollsMade: 9, leftMs: -1 })).toBe(0);
  });
});
