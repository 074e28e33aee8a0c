import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currentSpendings, roomAtMs, spend, sumOfSpendings } from '../../../src/client/gate/spendings.ts';

const WINDOW_MS = 60_000;

describe('spend()', () => {
  it('never forgets an amount before its window has passed, and soon afterwards', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 9 })));
    fc.assert(
      fc.property(steps, (waits) => {
        let nowMs = 1_000_000;
        let rows: ReturnType<typeof spend> = [];
        const spent: { atMs: number; amount: number }[] = [];
        for (const [waitMs, amount] of waits) {
          nowMs += waitMs;
          rows = spend(rows, amount, { nowMs, windowMs: WINDOW_MS });
          spent.push({ atMs: nowMs, amount });
        }
        const sumSince = (fromMs: number) =>
          spent.filter(({ atMs }) => atMs >= fromMs).reduce((sum, { amount }) => sum + amount, 0);
        const counted = sumOfSpendings(currentSpendings(rows, nowMs, WINDOW_MS));
        expect(counted).toBeGreaterThanOrEqual(sumSince(nowMs - WINDOW_MS));
        expect(counted).toBeLessThanOrEqual(sumSince(nowMs - WINDOW_MS - WINDOW_MS / 240));
      }),
    );
  });

  it('keeps a bounded number of rows', () => {
    let rows: ReturnType<typeof spend> = [];
    for (let nowMs = 0; nowMs < 10 * WINDOW_MS; nowMs += 10) {
      rows = spend(rows, 1, { nowMs, windowMs: WINDOW_MS });
    }
    expect(rows.length).toBeLessThanOrEqual(242);
  });
});

describe('currentSpendings()', () => {
  it('omits what is in the future: a clock was set back', () => {
    expect(currentSpendings([[10 * WINDOW_MS, 5]], WINDOW_MS, WINDOW_MS)).toEqual([]);
  });
});

describe('roomAtMs()', () => {
  it('returns when enough has left the window', () => {
    const rows = [
      [1_000, 2],
      [2_000, 3],
    ] as const;
    expect(roomAtMs(rows, 1, WINDOW_MS)).toBe(61_000);
    expect(roomAtMs(rows, 3, WINDOW_MS)).toBe(62_000);
    expect(roomAtMs(rows, 6, WINDOW_MS)).toBeUndefined();
  });
});
