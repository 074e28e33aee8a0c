import { describe, expect, it } from 'vitest';
import type { JobState, PendingRun } from '../../src/schedule/schedule-state.ts';
import { settleCrash, settleRun } from '../../src/schedule/settle-run.ts';

const NOW_MS = Date.UTC(2026, 0, 1);

function runFrom(startMs: number): PendingRun {
  return {
    ...{ runId: 'run', job: 'a', dueMs: startMs, reason: 'due', attempt: 1, state: 'running' },
    ...{ startMs, crashes: 0, waitedMs: 0 },
  };
}

const STOPPED = { outcome: 'interrupted', exitStatus: 130, isTemporary: true, waitedMs: 0 } as const;

describe.each([
  [
    'settleRun()',
    (jobState: JobState, pending: PendingRun) =>
      settleRun(undefined, { jobState, pending, result: STOPPED, nowMs: NOW_MS }),
  ],
  ['settleCrash()', (jobState: JobState, pending: PendingRun) => settleCrash(jobState, pending, NOW_MS)],
])('%s', (_, settle) => {
  it.each([
    ['keeps the turn of a run that was broken off', NOW_MS - 60_000, NOW_MS - 60_000],
    ['does not let it wait until a time at which the clock was ahead', NOW_MS + 60_000, NOW_MS],
  ])('%s', (__, startMs, keptMs) => {
    const pending = runFrom(startMs);
    const jobState = { pending, counts: { waitedMs: 0 } } as unknown as JobState; // All that is asked.
    expect(settle(jobState, pending)).toMatchObject({ type: 'interrupted', runId: 'run' });
    expect(pending).toMatchObject({ state: 'waiting', reason: 'resumed', startMs: keptMs });
  });
});

describe('the end of a run', () => {
  const JOB = {
    ...{ name: 'a', schedules: [], timeZone: 'UTC', jitterMs: 0, catchesUp: true, lanes: ['a'] },
    ...{ retries: 1, retryDelayMs: 60_000 },
  };
  const FAILED = { outcome: 'failed', exitStatus: 5, isTemporary: true, waitedMs: 7 } as const;
  const worker = { identity: { host: 'here', pid: 7 }, aliveMs: 0 } as unknown as NonNullable<
    PendingRun['worker']
  >;

  function stateOf(pending: PendingRun): JobState {
    const runs = { succeeded: 0, warned: 0, failed: 0, skipped: 0, interrupted: 0 };
    const counts = { runs, missed: 0, retries: 0, waitedMs: 1 };
    const former = { schedule: '', sinceMs: 0, markMs: 0, failuresInRow: 2, counts };
    return { ...former, pending } as unknown as JobState; // All that is asked.
  }

  it('is put off until its retries are used up', () => {
    const pending = { ...runFrom(NOW_MS - 9_000), firstStartMs: NOW_MS - 9_000, waitedMs: 2, worker };
    const jobState = stateOf(pending);
    const settle = () => settleRun(JOB, { jobState, pending, result: FAILED, nowMs: NOW_MS });
    const record = {
      ...{ runId: 'run', job: 'a', dueMs: NOW_MS - 9_000, reason: 'due', ...FAILED },
      ...{ startedMs: NOW_MS - 9_000, endedMs: NOW_MS },
    };
    expect(settle()).toEqual({
      type: 'retrying',
      record: { ...record, attempt: 1, waitedMs: 9 },
      atMs: NOW_MS + 60_000,
    });
    expect([pending.state, pending.startMs, pending.worker]).toEqual(['waiting', NOW_MS + 60_000, undefined]);
    expect(settle()).toEqual({
      type: 'ended',
      record: { ...record, attempt: 2, waitedMs: 16 },
      before: { failuresInRow: 2 },
    });
    expect(jobState).toMatchObject({
      failuresInRow: 3,
      counts: { retries: 1, waitedMs: 15, runs: { failed: 1 } },
    });
    expect(jobState.pending).toBeUndefined();
  });

  it('is its third crash, and no earlier one', () => {
    const pending = { ...runFrom(NOW_MS), worker };
    const jobState = stateOf(pending);
    const settled = [1, 2, 3].map(() => settleCrash(jobState, pending, NOW_MS));
    expect(settled.map(({ type }) => type)).toEqual(['interrupted', 'interrupted', 'ended']);
    expect(settled[2]).toMatchObject({
      record: {
        ...{ outcome: 'interrupted', exitStatus: 1, startedMs: NOW_MS },
        failure: { message: 'Cannot finish the run: the process ended during the run 3 times' },
      },
    });
    expect(pending.worker).toBe(worker); // Only its host can end the locks that it left.
  });
});
