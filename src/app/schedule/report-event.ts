import { formatDuration } from '../../base/durations.ts';
import { countText } from '../../base/sizes.ts';
import { formatTimestamp } from '../../base/timestamps.ts';
import type { ScheduleEvent } from '../../schedule/schedule-event.ts';
import type { Report } from '../context.ts';

/** Converts an event of the schedule to a report, with a sentence for people. */
export function reportOfEvent(event: ScheduleEvent): Report {
  const { type, ...fields } = event;
  const report = (level: Report['level'], text: string, own: object = fields): Report => ({
    level,
    type,
    fields: own,
    text,
  });
  switch (event.type) {
    case 'started':
      return report('info', `Job "${event.job}" starts (${event.reason})`, withDue(event));
    case 'ended':
    case 'retrying':
      return reportOfRecord(event);
    case 'interrupted':
      return report(
        'warn',
        `Job "${event.job}" was interrupted by a ${event.by} and will be resumed`,
        withDue(event),
      );
    case 'missed':
      return report('warn', `Job "${event.job}" missed ${countText(event.count, 'due time')}`);
    case 'merged':
      return report('info', `Job "${event.job}" is still running: this start was merged into that run`);
    case 'overdue': {
      const { job, ageMs } = event;
      const text = `Job "${job}" has had no good backup for ${formatDuration(ageMs)}`;
      return report('error', text, { job, ageMs });
    }
    case 'clock-set-back':
      return report('warn', `The clock was set back by ${formatDuration(event.byMs)}`);
    case 'trouble':
      return report('error', event.message, {});
  }
}

function reportOfRecord(event: Extract<ScheduleEvent, { type: 'ended' | 'retrying' }>): Report {
  const { type } = event;
  const { summary, ...record } = event.record;
  const { counts: _, ...figures } = summary ?? { counts: {} };
  const durationMs = record.endedMs - record.startedMs;
  const fields = { ...withDue(record), durationMs, ...figures };
  const found = record.failure === undefined ? record.outcome : record.failure.message;
  if (type === 'retrying') {
    const again = formatTimestamp(event.atMs);
    const text = `Job "${record.job}" failed and will be retried at ${again}: ${found}`;
    return { level: 'warn', type, fields: { ...fields, again }, text };
  }
  const isBad = record.outcome === 'failed' || record.outcome === 'interrupted';
  const text = `Job "${record.job}" ended after ${formatDuration(durationMs)}: ${found}`;
  return { level: isBad ? 'error' : 'info', type, fields, text };
}

function withDue<Fields extends { readonly dueMs: number }>({ dueMs, ...fields }: Fields): object {
  const { type: _, ...rest } = { type: undefined, ...fields };
  return { ...rest, due: formatTimestamp(dueMs) };
}
