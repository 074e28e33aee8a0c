import type { ScheduledJob } from '../../../src/schedule/scheduled-job.ts';
import { IS_LONG } from '../../house/long-run.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** What happens to the machine, by the time on its wall; sorted. */
export type Happening =
  | { readonly atMs: number; readonly type: 'kill'; readonly upAgainMs: number }
  | { readonly atMs: number; readonly type: 'stop'; readonly upAgainMs: number }
  | { readonly atMs: number; readonly type: 'set'; readonly byMs: number };

export interface YearJob extends ScheduledJob {
  readonly expression: string;
}

function job(name: string, expression: string, rest: Partial<ScheduledJob>): YearJob {
  return {
    name,
    expression,
    schedules: [expression],
    timeZone: 'UTC',
    jitterMs: 0,
    catchesUp: true,
    lanes: [name],
    retries: 2,
    retryDelayMs: 10 * MINUTE_MS,
    ...rest,
  };
}

/** Three jobs share an account, one never catches up, two zones set their clocks. */
export const YEAR_JOBS: readonly YearJob[] = [
  job('atlas', '30 2 * * *', { timeZone: 'Europe/Berlin', lanes: ['north'] }),
  job('birch', '30 2 * * *', { timeZone: 'Europe/Berlin', lanes: ['north'] }),
  job('cedar', '15 1,2 * * 0', { timeZone: 'America/New_York', lanes: ['north', 'vault'] }),
  job('drift', '0 */8 * * *', { timeZone: 'Australia/Lord_Howe', catchesUp: false, retries: 0 }),
  job('ember', '0 5 1,15 * *', { timeZone: 'America/Santiago', lanes: ['vault'] }),
  job('flint', '20 */6 * * *', { lanes: ['south'], retries: 1 }),
];

export const YEAR_START_MS = Date.UTC(2026, 0, 1);
/** A short run ends after the clocks of spring, downtimes, and clocks set forwards and back. */
export const YEAR_END_MS = IS_LONG ? Date.UTC(2027, 0, 1) : Date.UTC(2026, 6, 20);

const at = (text: string) => Date.parse(`${text}Z`);

/** Downtimes of minutes, hours and weeks, crashes in the middle of runs, and clocks set forwards and back. */
const HAPPENINGS: readonly Happening[] = [
  { type: 'kill', atMs: at('2026-01-09T01:41'), upAgainMs: at('2026-01-09T01:52') },
  { type: 'stop', atMs: at('2026-01-20T01:35'), upAgainMs: at('2026-01-20T09:03') },
  { type: 'set', atMs: at('2026-02-03T10:07'), byMs: 5 * HOUR_MS },
  { type: 'set', atMs: at('2026-02-14T03:11'), byMs: -2 * HOUR_MS },
  { type: 'kill', atMs: at('2026-03-28T22:00'), upAgainMs: at('2026-03-29T06:17') },
  { type: 'kill', atMs: at('2026-04-10T02:31'), upAgainMs: at('2026-04-10T02:35') },
  { type: 'kill', atMs: at('2026-04-10T02:50'), upAgainMs: at('2026-04-10T02:55') },
  { type: 'kill', atMs: at('2026-06-01T00:00'), upAgainMs: at('2026-06-22T12:30') },
  { type: 'set', atMs: at('2026-07-07T07:07'), byMs: 40 * HOUR_MS },
  { type: 'set', atMs: at('2026-07-15T12:00'), byMs: -40 * HOUR_MS },
  { type: 'stop', atMs: at('2026-08-30T06:05'), upAgainMs: at('2026-08-30T06:40') },
  { type: 'kill', atMs: at('2026-10-25T00:10'), upAgainMs: at('2026-10-25T01:20') },
  { type: 'set', atMs: at('2026-11-01T05:40'), byMs: 30 * MINUTE_MS },
  { type: 'kill', atMs: at('2026-12-24T15:00'), upAgainMs: at('2026-12-27T08:00') },
];
export const YEAR_HAPPENINGS = HAPPENINGS.filter(({ atMs }) => atMs < YEAR_END_MS);

/** How an attempt goes, by a rule that both the world and its judge know: how long it takes, and how it ends. */
export function fateOf(jobName: string, dueMs: number, attempt: number) {
  const dueMinute = dueMs / MINUTE_MS;
  const lot = (dueMinute * 7_919 + attempt * 104_729 + jobName.charCodeAt(0) * 1_299_709) % 97;
  const minutes = 2 + (lot % 23) + (lot % 11 === 0 ? 400 : 0);
  const outcome = lot < 12 ? 'failed' : lot < 20 ? 'warned' : 'succeeded';
  return { durationMs: minutes * MINUTE_MS, outcome, isTemporary: lot < 9 } as const;
}
