import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import { createRunId } from '../base/run-id.ts';
import { accountAge, withLastGood } from './account-due.ts';
import type { ScheduleEvent } from './schedule-event.ts';
import type { PendingRun, ScheduleState } from './schedule-state.ts';
import type { ArchiveFacts, PerformRun, RunRecord, ScheduledJob } from './scheduled-job.ts';
import { settleRun } from './settle-run.ts';

interface RunNowOptions {
  readonly state: ScheduleState;
  readonly clock: Clock;
  readonly random: Random;
  readonly perform: PerformRun;
  readonly signal: AbortSignal;
  readonly onEvent: (event: ScheduleEvent) => void;
  /** Reads the current facts about the archives of the job. */
  readonly readFacts?: () => Promise<ArchiveFacts | undefined>;
}

/**
 * Runs a job once, now, for cron, systemd and the like, with its retries, and records it in the state. Returns undefined
 * if the signal interrupted it.
 */
export async function runNow(job: ScheduledJob, options: RunNowOptions): Promise<RunRecord | undefined> {
  const { state, clock, random, perform, signal, onEvent } = options;
  const jobState = state.openJobState(job, clock.now());
  const nowMs = clock.now();
  const pending: PendingRun = {
    runId: jobState.pending?.runId ?? createRunId(clock, random),
    job: job.name,
    dueMs: nowMs,
    reason: jobState.pending === undefined ? 'due' : 'resumed',
    attempt: 1,
    state: 'running',
    startMs: nowMs,
    firstStartMs: nowMs,
    crashes: 0,
    waitedMs: 0,
  };
  jobState.pending = pending;
  jobState.lastStartMs = nowMs;
  jobState.counts.due += 1;
  for (;;) {
    await state.update(() => undefined);
    const { runId, dueMs, reason, attempt } = pending;
    const request = { runId, job: job.name, dueMs, reason, attempt };
    onEvent({ type: 'started', ...request });
    const result = await perform(request, signal);
    const event = settleRun(job, { jobState, pending, result, nowMs: clock.now() });
    const facts = event.type === 'ended' ? await options.readFacts?.() : undefined;
    const overdue = await state.update(() =>
      event.type === 'ended' ? accountAge(job, jobState, clock.now(), facts) : [],
    );
    for (const one of [event.type === 'ended' ? withLastGood(event, jobState, facts) : event, ...overdue]) {
      onEvent(one);
    }
    if (event.type !== 'retrying') {
      return event.type === 'ended' ? event.record : undefined;
    }
    try {
      await clock.sleep(event.atMs - clock.now(), signal);
    } catch {
      return undefined; // It stays pending, so that the next run resumes it.
    }
  }
}
