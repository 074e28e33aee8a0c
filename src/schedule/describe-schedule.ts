import { createRequire } from 'node:module';
import type * as Cronstrue from 'cronstrue';
import type { ScheduledJob } from './scheduled-job.ts';

/** Describes a schedule in words: `At 02:30, every day (Europe/Berlin)`. */
export function describeSchedule({
  schedules,
  timeZone,
}: Pick<ScheduledJob, 'schedules' | 'timeZone'>): string {
  const { toString: describe } = loadCronstrue();
  const words = schedules.map((schedule) => {
    const text = describe(expandNickname(schedule.trim()), { use24HourTimeFormat: true, verbose: true });
    return text.replace(/, every minute, /, ', ');
  });
  return `${words.join('; ')} (${timeZone})`;
}

/** The package is a CommonJS module whose default export the compiler does not see. */
function loadCronstrue(): typeof Cronstrue.default {
  return createRequire(import.meta.url)('cronstrue').default;
}

const NICKNAMES: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** Replaces a nickname such as `@daily` with its five fields. */
export function expandNickname(expression: string): string {
  return NICKNAMES[expression.toLowerCase()] ?? expression;
}
