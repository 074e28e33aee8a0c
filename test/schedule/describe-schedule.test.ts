import { expect, it } from 'vitest';
import { describeSchedule } from '../../src/schedule/describe-schedule.ts';

it.each([
  [['30 2 * * *'], 'At 02:30, every day (Europe/Berlin)'],
  [['@Weekly'], 'At 00:00, only on Sunday (Europe/Berlin)'],
  [
    ['0 9 * * 1#1', '*/30 * * * *'],
    'At 09:00, on the first Monday of the month; Every 30 minutes, every hour, every day (Europe/Berlin)',
  ],
])('describeSchedule() says %j in plain words', (schedules, words) => {
  expect(describeSchedule({ schedules, timeZone: 'Europe/Berlin' })).toBe(words);
});
