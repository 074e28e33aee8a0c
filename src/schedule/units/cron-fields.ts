import { Failure } from '../../base/index.ts';
import { expandNickname } from '../describe-schedule.ts';

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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

interface Range {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

/**
 * Parses an expression for other schedulers, which only support plain fields. Fails with `usage` for what they cannot
 * express, such as the last day of a month, or the second Monday.
 */
export function readCronFields(expression: string): CronFields {
  const texts = expandNickname(expression.trim()).split(/\s+/);
  const [seconds = '0', minutes = '', hours = '', days = '', months = '', weekdays = ''] =
    texts.length === 6 ? texts : ['0', ...texts];
  const read = (text: string, range: Range) => readField(text, range, expression);
  const namedDays = read(weekdays, { min: 0, max: 7, names: WEEKDAYS });
  return {
    seconds: read(seconds, { min: 0, max: 59 }) ?? Array.from({ length: 60 }, (_, value) => value),
    minutes: read(minutes, { min: 0, max: 59 }),
    hours: read(hours, { min: 0, max: 23 }),
    days: read(days, { min: 1, max: 31 }),
    months: read(months, { min: 1, max: 12, names: MONTHS }),
    weekdays: namedDays && sortedOnce(namedDays.map((day) => day % 7)),
  };
}

/** The five fields as lists of numbers, which every cron reads in the same way. */
export function formatCronFields({ minutes, hours, days, months, weekdays }: CronFields): string {
  return [minutes, hours, days, months, weekdays].map((values) => values?.join(',') ?? '*').join(' ');
}

function readField(
  text: string,
  { min, max, names = [] }: Range,
  expression: string,
): readonly number[] | undefined {
  if (text === '*' || text === '?') {
    return undefined;
  }
  const numberOf = (word: string) => {
    const index = names.indexOf(word.toLowerCase());
    const value = index === -1 ? Number(word) : index + (names === MONTHS ? 1 : 0);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new Failure(
        'usage',
        `Cannot convert "${expression}" for another scheduler: it does not support "${text}"`,
        {
          hint: 'Use "satchel schedule run" for this job, or choose a simpler schedule',
        },
      );
    }
    return value;
  };
  const values = text.split(',').flatMap((part) => {
    const [range = '', step] = part.split('/');
    const [low = '', high] = range.split('-');
    const from = low === '*' ? min : numberOf(low);
    const isToSunday = high?.toLowerCase() === 'sun' && from > 0; // Both the first and the last day of a week.
    const end = low === '*' || step !== undefined ? max : from;
    const to = isToSunday ? max : high === undefined ? end : numberOf(high);
    const by = step === undefined ? 1 : Math.max(1, Number(step));
    return Array.from(
      { length: Math.max(0, Math.floor((to - from) / by) + 1) },
      (_, index) => from + index * by,
    );
  });
  return sortedOnce(values);
}

function sortedOnce(values: readonly number[]): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
