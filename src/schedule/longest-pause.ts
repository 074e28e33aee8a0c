import { expandNickname } from './describe-schedule.ts';
import { parseExpression } from './run-times.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** Eight years that start with a leap year contain every possible day of an expression. */
const FROM_MS = Date.UTC(2024, 0, 1);
const DAYS = 8 * 365 + 3;

/**
 * The longest time between two due times, to the minute, ignoring changes of the clocks. Undefined if the expressions
 * are due only once in eight years, or never.
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

/** An expression is due at the same minutes of each of its days. */
interface Schedule {
  readonly days: ReadonlySet<number>;
  /** Of the day. */
  readonly minutes: readonly number[];
}

function readSchedule(expression: string): Schedule {
  parseExpression(expression);
  const [minute = '*', hour = '*', ...date] = expandNickname(expression.trim()).split(/\s+/).slice(-5);
  const hours = stepsOf(`0 ${hour} * * *`, 3_600_000, 24);
  const minutes = stepsOf(`${minute} * * * *`, MINUTE_MS, 60);
  return {
    days: daysOf(date),
    minutes: hours.flatMap((inDay) => minutes.map((inHour) => inDay * 60 + inHour)),
  };
}

/** Returns days, numbered from the first one. A date that only depends on weekdays is the same in every week. */
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

/** The indexes of those of `count` steps at which an expression is due. */
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
  /** The longest pause between two of them. */
  readonly longest: number;
}

/** Creates a function that returns the due minutes of a day; it caches them by the schedules that are due. */
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
