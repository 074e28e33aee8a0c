import { formatDuration } from '../../base/durations.ts';
import { countText } from '../../base/sizes.ts';
import { formatTimestamp } from '../../base/timestamps.ts';
import type { ScheduleEvent } from '../../schedule/schedule-event.ts';
import type { RunRecord, RunRequest, RunSummary } from '../../schedule/scheduled-job.ts';
import type { Report } from '../context.ts';

/** A run that is about to start, with its due time (ISO 8601). */
export type DueRun = Omit<RunRequest, 'dueMs'> & { readonly due: string };

/** A run with the figures of its backup. */
export type EndedRun = Omit<RunRecord, 'dueMs' | 'summary'> & {
  readonly due: string;
  readonly durationMs: number;
} & Partial<Omit<RunSummary, 'counts'>>;

/** What a schedule reports of its jobs. */
export type ScheduleReport =
  | ({ readonly type: 'started' } & DueRun)
  | ({ readonly type: 'interrupted'; readonly by: 'stop' | 'crash' } & DueRun)
  | ({ readonly type: 'ended' } & EndedRun)
  /** `again`: when the run will be repeated (ISO 8601). */
  | ({ readonly type: 'retrying'; readonly again: string } & EndedRun)
  | { readonly type: 'missed'; readonly job: string; readonly count: number }
  | { readonly type: 'merged'; readonly job: string; readonly count: number; readonly runId: string }
  /** The last good backup is too old, or there is none. */
  | { readonly type: 'overdue'; readonly job: string; readonly ageMs: number }
  | { readonly type: 'clock-set-back'; readonly byMs: number }
  | { readonly type: 'trouble' };

/** Converts an event of the schedule to a report, with a sentence for people. */
export function reportOfEvent(event: ScheduleEvent): Report {
  switch (event.type) {
    case 'started':
      return report('info', withDue(event), `Job "${event.job}" starts (${event.reason})`);
    case 'ended':
    case 'retrying':
      return reportOfRecord(event);
    case 'interrupted': {
      const text = `Job "${event.job}" was interrupted by a ${event.by} and will be resumed`;
      return report('warn', withDue(event), text);
    }
    case 'missed':
      return report('warn', event, `Job "${event.job}" missed ${countText(event.count, 'due time')}`);
    case 'merged': {
      const text = `Job "${event.job}" is still running: this start was merged into that run`;
      return report('info', event, text);
    }
    case 'overdue': {
      const { type, job, ageMs } = event;
      const text = `Job "${job}" has had no good backup for ${formatDuration(ageMs)}`;
      return report('error', { type, job, ageMs }, text);
    }
    case 'clock-set-back':
      return report('warn', event, `The clock was set back by ${formatDuration(event.byMs)}`);
    case 'trouble':
      return report('error', { type: event.type }, event.message);
  }
}

function reportOfRecord(event: Extract<ScheduleEvent, { type: 'ended' | 'retrying' }>): Report {
  const { summary, ...record } = event.record;
  const { counts: _, ...figures } = summary ?? { counts: {} };
  const durationMs = record.endedMs - record.startedMs;
  const run = { ...withDue(record), durationMs, ...figures };
  const found = record.failure === undefined ? record.outcome : record.failure.message;
  if (event.type === 'retrying') {
    const again = formatTimestamp(event.atMs);
    const text = `Job "${record.job}" failed and will be retried at ${again}: ${found}`;
    return report('warn', { ...run, type: event.type, again }, text);
  }
  const isBad = record.outcome === 'failed' || record.outcome === 'interrupted';
  const text = `Job "${record.job}" ended after ${formatDuration(durationMs)}: ${found}`;
  return report(isBad ? 'error' : 'info', { ...run, type: event.type }, text);
}

function report(level: Report['level'], { type, ...fields }: ScheduleReport, text: string): Report {
  return { level, type, fields, text };
}

function withDue<Run extends { readonly dueMs: number }>({ dueMs, ...run }: Run) {
  return { ...run, due: formatTimestamp(dueMs) };
}
