const DAY_MS = 24 * 60 * 60 * 1000;

/** Units of an age, the longest first; months and years are those of an average calendar. */
const UNITS = [
  ['year', 365.2425 * DAY_MS],
  ['month', 30.436875 * DAY_MS],
  ['day', DAY_MS],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
] as const;

/** How long ago a time in UTC was: `3 months ago`. Empty where there is none; what is no time comes back as it is. */
export function ageText(time: string | null, nowMs: number): string {
  const timeMs = Date.parse(time ?? '');
  if (Number.isNaN(timeMs)) {
    return time ?? '';
  }
  const passedMs = nowMs - timeMs;
  if (passedMs < 0) {
    return (time ?? '').slice(0, 10);
  }
  const unit = UNITS.find(([, unitMs]) => passedMs >= unitMs);
  if (unit === undefined) {
    return 'just now';
  }
  const count = Math.floor(passedMs / unit[1]);
  return `${count} ${unit[0]}${count === 1 ? '' : 's'} ago`;
}

/** `2024-05-06 07:08`; what is no time comes back as it is. */
export function minuteText(time: string | null): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(time ?? '');
  return match === null ? (time ?? 'an unknown time') : `${match[1]} ${match[2]}`;
}
