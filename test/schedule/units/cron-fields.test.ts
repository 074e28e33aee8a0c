import { describe, expect, it } from 'vitest';
import { readCronFields } from '../../../src/schedule/units/cron-fields.ts';

describe('readCronFields()', () => {
  it('reads lists, ranges, steps and names', () => {
    expect(readCronFields('5,35 */8 1-3 jan,Mar-may mon-fri')).toEqual({
      seconds: [0],
      minutes: [5, 35],
      hours: [0, 8, 16],
      days: [1, 2, 3],
      months: [1, 3, 4, 5],
      weekdays: [1, 2, 3, 4, 5],
    });
  });

  it('accepts 7 for Sunday, nicknames, and leading seconds', () => {
    expect(readCronFields('0 3 * * 7').weekdays).toEqual([0]);
    expect(readCronFields('0 3 * * 0-7').weekdays).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(readCronFields('0 3 * * FRI-SUN').weekdays).toEqual([0, 5, 6]);
    expect(readCronFields('0 3 * * sun-tue').weekdays).toEqual([0, 1, 2]);
    expect(readCronFields('@weekly')).toMatchObject({ minutes: [0], hours: [0], weekdays: [0] });
    expect(readCronFields('10-40/15 0 3 * * *')).toMatchObject({
      seconds: [10, 25, 40],
      minutes: [0],
      hours: [3],
    });
  });

  it.each(['0 3 L * *', '0 3 * * 1#2', '0 3 15W * *'])(
    'refuses %s, for which others have no word',
    (expression) => {
      expect(() => readCronFields(expression)).toThrow(
        `Cannot convert "${expression}" for another scheduler`,
      );
    },
  );
});
