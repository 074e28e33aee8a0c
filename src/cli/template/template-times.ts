const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The elements of a layout of Go, which are the parts of one certain time: Mon Jan 2 15:04:05 MST 2006. */
const ELEMENT =
  /January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|2006|Z0700|Z07:00|-07:00|-0700|-07|002|0[1-6]|15|PM|pm|_2(?!006)|[.,](?:0+|9+)(?!\d)|[1-5]/g;

/** Formats a time in UTC by a layout of Go, such as `2 Jan 2006`. */
export function formatTime(layout: string, time: Date): string {
  return layout.replaceAll(ELEMENT, (element) => PARTS[element]?.(time) ?? fraction(element, time));
}

const PARTS: Readonly<Record<string, (time: Date) => string>> = {
  January: (time) => MONTHS[time.getUTCMonth()] ?? '',
  Jan: (time) => (MONTHS[time.getUTCMonth()] ?? '').slice(0, 3),
  Monday: (time) => DAYS[time.getUTCDay()] ?? '',
  Mon: (time) => (DAYS[time.getUTCDay()] ?? '').slice(0, 3),
  MST: () => 'UTC',
  2006: (time) => padded(time.getUTCFullYear(), 4),
  Z0700: () => 'Z',
  'Z07:00': () => 'Z',
  '-07:00': () => '+00:00',
  '-0700': () => '+0000',
  '-07': () => '+00',
  '002': (time) =>
    padded(
      1 +
        (Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()) -
          Date.UTC(time.getUTCFullYear(), 0)) /
          86_400_000,
      3,
    ),
  '01': (time) => padded(time.getUTCMonth() + 1, 2),
  '02': (time) => padded(time.getUTCDate(), 2),
  '03': (time) => padded(hourOfTwelve(time), 2),
  '04': (time) => padded(time.getUTCMinutes(), 2),
  '05': (time) => padded(time.getUTCSeconds(), 2),
  '06': (time) => padded(time.getUTCFullYear() % 100, 2),
  15: (time) => padded(time.getUTCHours(), 2),
  PM: (time) => (time.getUTCHours() < 12 ? 'AM' : 'PM'),
  pm: (time) => (time.getUTCHours() < 12 ? 'am' : 'pm'),
  _2: (time) => String(time.getUTCDate()).padStart(2),
  1: (time) => String(time.getUTCMonth() + 1),
  2: (time) => String(time.getUTCDate()),
  3: (time) => String(hourOfTwelve(time)),
  4: (time) => String(time.getUTCMinutes()),
  5: (time) => String(time.getUTCSeconds()),
};

function hourOfTwelve(time: Date): number {
  return ((time.getUTCHours() + 11) % 12) + 1;
}

/** `.000` has as many digits as zeros; `.999` has no zeros at its end. */
function fraction(element: string, time: Date): string {
  const digits = padded(time.getUTCMilliseconds(), 3)
    .padEnd(element.length - 1, '0')
    .slice(0, element.length - 1);
  const shown = element.endsWith('9') ? digits.replace(/0+$/, '') : digits;
  return shown === '' ? '' : element.charAt(0) + shown;
}

function padded(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** From the longest to the shortest, as the GitHub CLI counts them. */
const SPANS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** How long ago something was: `5 minutes ago`. */
export function formatAgo(agoMs: number): string {
  const span = SPANS.find(([, lengthMs]) => agoMs >= lengthMs);
  if (span === undefined) {
    return 'just now';
  }
  const [name, lengthMs] = span;
  const count = Math.floor(agoMs / lengthMs);
  return `${count} ${name}${count === 1 ? '' : 's'} ago`;
}
