import { createRequire } from 'node:module';
import type { Cron } from 'croner';
import { Failure, messageOf } from '../base/index.ts';
import { findShift, openZone, type Zone } from './zone-time.ts';

/** The due times of a job: several cron expressions in one time zone. */
export interface RunTimes {
  /** The first due time after `afterMs`; undefined if there is none for years. */
  next(afterMs: number): number | undefined;
}

/** How far ahead the next due time is searched for: the next 29 February is at most eight years away. */
const HORIZON_MS = 9 * 366 * 86_400_000;

/** No time zone changes its clocks by more than a day. */
const LONGEST_SHIFT_MS = 86_400_000;

/**
 * Parses cron expressions: five fields, six with seconds first, or nicknames such as `@daily`. They refer to local time
 * in `timeZone`. When clocks change, three rules apply:
 *
 * 1. Local times that are skipped (clocks go forward) are due once, together, at the time of the change.
 * 2. Local times that occur twice (clocks go back) are due only the first time, if the expression specifies hours.
 * 3. Expressions for every hour (`*`, or `*` with a step) are due in each hour, even in one that is repeated.
 */
export function readRunTimes(expressions: readonly string[], timeZone: string): RunTimes {
  const zone = openZone(timeZone);
  const readers = expressions.map((expression) => readExpression(expression, zone));
  let asked: { readonly afterMs: number; readonly dueMs: number | undefined } | undefined;
  return {
    next(afterMs) {
      // Called again and again until the time has come, so the last result is cached while it is valid.
      if (asked === undefined || afterMs < asked.afterMs || afterMs >= (asked.dueMs ?? afterMs)) {
        const all = readers.map((next) => next(afterMs)).filter((dueMs) => dueMs !== undefined);
        asked = { afterMs, dueMs: all.length === 0 ? undefined : Math.min(...all) };
      }
      return asked.dueMs;
    },
  };
}

type Next = (afterMs: number) => number | undefined;

/** Evaluates an expression as if local time were UTC, which never changes its clocks, and converts the result. */
function readExpression(expression: string, zone: Zone): Next {
  const cron = parseExpression(expression);
  const isHourly = hoursOf(expression).startsWith('*');
  const nextOnWall = (afterMs: number) => cron.nextRun(new Date(afterMs))?.getTime();
  return (afterMs) => {
    const endMs = afterMs + HORIZON_MS;
    let fromMs = afterMs;
    let offset = zone.offsetMs(fromMs);
    let doneOnWall = isHourly ? fromMs + offset : Math.max(fromMs + offset, repeatedUntil(zone, fromMs));
    for (;;) {
      const onWall = nextOnWall(doneOnWall);
      if (onWall === undefined || onWall - offset > endMs) {
        return undefined;
      }
      const shiftMs = findShift(zone, fromMs, onWall - offset);
      if (shiftMs === undefined) {
        return onWall - offset;
      }
      const offsetAfter = zone.offsetMs(shiftMs);
      if (onWall < shiftMs + offsetAfter) {
        return shiftMs; // Rule 1: this local time is skipped.
      }
      // Rule 2: repeated local times are ignored. Rule 3: or they are not.
      doneOnWall = offsetAfter > offset ? onWall - 1 : shiftMs + (isHourly ? offsetAfter : offset) - 1;
      fromMs = shiftMs;
      offset = offsetAfter;
    }
  };
}

/** The end of a repeated period of local time, if the clocks went back shortly before. */
function repeatedUntil(zone: Zone, atMs: number): number {
  const shiftMs = findShift(zone, atMs - LONGEST_SHIFT_MS, atMs);
  return shiftMs === undefined ? Number.NEGATIVE_INFINITY : shiftMs + zone.offsetMs(shiftMs - 1_000) - 1;
}

/** Loads the package on first use: many commands import this module, but few read a schedule. */
function loadCron(): typeof Cron {
  return createRequire(import.meta.url)('croner').Cron;
}

/** Parses an expression for times in UTC. */
export function parseExpression(expression: string): Cron {
  try {
    return new (loadCron())(expression.trim(), { timezone: 'UTC', paused: true });
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

/** The field of the hours: the second of five, the third of six. All nicknames but one mean midnight. */
function hoursOf(expression: string): string {
  const fields = expression.trim().split(/\s+/);
  if (fields.length === 1) {
    return expression.trim().toLowerCase() === '@hourly' ? '*' : '0';
  }
  return fields[fields.length === 5 ? 1 : 2] ?? '';
}
