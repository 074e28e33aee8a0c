import { describe, expect, it } from 'vitest';
import { createPace, reportTransfer } from '../../src/app/transfer-progress.ts';
import { createDrivenClock } from '../../src/base/clock.ts';

describe('createPace()', () => {
  it('shows nothing until there is something to estimate from', () => {
    const clock = createDrivenClock(0);
    const pace = createPace(clock);
    expect([pace.perSecond(), pace.leftMs(100)]).toEqual([undefined, undefined]);
    pace.observe(0);
    pace.observe(50);
    expect(pace.leftMs(100)).toBeUndefined();
  });

  it('estimates from the last half minute, not from earlier speed', () => {
    const clock = createDrivenClock(0);
    const pace = createPace(clock);
    for (let second = 0; second <= 60; second += 1) {
      pace.observe(second * 1_000);
      clock.advance(1_000);
    }
    for (let second = 1; second <= 60; second += 1) {
      pace.observe(60_000 + second * 100);
      clock.advance(1_000);
    }
    expect(pace.perSecond()).toBeCloseTo(100, -1);
    expect(pace.leftMs(76_000)).toBeGreaterThan(90_000);
    expect(pace.leftMs(undefined)).toBeUndefined();
  });

  it('does not count what an earlier run had brought', () => {
    const clock = createDrivenClock(0);
    const pace = createPace(clock);
    pace.observe(1_000_000);
    clock.advance(2_000);
    pace.observe(1_000_200);
    expect(pace.perSecond()).toBe(100);
  });

  it('starts again with a transfer that starts again', () => {
    const clock = createDrivenClock(0);
    const pace = createPace(clock);
    pace.observe(0);
    clock.advance(10_000);
    pace.observe(10_000);
    pace.observe(0);
    expect(pace.perSecond()).toBeUndefined();
    clock.advance(1_000);
    pace.observe(10);
    expect(pace.leftMs(20)).toBe(1_000);
  });
});

describe('reportTransfer()', () => {
  it('reports the share, the rate and the remaining time', () => {
    const MIB = 1024 * 1024;
    const clock = createDrivenClock(0);
    const texts: unknown[] = [];
    const onProgress = reportTransfer('Verifying', { clock, onReport: ({ text }) => void texts.push(text) });
    for (const doneBytes of [0, 2 * MIB]) {
      onProgress(doneBytes, 8 * MIB);
      clock.advance(1_000);
    }
    onProgress(4 * MIB, 8 * MIB);
    expect(texts.at(-1)).toBe('Verifying 4.00 MiB of 8.00 MiB (50 %), 2.00 MiB/s, 2.0 s left');
  });
});
