import { describe, expect, it } from 'vitest';
import { readRunTimes } from '../../../src/schedule/run-times.ts';
import { convertZone } from '../../../src/schedule/units/convert-zone.ts';
import { type CronFields, readCronFields } from '../../../src/schedule/units/cron-fields.ts';

const FROM_MS = Date.UTC(2026, 0, 1);

function textOf({ minutes, hours, days, months, weekdays }: CronFields): string {
  return [minutes, hours, days, months, weekdays].map((values) => values?.join(',') ?? '*').join(' ');
}

function dueTimes(expressions: readonly string[], zone: string): readonly string[] {
  const times = readRunTimes(expressions, zone);
  const due: string[] = [];
  for (let at = times.next(FROM_MS); at !== undefined && due.length < 60; at = times.next(at)) {
    due.push(new Date(at).toISOString());
  }
  return due;
}

describe('convertZone()', () => {
  it.each([
    ['30 3 * * *', 'Asia/Tokyo', 'UTC'],
    ['30 3 * * *', 'Asia/Kolkata', 'UTC'],
    ['0 22 * * 1-5', 'America/Phoenix', 'UTC'],
    ['0 0 * * 0', 'Asia/Tokyo', 'UTC'],
    ['*/20 9-17 * * 1-5', 'Asia/Kathmandu', 'UTC'],
    ['15,45 * * * *', 'Asia/Kolkata', 'UTC'],
    ['0 12 1,15 */2 *', 'Asia/Tokyo', 'UTC'],
    ['0 23 * * *', 'UTC', 'Asia/Tokyo'],
    ['0 3 * * *', 'Europe/Berlin', 'Europe/Paris'],
    ['0 20 * * 6', 'Australia/Brisbane', 'America/Bogota'],
  ])('means the same moments: %s of %s by the clocks of %s', (expression, from, to) => {
    const lines = convertZone(readCronFields(expression), { from, to });
    expect(dueTimes((lines ?? []).map(textOf), to)).toEqual(dueTimes([expression], from));
  });

  it.each([
    ['0 3 * * *', 'Europe/Berlin', 'UTC'],
    ['0 3 * * *', 'America/New_York', 'Europe/Berlin'],
    ['0 3 1 * *', 'Asia/Tokyo', 'UTC'],
    ['0 3 * 5 *', 'Asia/Tokyo', 'UTC'],
  ])('says that no line can mean %s of %s by the clocks of %s', (expression, from, to) => {
    expect(convertZone(readCronFields(expression), { from, to })).toBeUndefined();
  });
});
