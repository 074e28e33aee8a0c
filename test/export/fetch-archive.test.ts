import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createThrottle } from '../../src/export/fetch-archive.ts';

describe('createThrottle()', () => {
  it('shares its rate among all who take from it', async () => {
    const clock = createDrivenClock(0, { skipSleeps: true });
    const throttle = createThrottle(1_000, clock);
    for (let turn = 0; turn < 10; turn += 1) {
      await throttle.take(300);
      await throttle.take(700);
    }
    expect(clock.now()).toBe(10_000);
  });

  it('does not carry over unused time', async () => {
    const clock = createDrivenClock(0, { skipSleeps: true });
    const throttle = createThrottle(1_000, clock);
    await throttle.take(1_000);
    clock.advance(60_000);
    await throttle.take(1_000);
    expect(clock.now()).toBe(62_000);
  });

  it('sleeps no shorter than timers are', async () => {
    const sleeps: number[] = [];
    const clock = { now: () => 0, sleep: async (durationMs: number) => void sleeps.push(durationMs) };
    const throttle = createThrottle(1_000_000, clock);
    for (let turn = 0; turn < 5; turn += 1) {
      await throttle.take(5_000);
    }
    expect(sleeps).toEqual([20, 25]);
  });

  it('ends with the signal', async () => {
    const clock = createDrivenClock(0);
    const controller = new AbortController();
    const taken = createThrottle(1, clock).take(100, controller.signal);
    controller.abort(new Error('enough'));
    await expect(taken).rejects.toThrow('enough');
  });
});
