import { countText, formatDuration } from '../../base/index.ts';
import type { ScheduleEvent } from '../../schedule/index.ts';
import type { Report } from '../context.ts';

/** Converts an event of the schedule to a report, with a sentence for people. */
export function reportOfEvent(event: ScheduleEvent): Report {
  return { type: event.type, ...lineOf(event) };
}

function lineOf(event: ScheduleEvent): Omit<Report, 'type'> {
  const { type: _, ...fields } = event;
  switch (event.type) {
    case 'started':
      return { level: 'info', fields: withDue(event), text: `Job "${event.job}" starts (${event.reason})` };
    case 'ended':
    case 'retrying':
      return lineOfRecord(event);
    case 'interrupted':
      return {
        level: 'warn',
        fields: withDue(event),
        text: `Job "${event.job}" was interrupted by a ${event.by} and will be resumed`,
      };
    case 'missed':
      return {
        level: 'warn',
        fields,
        text: `Job "${event.job}" missed ${countText(event.count, 'due time')}`,
      };
    case 'merged':
      return {
        level: 'info',
        fields,
        text: `Job "${event.job}" is still running: this start was merged into that run`,
      };
    case 'overdue': {
      const { job, ageMs } = event;
      const text = `Job "${job}" has had no good backup for ${formatDuration(ageMs)}`;
      return { level: 'error', fields: { job, ageMs }, text };
    }
    case 'clock-set-back':
      return { level: 'warn', fields, text: `The clock was set back by ${formatDuration(event.byMs)}` };
    case 'trouble':
      return { level: 'error', fields: {}, text: event.message };
  }
}

function lineOfRecord(event: Extract<ScheduleEvent, { type: 'ended' | 'retrying' }>): Omit<Report, 'type'> {
  const { summary, ...record } = event.record;
  const { counts: _, ...figures } = summary ?? { counts: {} };
  const durationMs = record.endedMs - record.startedMs;
  const fields = { ...withDue(record), durationMs, ...figures };
  const found = record.failure === undefined ? record.outcome : record.failure.message;
  if (event.type === 'retrying') {
    const again = new Date(event.atMs).toISOString();
    const text = `Job "${record.job}" failed and will be retried at ${again}: ${found}`;
    return { level: 'warn', fields: { ...fields, again }, text };
  }
  const isBad = record.outcome === 'failed' || record.outcome === 'interrupted';
  const text = `Job "${record.job}" ended after ${formatDuration(durationMs)}: ${found}`;
  return { level: isBad ? 'error' : 'info', fields, text };
}

function withDue<Fields extends { readonly dueMs: number }>({ dueMs, ...fields }: Fields): object {
  const { type: _, ...rest } = { type: undefined, ...fields };
  return { ...rest, due: new Date(dueMs).toISOString() };
}
