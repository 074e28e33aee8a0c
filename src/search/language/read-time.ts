/** A span of time, in milliseconds since the epoch: from `fromMs` to just before `beforeMs`. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly beforeMs: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const WRITTEN =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;
const RELATIVE = /^(last|this)[ ._-]+(?:(\d{1,4})[ ._-]+)?(day|week|month|year)s?$/i;

/** The words besides dates that `readTimeSpan` accepts, as suggestions for misspelled ones. */
export const TIME_WORDS = [
  'today',
  'yesterday',
  'this week',
  'last week',
  'this month',
  'last month',
  'this year',
  'last year',
];

/**
 * Parses a time span: a year, month, day, minute or second, `today`, `last week` (Monday to Sunday) or `last 30 days`,
 * which end now. Times are in UTC unless they have an offset. Undefined if the text is not a time span.
 */
export function readTimeSpan(text: string, nowMs: number): TimeSpan | undefined {
  const word = text.trim().replace(/\s+/g, ' ').toLowerCase();
  if (word === 'today' || word === 'yesterday') {
    return calendarSpan('day', nowMs, word === 'today' ? 0 : 1);
  }
  const relative = RELATIVE.exec(word);
  if (relative !== null) {
    return relativeSpan(relative, nowMs);
  }
  const written = WRITTEN.exec(word);
  return written === null ? undefined : writtenSpan(written);
}

type Unit = 'day' | 'week' | 'month' | 'year';

function relativeSpan([, which, count, unit]: RegExpExecArray, nowMs: number): TimeSpan | undefined {
  const known = unit as Unit; // One of the alternatives in the pattern.
  if (count === undefined) {
    return calendarSpan(known, nowMs, which === 'this' ? 0 : 1);
  }
  return which === 'this' || Number(count) === 0
    ? undefined
    : { fromMs: stepBack(known, nowMs, Number(count)), beforeMs: nowMs + 1 };
}

/** The calendar unit that is `back` units ago. */
function calendarSpan(unit: Unit, nowMs: number, back: number): TimeSpan {
  const begin = beginningOf(unit, nowMs);
  return { fromMs: stepBack(unit, begin, back), beforeMs: stepBack(unit, begin, back - 1) };
}

function beginningOf(unit: Unit, timeMs: number): number {
  const date = new Date(timeMs);
  const dayMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  switch (unit) {
    case 'day':
      return dayMs;
    case 'week':
      return dayMs - ((date.getUTCDay() + 6) % 7) * DAY_MS; // Weeks start on Monday (ISO 8601).
    case 'month':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
    case 'year':
      return Date.UTC(date.getUTCFullYear(), 0);
  }
}

function stepBack(unit: Unit, timeMs: number, count: number): number {
  if (unit === 'day' || unit === 'week') {
    return timeMs - count * (unit === 'day' ? 1 : 7) * DAY_MS;
  }
  const date = new Date(timeMs);
  const months = count * (unit === 'month' ? 1 : 12);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

function writtenSpan([, year, month, day, hour, minute, second, zone]: RegExpExecArray):
  | TimeSpan
  | undefined {
  const fields = [year, month ?? 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0].map(Number);
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = fields;
  const fromMs = utcOf(years, months - 1, days) + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const date = new Date(fromMs);
  const isReal =
    years > 0 &&
    date.getUTCMonth() === months - 1 &&
    date.getUTCDate() === days &&
    minutes < 60 &&
    seconds < 60;
  if (!isReal) {
    return;
  }
  const shiftMs = offsetMs(zone);
  return { fromMs: fromMs - shiftMs, beforeMs: endOfWritten() - shiftMs };

  function endOfWritten(): number {
    if (month === undefined) {
      return utcOf(years + 1, 0, 1);
    }
    if (day === undefined) {
      return utcOf(years, months, 1);
    }
    return fromMs + (hour === undefined ? DAY_MS : second === undefined ? 60_000 : 1000);
  }
}

/** `Date.UTC` interprets years below 100 as those of the 20th century. */
function utcOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.getTime();
}

function offsetMs(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '');
  if (match === null) {
    return 0;
  }
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000;
}
