import type { JobRecord, RunRecord, RunRequest } from './scheduled-job.ts';

export type ScheduleEvent =
  | ({ readonly type: 'started' } & RunRequest)
  /** The last attempt of a run is over; `before` is the state of the job before the run. */
  | {
      readonly type: 'ended';
      readonly record: RunRecord;
      readonly before: JobRecord;
      /** When the last good backup was taken, which may be this one. */
      readonly lastGoodMs?: number | undefined;
    }
  | { readonly type: 'retrying'; readonly record: RunRecord; readonly atMs: number }
  /** Interrupted by a stop or a crash; it is resumed at the next start. */
  | ({ readonly type: 'interrupted'; readonly by: 'stop' | 'crash' } & RunRequest)
  | { readonly type: 'missed'; readonly job: string; readonly count: number }
  | { readonly type: 'merged'; readonly job: string; readonly count: number; readonly runId: string }
  /** The last good backup is too old, or there is none. */
  | {
      readonly type: 'overdue';
      readonly job: string;
      readonly ageMs: number;
      /** When the last good backup was taken; undefined if there is none. */
      readonly lastGoodMs: number | undefined;
    }
  | { readonly type: 'clock-set-back'; readonly byMs: number }
  | { readonly type: 'trouble'; readonly message: string };

/** Events with notifications. They are kept in the state until these are sent, if necessary by the next process. */
export type UnsentEvent = Extract<ScheduleEvent, { readonly type: 'ended' | 'overdue' }>;
