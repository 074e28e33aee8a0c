import { expandNickname } from './describe-schedule.ts';
import { indexesOf, openExpression, readPattern } from './run-times.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** Eight years that start with a leap year contain every possible day of an expression. */
const FIRST_YEAR = 2024;
const DAYS = 8 * 365 + 3;

/** Days that only depend on the weekday are the same in every week. */
const WEEKLY = / \* \* [^#L]*$/i;
const WEEKLY_DAYS = 14;

/**
 * The longest time between two due times, to the minute, ignoring changes of the clocks. Undefined if the expressions
 * are due only once in eight years, or never.
 */
export function longestPauseMs(expressions: readonly string[]): number | undefined {
  const schedules = expressions.map(readSchedule);
  const isWeekly = expressions.every((expression) => WEEKLY.test(expandNickname(expression.trim())));
  let longest = 0;
  let last: number | undefined;
  for (let day = 0; day < (isWeekly ? WEEKLY_DAYS : DAYS); day += 1) {
    const minutes = schedules
      .filter(({ isDueOn }) => isDueOn(day))
      .flatMap(({ minutesOfDay }) => minutesOfDay)
      .sort((a, b) => a - b);
    for (const minute of minutes) {
      const at = day * DAY_MINUTES + minute;
      longest = Math.max(longest, at - (last ?? at));
      last = at;
    }
  }
  return longest === 0 ? undefined : longest * MINUTE_MS;
}

/** An expression is due at the same minutes of each of its days. */
interface Schedule {
  readonly isDueOn: (day: number) => boolean;
  readonly minutesOfDay: readonly number[];
}

function readSchedule(expression: string): Schedule {
  const cron = openExpression(expression, 'UTC');
  const { second, minute, hour } = readPattern(expression);
  const [firstSecond, firstMinute, firstHour] = [second, minute, hour].map((flags) => flags.indexOf(1));
  return {
    isDueOn: (day) =>
      cron.match(new Date(Date.UTC(FIRST_YEAR, 0, 1 + day, firstHour, firstMinute, firstSecond))),
    minutesOfDay: indexesOf(hour).flatMap((inDay) => indexesOf(minute).map((inHour) => inDay * 60 + inHour)),
  };
}
