import { describe, expect, it } from 'vitest';
import { readRunTimes } from '../../src/schedule/run-times.ts';
import { dueTimesByHand } from './support/due-times-by-hand.ts';

const HOUR_MS = 3_600_000;

function take(expression: string, zone: string, from: string, count: number): readonly string[] {
  const times = readRunTimes([expression], zone);
  const found: string[] = [];
  let atMs = Date.parse(from);
  while (found.length < count) {
    const next = times.next(atMs);
    if (next === undefined) {
      break;
    }
    found.push(new Date(next).toISOString().replace(':00.000Z', 'Z'));
    atMs = next;
  }
  return found;
}

describe('readRunTimes()', () => {
  it.each([
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
    ['15,45 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:15Z']],
    ['0 2,3 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:00Z']],
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:15Z']],
  ])(
    'runs %s in %s once, at the moment of the change, if the clocks leave it out',
    (cron, zone, from, due) => {
      expect(take(cron, zone, from, 2)).toEqual(due);
    },
  );

  it.each([
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    [
      '0,30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T23:50Z',
      ['2026-10-25T00:00Z', '2026-10-25T00:30Z', '2026-10-26T01:00Z'],
    ],
    ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00Z', ['2026-04-04T14:45Z', '2026-04-05T15:15Z']],
  ])('runs %s in %s the first time only, if the clocks show it twice', (cron, zone, from, due) => {
    expect(take(cron, zone, from, due.length)).toEqual(due);
  });

  it('runs an expression with a star or a step whenever the clock shows such a time', () => {
    expect(take('0 * * * *', 'Europe/Berlin', '2026-10-24T23:10Z', 4)).toEqual([
      '2026-10-25T00:00Z',
      '2026-10-25T01:00Z',
      '2026-10-25T02:00Z',
      '2026-10-25T03:00Z',
    ]);
    expect(take('@hourly', 'Europe/Berlin', '2026-03-28T23:10Z', 3)).toEqual([
      '2026-03-29T00:00Z',
      '2026-03-29T01:00Z',
      '2026-03-29T02:00Z',
    ]);
    expect(take('30 0-23 * * *', 'Europe/Berlin', '2026-03-28T23:10Z', 3)).toEqual([
      '2026-03-28T23:30Z',
      '2026-03-29T00:30Z',
      '2026-03-29T01:30Z',
    ]);
    expect(take('0-59 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 1)).toEqual(['2026-03-30T00:00Z']);
    expect(take('*/30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 1)).toEqual(['2026-03-30T00:00Z']);
  });

  it.each(
    ['0 * * * *', '@hourly', '30 0-23 * * *', '0 0 0-23 * * *'].flatMap((cron) => [
      [cron, 'Europe/Berlin', '2026-03-28T22:10Z'],
      [cron, 'Europe/Berlin', '2026-10-24T22:10Z'],
      [cron, 'America/New_York', '2026-03-08T04:10Z'],
      [cron, 'America/New_York', '2026-11-01T03:10Z'],
    ]),
  )('runs %s in %s once an hour after %s, when the clocks change', (cron, zone, from) => {
    const due = take(cron, zone, from, 6).map((text) => Date.parse(text));
    const [firstMs = Number.NaN] = due;
    expect(firstMs - Date.parse(from)).toBeLessThan(HOUR_MS);
    expect(due).toEqual(due.map((_, index) => firstMs + index * HOUR_MS));
    expect(due).toHaveLength(6);
  });

  it('reads a year as a seventh field, with a star elsewhere', () => {
    expect(take('0 * 3 * * * 2027', 'UTC', '2026-12-31T20:00Z', 2)).toEqual([
      '2027-01-01T03:00Z',
      '2027-01-01T03:01Z',
    ]);
  });

  it('starts in the repeated hour without repeating what was due before', () => {
    expect(take('30 2 * * *', 'Europe/Berlin', '2026-10-25T01:10Z', 1)).toEqual(['2026-10-26T01:30Z']);
    expect(take('*/20 * * * *', 'Europe/Berlin', '2026-10-25T01:10Z', 1)).toEqual(['2026-10-25T01:20Z']);
  });

  it('joins several expressions, each due time once', () => {
    const times = readRunTimes(['0 3 * * *', '0 3,15 * * 1'], 'UTC');
    expect(new Date(times.next(Date.parse('2026-06-01T00:00Z')) ?? 0).toISOString()).toBe(
      '2026-06-01T03:00:00.000Z',
    );
    expect(new Date(times.next(Date.parse('2026-06-01T03:00Z')) ?? 0).toISOString()).toBe(
      '2026-06-01T15:00:00.000Z',
    );
    expect(new Date(times.next(Date.parse('2026-06-01T15:00Z')) ?? 0).toISOString()).toBe(
      '2026-06-02T03:00:00.000Z',
    );
  });

  it('gives nothing for a day that never comes, and waits for one that is rare', () => {
    expect(readRunTimes(['0 0 31 2 *'], 'UTC').next(0)).toBeUndefined();
    expect(take('0 0 29 2 *', 'Europe/Berlin', '2096-03-01T00:00Z', 1)).toEqual(['2104-02-28T23:00Z']);
  });

  it.each([
    ['61 * * * *', 'UTC', 'Cannot read the schedule "61 * * * *"'],
    ['at noon', 'UTC', 'Cannot read the schedule "at noon"'],
    ['0 3 * * *', 'Mars/Olympus', 'Cannot use the time zone "Mars/Olympus"'],
  ])('refuses "%s" in %s with a sentence', (cron, zone, words) => {
    expect(() => readRunTimes([cron], zone)).toThrow(words);
  });

  it.each([
    ['0 3 * * *', 'Europe/Berlin'],
    ['30 2 * * *', 'America/New_York'],
    ['*/30 * * * *', 'Australia/Lord_Howe'],
    ['15,45 0-2 * * *', 'Africa/Casablanca'],
    ['10 1,2 * * 0', 'America/St_Johns'],
    ['0 0 1,15 * *', 'America/Santiago'],
    ['5 */2 * * 1-5', 'Pacific/Chatham'],
    ['*/20 2-4/2 * * *', 'Europe/Berlin'],
  ])('finds the same year of %s in %s as a count of the minutes', (cron, zone) => {
    const fromMs = Date.UTC(2026, 0, 1);
    const toMs = Date.UTC(2027, 0, 1);
    const times = readRunTimes([cron], zone);
    const found: number[] = [];
    for (let next = times.next(fromMs - 1); next !== undefined && next < toMs; next = times.next(next)) {
      found.push(next);
    }
    const expected = dueTimesByHand(cron, zone, { fromMs, toMs });
    expect(found.map((ms) => new Date(ms).toISOString())).toEqual(
      expected.map((ms) => new Date(ms).toISOString()),
    );
    expect(found.length).toBeGreaterThan(20);
  });
});
