import { describe, expect, it } from 'vitest';
import { createDrivenClock, createSystemClock } from '../../src/base/index.ts';

describe('createDrivenClock()', () => {
  it('stands still until it is advanced', () => {
    const clock = createDrivenClock(1_000);
    expect(clock.now()).toBe(1_000);
    clock.advance(500);
    expect(clock.now()).toBe(1_500);
  });

  it('ends a sleep at its time and not before', async () => {
    const clock = createDrivenClock(0);
    let isAwake = false;
    const sleep = clock.sleep(100).then(() => {
      isAwake = true;
    });
    clock.advance(99);
    await Promise.resolve();
    expect(isAwake).toBe(false);
    clock.advance(1);
    await sleep;
    expect(isAwake).toBe(true);
  });

  it('breaks off a sleep when the signal aborts', async () => {
    const clock = createDrivenClock(0);
    const controller = new AbortController();
    const sleep = clock.sleep(100, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
    await expect(clock.sleep(1, controller.signal)).rejects.toThrow('enough');
  });

  it('skips sleeps by moving to their end', async () => {
    const clock = createDrivenClock(0, { skipSleeps: true });
    await clock.sleep(3_600_000);
    expect(clock.now()).toBe(3_600_000);
  });
});

describe('createSystemClock()', () => {
  it('breaks off a sleep with the reason of the signal', async () => {
    const controller = new AbortController();
    const sleep = createSystemClock().sleep(3_600_000, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
  });
});
