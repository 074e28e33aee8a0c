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
