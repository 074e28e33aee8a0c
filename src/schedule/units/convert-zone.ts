import { openZone } from '../zone-time.ts';
import type { CronFields } from './cron-fields.ts';

/** Years whose clocks are compared: rules that are known today hold for all of them. */
const FIRST_YEAR = 2025;
const LAST_YEAR = 2035;
const STEP_MS = 3 * 86_400_000;

/**
 * What a schedule in one zone is in another, for schedulers that know their machine's zone alone: the fields of one line or
 * of several. Undefined where no line can say it: the clocks of the zones are not set alike, or a date moves to the day
 * before or after, over the end of a month.
 */
export function convertZone(
  fields: CronFields,
  { from, to }: { readonly from: string; readonly to: string },
): readonly CronFields[] | undefined {
  const offset = constantOffset(from, to);
  return offset === undefined ? undefined : shift(fields, offset);
}

/** How many minutes the clocks of `to` are ahead of those of `from`; undefined where that differs over the year. */
function constantOffset(from: string, to: string): number | undefined {
  const [ours, theirs] = [openZone(from), openZone(to)];
  const offsetAt = (atMs: number) => (theirs.offsetMs(atMs) - ours.offsetMs(atMs)) / 60_000;
  const offset = offsetAt(Date.UTC(FIRST_YEAR, 0, 1));
  for (let atMs = Date.UTC(FIRST_YEAR, 0, 1); atMs < Date.UTC(LAST_YEAR, 0, 1); atMs += STEP_MS) {
    if (offsetAt(atMs) !== offset) {
      return undefined;
    }
  }
  return offset;
}

interface Line {
  /** How many days later it is there: -1, 0 or 1. */
  readonly day: number;
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
}

function shift(fields: CronFields, offset: number): readonly CronFields[] | undefined {
  if (offset === 0) {
    return [fields];
  }
  const { days, months, weekdays } = fields;
  const lines = linesOf(fields, offset);
  if (lines.some(({ day }) => day !== 0) && (days !== undefined || months !== undefined)) {
    return undefined;
  }
  const isEveryDay = weekdays === undefined;
  return joinLines(isEveryDay ? lines.map((line) => ({ ...line, day: 0 })) : lines).map(
    ({ day, hours, minutes }) => ({
      ...fields,
      minutes: minutes.length === 60 ? undefined : minutes,
      hours: hours.length === 24 ? undefined : hours,
      weekdays: weekdays && sorted(weekdays.map((weekday) => (weekday + day + 7) % 7)),
    }),
  );
}

/** A line for each day to which hours move, twice where only some minutes move into the next hour. */
function linesOf({ minutes = allBelow(60), hours = allBelow(24) }: CronFields, offset: number) {
  const hourOffset = Math.floor(offset / 60);
  const shifted = minutes.map((minute) => minute + offset - 60 * hourOffset);
  return [0, 1].flatMap((carry): readonly Line[] => {
    const own = shifted.filter((minute) => Math.floor(minute / 60) === carry).map((minute) => minute % 60);
    const moved = own.length === 0 ? [] : hours.map((hour) => hour + hourOffset + carry);
    return [-1, 0, 1].flatMap((day) => {
      const there = moved.filter((hour) => Math.floor(hour / 24) === day).map((hour) => hour - 24 * day);
      return there.length === 0 ? [] : [{ day, hours: there, minutes: own }];
    });
  });
}

/** Lines of the same day are one where they have the same minutes, or the same hours. */
function joinLines(lines: readonly Line[]): readonly Line[] {
  const joined: Line[] = [];
  for (const { day, ...line } of lines) {
    const [hours, minutes] = [sorted(line.hours), sorted(line.minutes)];
    const index = joined.findIndex(
      (other) =>
        other.day === day && (`${other.minutes}` === `${minutes}` || `${other.hours}` === `${hours}`),
    );
    const other = joined[index];
    const whole = {
      day,
      hours: sorted([...(other?.hours ?? []), ...hours]),
      minutes: sorted([...(other?.minutes ?? []), ...minutes]),
    };
    joined.splice(index === -1 ? joined.length : index, 1, whole);
  }
  return joined;
}

function sorted(values: Iterable<number>): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function allBelow(limit: number): readonly number[] {
  return Array.from({ length: limit }, (_, value) => value);
}
