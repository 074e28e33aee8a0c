import { describe, expect, it } from 'vitest';
import { ageOf, formatDuration, parseDuration } from '../../src/base/durations.ts';

describe('formatDuration()', () => {
  it.each([
    [0, '0.0 s'],
    [1_240, '1.2 s'],
    [9_949, '9.9 s'],
    [9_950, '10 s'],
    [59_400, '59 s'],
    [60_000, '1 m 00 s'],
    [3_599_000, '59 m 59 s'],
    [3_600_000, '1 h 00 m'],
    [93_600_000, '1 d 2 h'],
  ])('writes %d ms as %s', (durationMs, text) => {
    expect(formatDuration(durationMs)).toBe(text);
  });
});

describe('parseDuration()', () => {
  it.each([
    ['90', 90_000],
    ['250ms', 250],
    ['1.5m', 90_000],
    ['2h', 7_200_000],
    ['7d', 604_800_000],
  ])('reads %s', (text, durationMs) => {
    expect(parseDuration(text)).toBe(durationMs);
  });

  it.each(['', 'soon', '-1s', '5 minutes', '1e3'])('declines "%s"', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

describe('ageOf()', () => {
  it('returns the elapsed time, and 0 if the clocks differ a little', () => {
    expect([ageOf(1_000, 5_000), ageOf(5_000, 5_000), ageOf(65_000, 5_000)]).toEqual([4_000, 0, 0]);
  });

  it('returns 0 for what a machine has written whose clock shows its local time as UTC', () => {
    const hoursMs = (hours: number) => hours * 3_600_000;
    expect([ageOf(hoursMs(1.2), 0), ageOf(hoursMs(14), 0), ageOf(hoursMs(25), 0)]).toEqual([0, 0, undefined]);
  });

  it('returns undefined for a future or invalid time', () => {
    expect([ageOf(Date.UTC(2099), Date.UTC(2026)), ageOf(Number.NaN, 0), ageOf(1, Number.NaN)]).toEqual(
      Array(3).fill(undefined),
    );
  });
});
