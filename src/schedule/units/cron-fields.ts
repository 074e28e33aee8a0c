import { Failure } from '../../model/failure.ts';
import { indexesOf, readPattern } from '../run-times.ts';

/** The values of each field of a cron expression; undefined means all. */
export interface CronFields {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[] | undefined;
  readonly hours: readonly number[] | undefined;
  readonly days: readonly number[] | undefined;
  readonly months: readonly number[] | undefined;
  /** 0 is Sunday. */
  readonly weekdays: readonly number[] | undefined;
}

/** The mark of a weekday in each of its weeks. */
const EVERY_WEEK = 0b111111;

/**
 * Parses an expression for other schedulers, which only support plain fields. Fails with `usage` for what they cannot
 * express, such as the last day of a month, or the second Monday.
 */
export function readCronFields(expression: string): CronFields {
  const pattern = readPattern(expression);
  const isPlain =
    !pattern.lastDayOfMonth &&
    !pattern.lastWeekday &&
    pattern.starYear &&
    pattern.nearestWeekdays.every((mark) => mark === 0) &&
    pattern.dayOfWeek.every((weeks) => weeks === 0 || weeks === EVERY_WEEK);
  if (!isPlain) {
    throw new Failure(
      'usage',
      `Cannot convert "${expression}" for another scheduler: it only knows minutes, hours, days, months and weekdays`,
      { commandHint: 'Use "satchel schedule run" for this job, or choose a simpler schedule' },
    );
  }
  return {
    seconds: indexesOf(pattern.second),
    minutes: unlessAll(pattern.minute),
    hours: unlessAll(pattern.hour),
    days: pattern.starDOM ? undefined : indexesOf(pattern.day).map((index) => index + 1),
    months: unlessAll(pattern.month)?.map((index) => index + 1),
    weekdays: pattern.starDOW ? undefined : indexesOf(pattern.dayOfWeek),
  };
}

function unlessAll(flags: readonly number[]): readonly number[] | undefined {
  return flags.every((flag) => flag !== 0) ? undefined : indexesOf(flags);
}

/** The five fields as lists of numbers, which every cron reads in the same way. */
export function formatCronFields({ minutes, hours, days, months, weekdays }: CronFields): string {
  return [minutes, hours, days, months, weekdays].map((values) => values?.join(',') ?? '*').join(' ');
}
