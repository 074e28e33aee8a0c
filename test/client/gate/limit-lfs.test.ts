import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { withPace } from '../../../src/client/gate/limit-lfs.ts';

describe('withPace()', () => {
  it.each([2_700, 270])('sends no more than %i requests in any minute', async (perMinute) => {
    const clock = createDrivenClock(Date.UTC(2026, 5, 1), { skipSleeps: true });
    const sentAtMs: number[] = [];
    const send = withPace({ clock, perMinute })(async () => {
      sentAtMs.push(clock.now());
      return undefined as never; // Only the times count.
    });
    for (let count = 0; count < 3 * perMinute; count += 1) {
      clock.advance(count % 7);
      await send({} as never);
    }
    for (const [index, atMs] of sentAtMs.slice(perMinute).entries()) {
      expect(atMs - (sentAtMs[index] ?? 0)).toBeGreaterThanOrEqual(60_000);
    }
  });

  it('does not wait longer than a minute if the clock was set back', async () => {
    let nowMs = Date.UTC(2026, 5, 1);
    const sleeps: number[] = [];
    const clock = {
      now: () => nowMs,
      sleep: async (durationMs: number) => {
        sleeps.push(durationMs);
        nowMs += durationMs;
      },
    };
    const send = withPace({ clock, perMinute: 1 })(async () => undefined as never);
    await send({} as never);
    nowMs -= 3_600_000;
    await send({} as never);
    expect(sleeps).toEqual([]);
  });
});
