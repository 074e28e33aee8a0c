import { parseExpression } from './run-times.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** Eight years from a leap year on: every expression is due by then on each day on which it ever is. */
const FROM_MS = Date.UTC(2024, 0, 1);
const DAYS = 8 * 365 + 3;

const NICKNAMES: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/**
 * The longest time between two due times, to the minute, as the wall shows it: what a change of clocks adds is left out.
 * Undefined where the expressions are due once in eight years, or never.
 */
export function longestPauseMs(expressions: readonly string[]): number | undefined {
  const schedules = expressions.map(readSchedule);
  const minutesOf = createDayReader(schedules);
  let longestMs: number | undefined;
  let lastMs: number | undefined;
  for (let day = 0; day < DAYS; day += 1) {
    const { first, last, longest } = minutesOf(day) ?? {};
    if (first !== undefined && last !== undefined && longest !== undefined) {
      const pauseMs = lastMs === undefined ? 0 : day * DAY_MS + first * MINUTE_MS - lastMs;
      longestMs = Math.max(longestMs ?? 0, pauseMs, longest * MINUTE_MS);
      lastMs = day * DAY_MS + last * MINUTE_MS;
    }
  }
  return longestMs === 0 ? undefined : longestMs;
}

/** Expressions are due at the same minutes of each of their days. */
interface Schedule {
  readonly days: ReadonlySet<number>;
  /** Of the day. */
  readonly minutes: readonly number[];
}

function readSchedule(expression: string): Schedule {
  parseExpression(expression);
  const text = expression.trim();
  const [minute = '*', hour = '*', ...date] = (NICKNAMES[text.toLowerCase()] ?? text).split(/\s+/).slice(-5);
  const hours = stepsOf(`0 ${hour} * * *`, 3_600_000, 24);
  const minutes = stepsOf(`${minute} * * * *`, MINUTE_MS, 60);
  return {
    days: daysOf(date),
    minutes: hours.flatMap((inDay) => minutes.map((inHour) => inDay * 60 + inHour)),
  };
}

/** Days are numbered from the first one. A date that names weekdays alone is the same in every week. */
function daysOf(date: readonly string[]): ReadonlySet<number> {
  const [day = '*', month = '*', weekday = '*'] = date;
  const expression = `0 0 ${day} ${month} ${weekday}`;
  if (day !== '*' || month !== '*' || /[#l]/i.test(weekday)) {
    return new Set(stepsOf(expression, DAY_MS, DAYS));
  }
  const ofWeek = new Set(stepsOf(expression, DAY_MS, 7));
  return new Set(
    Array.from({ length: DAYS }, (_, number) => number).filter((number) => ofWeek.has(number % 7)),
  );
}

/** At which of so many steps of this length an expression is due. */
function stepsOf(expression: string, stepMs: number, count: number): readonly number[] {
  const steps: number[] = [];
  const cron = parseExpression(expression);
  const endMs = FROM_MS + count * stepMs;
  for (
    let at = cron.nextRun(new Date(FROM_MS - 1_000));
    at !== null && at.getTime() < endMs;
    at = cron.nextRun(at)
  ) {
    steps.push((at.getTime() - FROM_MS) / stepMs);
  }
  return steps;
}

interface DayMinutes {
  readonly first: number;
  readonly last: number;
  /** The longest time from one to the next. */
  readonly longest: number;
}

/** Gives the minutes at which any of the schedules is due on a day; days on which the same ones are due share them. */
function createDayReader(schedules: readonly Schedule[]): (day: number) => DayMinutes | undefined {
  const known = new Map<string, DayMinutes | undefined>();
  return (day) => {
    const due = schedules.filter(({ days }) => days.has(day));
    const key = due.map((schedule) => schedules.indexOf(schedule)).join(' ');
    if (!known.has(key)) {
      known.set(key, joinMinutes(due));
    }
    return known.get(key);
  };
}

function joinMinutes(schedules: readonly Schedule[]): DayMinutes | undefined {
  const all = [...new Set(schedules.flatMap(({ minutes }) => minutes))].sort((a, b) => a - b);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const pauses = all.slice(1).map((minute, index) => minute - (all[index] ?? minute));
  return { first, last, longest: Math.max(0, ...pauses) };
}
