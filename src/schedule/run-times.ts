import { createRequire } from 'node:module';
import type { Cron } from 'croner';
import { Failure, messageOf } from '../base/index.ts';
import { findShift, openZone, type Zone } from './zone-time.ts';

/** When a job is due: several cron expressions in one time zone. */
export interface RunTimes {
  /** The first due time after `afterMs`; undefined where there is none for years. */
  next(afterMs: number): number | undefined;
}

/** As far as the next due time is looked for: 29 February comes after eight years at the latest. */
const HORIZON_MS = 9 * 366 * 86_400_000;

/** No zone sets its clocks by more than a day. */
const LONGEST_SHIFT_MS = 86_400_000;

/**
 * Reads cron expressions of five fields, of six with seconds in front, or nicknames such as `@daily`; they speak of the
 * time on the wall in `timeZone`. Where clocks are set, three rules hold:
 *
 * 1. Times on the wall that are left out (clocks go forward) are due together, once, at the moment of the change.
 * 2. Times that come twice (clocks go back) are due the first time only, where the expression names hours.
 * 3. Expressions for every hour (`*` or `*` with a step) are due in each hour that passes, also in one that comes twice.
 */
export function readRunTimes(expressions: readonly string[], timeZone: string): RunTimes {
  const zone = openZone(timeZone);
  const readers = expressions.map((expression) => readExpression(expression, zone));
  let asked: { readonly afterMs: number; readonly dueMs: number | undefined } | undefined;
  return {
    next(afterMs) {
      // Asked again and again until it comes, so the last answer is kept for as long as it stays the answer.
      if (asked === undefined || afterMs < asked.afterMs || afterMs >= (asked.dueMs ?? afterMs)) {
        const all = readers.map((next) => next(afterMs)).filter((dueMs) => dueMs !== undefined);
        asked = { afterMs, dueMs: all.length === 0 ? undefined : Math.min(...all) };
      }
      return asked.dueMs;
    },
  };
}

type Next = (afterMs: number) => number | undefined;

/** The wall is read as if it were UTC, where no clock is ever set; what a time on the wall means is decided here. */
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
        return shiftMs; // Rule 1: the wall never shows this time.
      }
      // Rule 2: what the wall shows again is done. Rule 3: or it is not.
      doneOnWall = offsetAfter > offset ? onWall - 1 : shiftMs + (isHourly ? offsetAfter : offset) - 1;
      fromMs = shiftMs;
      offset = offsetAfter;
    }
  };
}

/** The last time on the wall that was shown before, where the clocks went back and the wall shows an hour again. */
function repeatedUntil(zone: Zone, atMs: number): number {
  const shiftMs = findShift(zone, atMs - LONGEST_SHIFT_MS, atMs);
  return shiftMs === undefined ? Number.NEGATIVE_INFINITY : shiftMs + zone.offsetMs(shiftMs - 1_000) - 1;
}

/** Loads the package with the first schedule: all that reads a configuration knows how, and few have one to read. */
function loadCron(): typeof Cron {
  return createRequire(import.meta.url)('croner').Cron;
}

/** Reads an expression as if the wall showed UTC. */
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

/** The field that names the hours: the second of five, the third of six. Nicknames name midnight, all but one. */
function hoursOf(expression: string): string {
  const fields = expression.trim().split(/\s+/);
  if (fields.length === 1) {
    return expression.trim().toLowerCase() === '@hourly' ? '*' : '0';
  }
  return fields[fields.length === 5 ? 1 : 2] ?? '';
}
