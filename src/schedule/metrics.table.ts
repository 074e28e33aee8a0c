import { ageOf } from '../base/index.ts';
import type { JobView } from './scheduler.ts';

interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  /** The value for a job, or several with labels; undefined where there is none yet. */
  readonly value: (view: JobView, nowMs: number) => number | Readonly<Record<string, number>> | undefined;
  /** Name of the label that tells several values apart. */
  readonly label?: string;
}

const seconds = (durationMs: number | undefined) =>
  durationMs === undefined ? undefined : durationMs / 1_000;

/** What `/metrics` says of each job. Names and units as Prometheus recommends them: base units, `_total` for counters. */
export const JOB_METRICS: readonly Metric[] = [
  {
    name: 'satchel_job_last_success_timestamp_seconds',
    type: 'gauge',
    help: 'When the last good backup was taken: verified, and there',
    value: ({ lastGood }) => seconds(lastGood?.atMs),
  },
  {
    name: 'satchel_job_last_success_age_seconds',
    type: 'gauge',
    help: 'How old the last good backup is',
    value: ({ lastGood }, nowMs) =>
      lastGood === undefined ? undefined : seconds(ageOf(lastGood.atMs, nowMs)),
  },
  {
    name: 'satchel_job_bytes',
    type: 'gauge',
    help: 'Size of the archive of the last good backup',
    value: ({ lastGood }) => lastGood?.summary?.bytes,
  },
  {
    name: 'satchel_job_records',
    type: 'gauge',
    help: 'Records in the last good backup',
    value: ({ lastGood }) => lastGood?.summary?.records,
  },
  {
    name: 'satchel_job_repositories',
    type: 'gauge',
    help: 'Repositories in the last good backup',
    value: ({ lastGood }) => lastGood?.summary?.repositories,
  },
  {
    name: 'satchel_job_findings',
    type: 'gauge',
    help: 'Findings in the last good backup',
    value: ({ page }) => page.lastSuccess?.summary?.findings,
  },
  {
    name: 'satchel_job_last_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the last run ended, however',
    value: ({ page }) => seconds(page.lastRun?.endedMs),
  },
  {
    name: 'satchel_job_last_run_duration_seconds',
    type: 'gauge',
    help: 'How long the last run took',
    value: ({ page: { lastRun } }) =>
      lastRun === undefined ? undefined : seconds(lastRun.endedMs - lastRun.startedMs),
  },
  {
    name: 'satchel_job_last_run_exit_status',
    type: 'gauge',
    help: 'Exit status that the last run would have as a command; 0 is good',
    value: ({ page }) => page.lastRun?.exitStatus,
  },
  {
    name: 'satchel_job_failures_in_row',
    type: 'gauge',
    help: 'Runs that failed since the last one that did not',
    value: ({ page }) => page.failuresInRow,
  },
  {
    name: 'satchel_job_running',
    type: 'gauge',
    help: '1 while a run is under way',
    value: ({ isRunning }) => (isRunning ? 1 : 0),
  },
  {
    name: 'satchel_job_next_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the next run is due',
    value: ({ nextMs }) => seconds(nextMs),
  },
  {
    name: 'satchel_job_due_total',
    type: 'counter',
    help: 'Due times that came',
    value: ({ page }) => page.counts.due,
  },
  {
    name: 'satchel_job_missed_total',
    type: 'counter',
    help: 'Due times that were missed and not made up for',
    value: ({ page }) => page.counts.missed,
  },
  {
    name: 'satchel_job_merged_total',
    type: 'counter',
    help: 'Due times for which a run under way stood',
    value: ({ page }) => page.counts.merged,
  },
  {
    name: 'satchel_job_runs_total',
    type: 'counter',
    help: 'Runs by what they came to',
    value: ({ page }) => page.counts.runs,
    label: 'outcome',
  },
  {
    name: 'satchel_job_retries_total',
    type: 'counter',
    help: 'Attempts after the first one of a run',
    value: ({ page }) => page.counts.retries,
  },
  {
    name: 'satchel_job_wait_seconds_total',
    type: 'counter',
    help: 'Time that limits of the service took',
    value: ({ page }) => seconds(page.counts.waitedMs),
  },
];
