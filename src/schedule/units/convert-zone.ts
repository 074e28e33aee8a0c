import { openZone } from '../zone-time.ts';
import type { CronFields } from './cron-fields.ts';

/** Years whose clocks are compared: rules that are known today hold for all of them. */
const FIRST_YEAR = 2025;
const LAST_YEAR = 2035;
const STEP_MS = 3 * 86_400_000;

const DAY_MINUTES = 24 * 60;

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

function shift(fields: CronFields, offset: number): readonly CronFields[] | undefined {
  if (offset === 0) {
    return [fields];
  }
  const { minutes = allBelow(60), hours = allBelow(24), days, months, weekdays } = fields;
  const isEveryDay = days === undefined && months === undefined && weekdays === undefined;
  const groups = new Map<
    string,
    { readonly day: number; readonly hour: number; readonly minutes: number[] }
  >();
  for (const hour of hours) {
    for (const minute of minutes) {
      const total = hour * 60 + minute + offset;
      const day = Math.floor(total / DAY_MINUTES);
      const within = total - day * DAY_MINUTES;
      const key = `${day} ${Math.floor(within / 60)}`;
      const group = groups.get(key) ?? { day, hour: Math.floor(within / 60), minutes: [] };
      groups.set(key, group);
      group.minutes.push(within % 60);
    }
  }
  const moves = [...groups.values()].some(({ day }) => day !== 0);
  if (moves && !isEveryDay && (days !== undefined || months !== undefined)) {
    return undefined;
  }
  return joinHours([...groups.values()]).map(({ day, hours: at, minutes: shown }) => ({
    ...fields,
    minutes: shown.length === 60 ? undefined : shown,
    hours: at.length === 24 ? undefined : at,
    weekdays: weekdays?.map((weekday) => (weekday + day + 7) % 7).toSorted((a, b) => a - b),
  }));
}

interface HourGroup {
  readonly day: number;
  readonly hour: number;
  readonly minutes: readonly number[];
}

/** Hours with the same minutes on the same day are one line. Where every day is meant, days make no difference. */
function joinHours(groups: readonly HourGroup[]) {
  const lines = new Map<
    string,
    { readonly day: number; readonly hours: number[]; readonly minutes: readonly number[] }
  >();
  for (const { day, hour, minutes } of groups) {
    const sorted = minutes.toSorted((a, b) => a - b);
    const key = `${day} ${sorted.join()}`;
    const line = lines.get(key) ?? { day, hours: [], minutes: sorted };
    lines.set(key, line);
    line.hours.push(hour);
  }
  return [...lines.values()].map((line) => ({ ...line, hours: line.hours.toSorted((a, b) => a - b) }));
}

function allBelow(limit: number): readonly number[] {
  return Array.from({ length: limit }, (_, value) => value);
}
