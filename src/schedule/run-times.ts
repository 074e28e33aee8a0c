import { createRequire } from 'node:module';
import type * as Croner from 'croner';
import { Failure, messageOf } from '../model/failure.ts';

/** The due times of a job: several cron expressions in one time zone. */
export interface RunTimes {
  /** The first due time after `afterMs`; undefined if there is none for years. */
  next(afterMs: number): number | undefined;
}

/**
 * Parses cron expressions: five fields, six with seconds first, or nicknames such as `@daily`. They refer to local time
 * in `timeZone`. When clocks change, three rules apply:
 *
 * 1. Local times that are skipped (clocks go forward) are due once, together, at the time of the change.
 * 2. Local times that occur twice (clocks go back) are due only the first time.
 * 3. Neither applies to expressions with a `*` or a step among their minutes or hours: they are due whenever a clock
 *    shows such a time.
 */
export function readRunTimes(expressions: readonly string[], timeZone: string): RunTimes {
  requireZone(timeZone);
  const crons = expressions.map((expression) => openExpression(expression, timeZone));
  let asked: { readonly afterMs: number; readonly dueMs: number | undefined } | undefined;
  return {
    next(afterMs) {
      // Called again and again until the time has come, so the last result is cached while it is valid.
      if (asked === undefined || afterMs < asked.afterMs || afterMs >= (asked.dueMs ?? afterMs)) {
        const all = crons.flatMap((cron) => cron.nextRun(new Date(afterMs))?.getTime() ?? []);
        asked = { afterMs, dueMs: all.length === 0 ? undefined : Math.min(...all) };
      }
      return asked.dueMs;
    },
  };
}

export function openExpression(expression: string, timeZone: string): Croner.Cron {
  const pattern = readPattern(expression);
  const { Cron } = loadCroner();
  return new Cron(withStars(expression.trim(), pattern), {
    timezone: timeZone,
    paused: true,
    fixedTimeRule: 'no-wildcard',
  });
}

/** `0-23` means `*`, whose due times are not made up when the clocks leave one out. */
function withStars(expression: string, { minute, hour }: Croner.CronPattern): string {
  const fields = expression.split(/\s+/);
  const minuteAt = fields.length === 5 ? 0 : 1; // Seconds may come first, and a year last.
  for (const [index, flags] of [minute, hour].entries()) {
    if (fields.length >= 5 && !flags.includes(0)) {
      fields[minuteAt + index] = '*';
    }
  }
  return fields.join(' ');
}

/** The values of the fields of an expression. Fails with `usage` if it is not valid. */
export function readPattern(expression: string): Croner.CronPattern {
  const { CronPattern } = loadCroner();
  try {
    return new CronPattern(expression.trim());
  } catch (error) {
    const fields = expression.trim().split(/\s+/).length;
    const found =
      fields === 5 || fields === 6
        ? messageOf(error)
            .replace(/^CronPattern: /, '')
            .replace(/[.,]$/, '')
        : 'it is neither @hourly, @daily, @weekly, @monthly or @yearly, nor five fields (minute, hour, day, month, weekday)';
    throw new Failure('usage', `Cannot read the schedule "${expression}": ${found}`, {
      cause: error,
      hint: 'Write five fields, such as "0 3 * * *" (minute, hour, day, month, weekday), or @daily',
    });
  }
}

/** The values that a field of an expression names. */
export function indexesOf(flags: readonly number[]): readonly number[] {
  return flags.flatMap((flag, value) => (flag === 0 ? [] : [value]));
}

/** Loads the package on first use: many commands import this module, but few read a schedule. */
function loadCroner(): typeof Croner {
  return createRequire(import.meta.url)('croner');
}

export function systemZoneName(): string {
  return new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone;
}

function requireZone(name: string): void {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
  } catch (error) {
    throw new Failure('usage', `Cannot use the time zone "${name}": it does not exist`, {
      cause: error,
      hint: 'Use a name of the IANA database, such as Europe/Berlin or UTC',
    });
  }
}
