import { describe, expect, it } from 'vitest';
import { createDrivenClock, createSystemClock, withDeadline } from '../../src/base/clock.ts';

describe('createDrivenClock()', () => {
  it('does not move until it is advanced', () => {
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

  it('ends a sleep when the signal aborts', async () => {
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
  it('ends a sleep with the reason of the signal', async () => {
    const controller = new AbortController();
    const sleep = createSystemClock().sleep(3_600_000, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
  });

  it('sleeps longer than a timer of Node can', async () => {
    const controller = new AbortController();
    const sleep = createSystemClock().sleep(2 ** 40, controller.signal);
    await createSystemClock().sleep(2); // Ends after a timer whose time overflowed.
    controller.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
  });
});

const failure = () => new Error('too late');

describe('withDeadline()', () => {
  it.each([true, false])('ends a sleep when the time is over (skipping: %s)', async (skipSleeps) => {
    const clock = createDrivenClock(0, { skipSleeps });
    const work = withDeadline({ clock, afterMs: 500, signal: undefined, failure }, async (signal) => {
      await clock.sleep(2_000, signal);
    });
    const ended = expect(work).rejects.toThrow('too late');
    if (!skipSleeps) {
      clock.advance(500);
    }
    await ended;
    expect(clock.now()).toBe(500);
  });

  it('returns the result of the work, and cleans up', async () => {
    const clock = createDrivenClock(0, { skipSleeps: true });
    const outer = new AbortController();
    let inner: AbortSignal | undefined;
    const given = await withDeadline(
      { clock, afterMs: 500, signal: outer.signal, failure },
      async (signal) => {
        inner = signal;
        await clock.sleep(499, signal);
        return 7;
      },
    );
    clock.advance(10_000);
    outer.abort();
    expect(given).toBe(7);
    expect(inner?.aborted).toBe(false);
  });

  it('passes the reason of the other signal on', async () => {
    const outer = new AbortController();
    const work = withDeadline(
      { clock: createSystemClock(), afterMs: 3 * 2 ** 31, signal: outer.signal, failure },
      async (signal) => await createSystemClock().sleep(3_600_000, signal),
    );
    outer.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
  });

  it('does not start with an aborted signal, and has no deadline by default', async () => {
    const signal = AbortSignal.abort(new Error('before'));
    const clock = createSystemClock();
    await expect(withDeadline({ clock, afterMs: 5, signal, failure }, async () => 1)).rejects.toThrow(
      'before',
    );
    expect(
      await withDeadline({ clock, afterMs: undefined, signal: undefined, failure }, async (own) => own),
    ).toBeUndefined();
  });
});
