import type { CronFields } from './cron-fields.ts';

/** The years for which clocks are compared. */
const FIRST_YEAR = 2025;
const LAST_YEAR = 2035;
const STEP_MS = 3 * 86_400_000;

/** Time zones differ by up to 26 hours. */
const DAYS = [-2, -1, 0, 1, 2];

/**
 * Converts a schedule to another time zone, for schedulers that only support the zone of the machine, to the fields of
 * one or several lines. Undefined if that is impossible: the difference between the zones changes during the year, or a
 * date would move to another day.
 */
export function convertZone(
  fields: CronFields,
  { from, to }: { readonly from: string; readonly to: string },
): readonly CronFields[] | undefined {
  const offset = constantOffset(from, to);
  return offset === undefined ? undefined : shift(fields, offset);
}

/** How many minutes `to` is ahead of `from`; undefined if that changes during the year. */
function constantOffset(from: string, to: string): number | undefined {
  const [ours, theirs] = [clockIn(from), clockIn(to)];
  const offsetAt = (atMs: number) => (theirs(atMs) - ours(atMs)) / 60_000;
  const offset = offsetAt(Date.UTC(FIRST_YEAR, 0, 1));
  for (let atMs = Date.UTC(FIRST_YEAR, 0, 1); atMs < Date.UTC(LAST_YEAR, 0, 1); atMs += STEP_MS) {
    if (offsetAt(atMs) !== offset) {
      return undefined;
    }
  }
  return offset;
}

/** What the clocks of a time zone show, as if it were UTC. */
function clockIn(timeZone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (atMs) => Date.parse(`${format.format(atMs).replace(' ', 'T')}Z`);
}

/** Minutes that move to the next hour, and hours that move to another day, need separate lines. */
function shift(fields: CronFields, offset: number): readonly CronFields[] | undefined {
  const { minutes = allBelow(60), hours = allBelow(24), days, months, weekdays } = fields;
  const hourOffset = Math.floor(offset / 60);
  const shifted = minutes.map((minute) => minute + offset - 60 * hourOffset);
  const lines: CronFields[] = [];
  for (const carry of [0, 1]) {
    const own = shifted.filter((minute) => Math.floor(minute / 60) === carry).map((minute) => minute % 60);
    for (const day of DAYS) {
      const there = hours
        .map((hour) => hour + hourOffset + carry - 24 * day)
        .filter((hour) => hour >= 0 && hour < 24);
      if (own.length === 0 || there.length === 0) {
        continue;
      }
      if (day !== 0 && (days !== undefined || months !== undefined)) {
        return undefined;
      }
      lines.push({
        ...fields,
        minutes: own.length === 60 ? undefined : own,
        hours: there.length === 24 ? undefined : there,
        weekdays: weekdays?.map((weekday) => (weekday + day + 7) % 7).toSorted((a, b) => a - b),
      });
    }
  }
  return lines;
}

function allBelow(limit: number): readonly number[] {
  return Array.from({ length: limit }, (_, value) => value);
}
