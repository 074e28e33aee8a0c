import { ageOf } from '../base/durations.ts';
import type { JobView } from './scheduler.ts';

interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  /** The value for a job, or several with labels; undefined if there is none yet. */
  readonly value: (view: JobView, nowMs: number) => number | Readonly<Record<string, number>> | undefined;
  /** The name of the label, if there are several values. */
  readonly label?: string;
}

const seconds = (durationMs: number | undefined) =>
  durationMs === undefined ? undefined : durationMs / 1_000;

/** The metrics of each job. As Prometheus recommends, they have base units, and counters end with `_total`. */
export const JOB_METRICS: readonly Metric[] = [
  {
    name: 'satchel_job_last_success_timestamp_seconds',
    type: 'gauge',
    help: 'Time of the last good backup whose verified archive still exists',
    value: ({ lastGood }) => seconds(lastGood?.atMs),
  },
  {
    name: 'satchel_job_last_success_age_seconds',
    type: 'gauge',
    help: 'Age of the last good backup',
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
    help: 'Warnings and errors in the last good backup',
    value: ({ jobState }) => jobState.lastSuccess?.summary?.findings,
  },
  {
    name: 'satchel_job_last_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the last run ended, successful or not',
    value: ({ jobState }) => seconds(jobState.lastRun?.endedMs),
  },
  {
    name: 'satchel_job_last_run_duration_seconds',
    type: 'gauge',
    help: 'Duration of the last run',
    value: ({ jobState: { lastRun } }) =>
      lastRun === undefined ? undefined : seconds(lastRun.endedMs - lastRun.startedMs),
  },
  {
    name: 'satchel_job_last_run_exit_status',
    type: 'gauge',
    help: 'Exit status of the last run, as for a command; 0 is good',
    value: ({ jobState }) => jobState.lastRun?.exitStatus,
  },
  {
    name: 'satchel_job_failures_in_row',
    type: 'gauge',
    help: 'Consecutive failed runs',
    value: ({ jobState }) => jobState.failuresInRow,
  },
  {
    name: 'satchel_job_running',
    type: 'gauge',
    help: '1 while the job is running',
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
    help: 'Due times so far',
    value: ({ jobState }) => jobState.counts.due,
  },
  {
    name: 'satchel_job_missed_total',
    type: 'counter',
    help: 'Due times that were missed and not caught up',
    value: ({ jobState }) => jobState.counts.missed,
  },
  {
    name: 'satchel_job_merged_total',
    type: 'counter',
    help: 'Due times that were merged into a pending run',
    value: ({ jobState }) => jobState.counts.merged,
  },
  {
    name: 'satchel_job_runs_total',
    type: 'counter',
    help: 'Runs by outcome',
    value: ({ jobState }) => jobState.counts.runs,
    label: 'outcome',
  },
  {
    name: 'satchel_job_retries_total',
    type: 'counter',
    help: 'Attempts after the first one of a run',
    value: ({ jobState }) => jobState.counts.retries,
  },
  {
    name: 'satchel_job_wait_seconds_total',
    type: 'counter',
    help: 'Time spent waiting for the service, such as for its rate limits',
    value: ({ jobState }) => seconds(jobState.counts.waitedMs),
  },
];
