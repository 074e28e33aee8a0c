import { backoffMs } from '../base/backoff.ts';
import { definedMembers } from '../base/json.ts';
import type { ScheduleEvent } from './schedule-event.ts';
import { addUnsent, type JobState, type PendingRun } from './schedule-state.ts';
import type { RunRecord, RunResult, ScheduledJob } from './scheduled-job.ts';

/** After this many crashes a run is not resumed: it may be what crashes the process. */
const MAX_CRASHES = 3;

const MAX_RETRY_DELAY_MS = 6 * 3_600_000;

interface Ending {
  readonly jobState: JobState;
  readonly pending: PendingRun;
  readonly result: RunResult;
  readonly nowMs: number;
}

/** Records the end of an attempt: the run is over, is repeated, or is resumed at the next start. */
export function settleRun(job: ScheduledJob | undefined, ending: Ending): ScheduleEvent {
  const { jobState, pending, result, nowMs } = ending;
  const { outcome } = result;
  pending.waitedMs += result.waitedMs;
  jobState.counts.waitedMs += result.waitedMs;
  if (outcome === 'interrupted') {
    return putBack(pending, 'stop', nowMs);
  }
  const record = recordOf(ending);
  if (outcome === 'failed' && result.isTemporary && job !== undefined && pending.attempt <= job.retries) {
    const delayMs = backoffMs(pending.attempt, { firstMs: job.retryDelayMs, maxMs: MAX_RETRY_DELAY_MS });
    pending.attempt += 1;
    pending.state = 'waiting';
    pending.startMs = nowMs + delayMs;
    delete pending.worker;
    jobState.counts.retries += 1;
    return { type: 'retrying', record, atMs: pending.startMs };
  }
  return endRun(jobState, record);
}

/** Records that the process ended during a run: it is resumed, unless that happened too often. */
export function settleCrash(jobState: JobState, pending: PendingRun, nowMs: number): ScheduleEvent {
  pending.crashes += 1;
  if (pending.crashes < MAX_CRASHES) {
    return putBack(pending, 'crash', nowMs);
  }
  const result: RunResult = {
    outcome: 'interrupted',
    exitStatus: 1,
    isTemporary: false,
    waitedMs: 0,
    failure: {
      code: 'internal',
      message: `Cannot finish the run: the process ended during the run ${pending.crashes} times`,
      hint: 'Check the log, and the memory and time limits of the service manager',
    },
  };
  return endRun(jobState, recordOf({ jobState, pending, result, nowMs }));
}

/** The run keeps its turn: others that waited for its lanes might otherwise work on what it began. */
function putBack(pending: PendingRun, by: 'stop' | 'crash', nowMs: number): ScheduleEvent {
  pending.state = 'waiting';
  pending.startMs = Math.min(pending.startMs, nowMs);
  pending.reason = 'resumed';
  if (by === 'stop') {
    delete pending.worker;
  }
  const { runId, job, dueMs, reason, attempt } = pending;
  return { type: 'interrupted', by, runId, job, dueMs, reason, attempt };
}

function recordOf({ pending, result, nowMs }: Ending): RunRecord {
  const { runId, job, dueMs, reason, attempt, firstStartMs, waitedMs } = pending;
  return {
    runId,
    job,
    dueMs,
    reason,
    attempt,
    ...result,
    waitedMs,
    startedMs: firstStartMs ?? nowMs,
    endedMs: nowMs,
  };
}

function endRun(jobState: JobState, record: RunRecord): ScheduleEvent {
  const { failuresInRow, lastSuccess } = structuredClone(jobState);
  const event = {
    type: 'ended',
    record,
    before: { failuresInRow, ...definedMembers({ lastSuccess }) },
  } as const;
  const isGood = record.outcome === 'succeeded' || record.outcome === 'warned';
  delete jobState.pending;
  jobState.lastRun = record;
  jobState.counts.runs[record.outcome] += 1;
  if (isGood || record.outcome === 'skipped') {
    jobState.failuresInRow = 0;
  } else {
    jobState.failuresInRow += 1;
  }
  if (isGood && record.summary?.isVerified === true) {
    jobState.lastSuccess = record;
    delete jobState.overdueReportedMs;
  }
  addUnsent(jobState, event);
  return event;
}
