import { describe, expect, it } from 'vitest';
import { longestPauseMs } from '../../src/schedule/longest-pause.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('longestPauseMs()', () => {
  it.each([
    ['@hourly', HOUR_MS],
    ['0 3 * * *', DAY_MS],
    ['@weekly', 7 * DAY_MS],
    ['@Weekly', 7 * DAY_MS],
    ['@monthly', 31 * DAY_MS],
    ['0 0 29 2 *', 4 * 365 * DAY_MS + DAY_MS],
    ['0 3 * * 1-5', 3 * DAY_MS],
    // From 17:55 on Friday to 9:00 on Monday, beyond the first 400 due times.
    ['*/5 9-17 * * 1-5', 63 * HOUR_MS + 5 * MINUTE_MS],
    ['* * 1-7 * *', 24 * DAY_MS + MINUTE_MS],
    ['*/30 * * * * *', MINUTE_MS],
    ['0 0 * * 5#2', 35 * DAY_MS],
  ])('is that of %s in all years', (expression, expectedMs) => {
    expect(longestPauseMs([expression])).toBe(expectedMs);
  });

  it('combines several expressions', () => {
    expect(longestPauseMs(['* 9 * * 1-5', '0 12 * * 6'])).toBe(45 * HOUR_MS);
    expect(longestPauseMs(['0 0 1 1 *', '0 0 1 7 *'])).toBe(184 * DAY_MS);
    expect(longestPauseMs(['0 0 * * 1', '0 0 4,11 1 *'])).toBe(7 * DAY_MS); // In all weeks but the first ones.
  });

  it('is not known of what is never due', () => {
    expect(longestPauseMs([])).toBeUndefined();
    expect(longestPauseMs(['0 0 30 2 *'])).toBeUndefined();
  });
});
