import { createHash } from 'node:crypto';
import { ageOf } from '../base/durations.ts';
import { definedMembers } from '../base/json.ts';
import type { RunTimes } from './run-times.ts';
import type { ScheduleEvent } from './schedule-event.ts';
import { addUnsent, type JobState } from './schedule-state.ts';
import type { ArchiveFacts, LastGood, ScheduledJob } from './scheduled-job.ts';

/** Counting more missed due times would take too long. */
const MAX_COUNTED = 10_000;

/** A due time that is discovered later than this was missed: the machine slept, or Satchel was not running. */
const ON_TIME_MS = 2 * 60_000;

/** If a clock goes back by less, due times that occur again are ignored. If it goes back by more, it was wrong before. */
const SET_BACK_MS = 25 * 3_600_000;

/** Without due times, the mark may be this old. */
const MARK_MS = 3_600_000;

interface Accounting {
  readonly job: ScheduledJob;
  readonly times: RunTimes;
  readonly jobState: JobState;
  readonly nowMs: number;
  readonly salt: string;
  readonly createRunId: () => string;
}

/** Records all due times until now: each is run, merged into a run, or missed. Returns the events. */
export function accountDue(accounting: Accounting): readonly ScheduleEvent[] {
  const { job, times, jobState, nowMs } = accounting;
  const events = settleClock(jobState, nowMs);
  const due = findDue(times, jobState.markMs, nowMs);
  if (due === undefined) {
    // Not at each wake-up: that would write the state each time, and workers that share one would wait for each other.
    if (nowMs - jobState.markMs >= MARK_MS) {
      jobState.markMs = nowMs;
    }
    return events;
  }
  jobState.markMs = Math.max(jobState.markMs, nowMs);
  jobState.counts.due += due.count;
  if (jobState.pending !== undefined) {
    jobState.counts.merged += due.count;
    jobState.pending.mergedDueMs = due.newestMs;
    return [...events, { type: 'merged', job: job.name, count: due.count, runId: jobState.pending.runId }];
  }
  const isOnTime = nowMs - due.newestMs <= ON_TIME_MS;
  const isRun = isOnTime || job.catchesUp;
  if (isRun) {
    openRun(due.newestMs, isOnTime ? 'due' : 'catch-up', accounting);
  }
  const missed = due.count - Number(isRun);
  jobState.counts.missed += missed;
  return missed === 0 ? events : [...events, { type: 'missed', job: job.name, count: missed }];
}

function openRun(
  dueMs: number,
  reason: 'due' | 'catch-up',
  { job, jobState, nowMs, salt, createRunId }: Accounting,
): void {
  const jitterMs = jitterOf({ job: job.name, dueMs, jitterMs: job.jitterMs }, salt);
  jobState.pending = {
    runId: createRunId(),
    job: job.name,
    dueMs,
    reason,
    attempt: 1,
    state: 'waiting',
    startMs: (reason === 'due' ? dueMs : nowMs) + jitterMs,
    crashes: 0,
    waitedMs: 0,
  };
}

/**
 * The delay of a run after its due time: from 0 to `jitterMs`, and always the same for one due time, so that a restart
 * does not change it. `salt` differs between machines, so that they do not all start at once.
 */
export function jitterOf(
  run: { readonly job: string; readonly dueMs: number; readonly jitterMs: number },
  salt: string,
): number {
  const digest = createHash('sha256').update(`${salt}\n${run.job}\n${run.dueMs}`).digest();
  return Math.floor((digest.readUInt32BE(0) / 2 ** 32) * (run.jitterMs + 1));
}

function settleClock(jobState: JobState, nowMs: number): readonly ScheduleEvent[] {
  const byMs = jobState.markMs - nowMs;
  if (byMs <= SET_BACK_MS) {
    return [];
  }
  jobState.markMs = nowMs;
  if (jobState.pending !== undefined) {
    jobState.pending.startMs = Math.min(jobState.pending.startMs, nowMs);
  }
  return [{ type: 'clock-set-back', byMs }];
}

/** The newest good backup of a job: from its archives if they can be read, or else from the recorded runs. */
export function lastGoodOf({ lastSuccess }: JobState, facts: ArchiveFacts | undefined): LastGood | undefined {
  return facts === undefined
    ? lastSuccess && { atMs: lastSuccess.endedMs, ...definedMembers({ summary: lastSuccess.summary }) }
    : facts.lastGood;
}

/** The event that the last good backup of a job is too old. It is repeated at intervals of `maxAgeMs`. */
export function accountAge(
  job: ScheduledJob,
  jobState: JobState,
  nowMs: number,
  facts?: ArchiveFacts,
): readonly ScheduleEvent[] {
  const { maxAgeMs } = job;
  const { overdueReportedMs } = jobState;
  const lastGoodMs = lastGoodOf(jobState, facts)?.atMs;
  const ageMs = ageOf(lastGoodMs ?? jobState.sinceMs, nowMs) ?? Number.POSITIVE_INFINITY;
  const sinceReportMs = overdueReportedMs === undefined ? undefined : ageOf(overdueReportedMs, nowMs);
  const isReported = sinceReportMs !== undefined && maxAgeMs !== undefined && sinceReportMs < maxAgeMs;
  if (maxAgeMs === undefined || ageMs <= maxAgeMs || isReported) {
    return [];
  }
  jobState.overdueReportedMs = nowMs;
  const event = {
    type: 'overdue',
    job: job.name,
    ageMs: Number.isFinite(ageMs) ? ageMs : maxAgeMs,
    lastGoodMs,
  } as const;
  addUnsent(jobState, event);
  return [event];
}

type Ended = Extract<ScheduleEvent, { readonly type: 'ended' }>;

/** Adds the time of the last good backup to the end of a run. */
export function withLastGood(event: Ended, jobState: JobState, facts: ArchiveFacts | undefined): Ended {
  return { ...event, lastGoodMs: lastGoodOf(jobState, facts)?.atMs };
}

/** The due times within a period. */
export interface DueTimes {
  readonly newestMs: number;
  /** `MAX_COUNTED` means that many or more. */
  readonly count: number;
}

/** Finds the due times after `afterMs` and until `untilMs`; undefined if there are none. */
export function findDue(times: RunTimes, afterMs: number, untilMs: number): DueTimes | undefined {
  let newestMs: number | undefined;
  let count = 0;
  let next = times.next(afterMs);
  while (next !== undefined && next <= untilMs && count < MAX_COUNTED) {
    newestMs = next;
    count += 1;
    next = times.next(next);
  }
  if (newestMs === undefined) {
    return undefined;
  }
  return { newestMs: count < MAX_COUNTED ? newestMs : lastBefore(times, newestMs, untilMs), count };
}

/** The last due time until `untilMs`, searched for in growing periods before it. */
function lastBefore(times: RunTimes, knownMs: number, untilMs: number): number {
  for (let stretchMs = 60_000; untilMs - stretchMs > knownMs; stretchMs *= 2) {
    let next = times.next(untilMs - stretchMs);
    if (next !== undefined && next <= untilMs) {
      let last = next;
      while (next !== undefined && next <= untilMs) {
        last = next;
        next = times.next(next);
      }
      return last;
    }
  }
  return knownMs;
}
