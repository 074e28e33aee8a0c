import type { JobPage } from './run-book.ts';
import type { RunRecord, RunRequest } from './scheduled-job.ts';

/** What happens in a schedule while it runs. */
export type ScheduleEvent =
  | ({ readonly type: 'started' } & RunRequest)
  /** All attempts of a run are over; `before` is what was known of the job until then. */
  | {
      readonly type: 'ended';
      readonly record: RunRecord;
      readonly before: Pick<JobPage, 'failuresInRow' | 'lastSuccess'>;
      /** When the last good backup was taken: this one, where it is good. */
      readonly lastGoodMs?: number | undefined;
    }
  | { readonly type: 'retrying'; readonly record: RunRecord; readonly atMs: number }
  /** Interrupted by a stop or a crash; it is resumed at the next start. */
  | ({ readonly type: 'broken-off'; readonly by: 'stop' | 'crash' } & RunRequest)
  | { readonly type: 'missed'; readonly job: string; readonly count: number }
  | { readonly type: 'merged'; readonly job: string; readonly count: number; readonly runId: string }
  /** The last good backup is too old, or there is none. */
  | {
      readonly type: 'overdue';
      readonly job: string;
      readonly ageMs: number;
      /** When the last good backup was taken; undefined where there is none. */
      readonly lastGoodMs: number | undefined;
    }
  | { readonly type: 'clock-set-back'; readonly byMs: number }
  | { readonly type: 'trouble'; readonly message: string };

/** What people are to be told, kept in the book until they are: the next process tells it if this one is killed. */
export type Untold = Extract<ScheduleEvent, { readonly type: 'ended' | 'overdue' }>;
