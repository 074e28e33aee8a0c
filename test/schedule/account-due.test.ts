import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountAge, accountDue, findDue, jitterOf } from '../../src/schedule/account-due.ts';
import { readRunTimes } from '../../src/schedule/run-times.ts';
import type { JobState } from '../../src/schedule/schedule-state.ts';
import { unitJob } from './support/unit-plan.ts';

const times = readRunTimes(['0 3 * * *'], 'UTC');

const at = (text: string) => Date.parse(`${text}Z`);

const HOUR_MS = 3_600_000;

const NOW_MS = Date.UTC(2026, 5, 2);

describe('accountDue()', () => {
  it('accounts for each due time, whatever the situation', () => {
    const schedule = fc.record({
      nowMs: fc.integer({ min: NOW_MS, max: NOW_MS + 2 * HOUR_MS }),
      sinceMs: fc.integer({ min: 1, max: 100 * HOUR_MS }),
      catchesUp: fc.boolean(),
      isBusy: fc.boolean(),
    });
    fc.assert(
      fc.property(schedule, ({ nowMs, sinceMs, catchesUp, isBusy }) => {
        const job = { ...unitJob('a', ['0 * * * *']), timeZone: 'UTC', catchesUp };
        const counts = { due: 0, merged: 0, missed: 0 };
        const pending = isBusy ? { pending: { runId: 'busy' } } : {};
        const jobState = { markMs: nowMs - sinceMs, counts, ...pending } as unknown as JobState; // All that is asked.
        const times = readRunTimes(job.schedules, job.timeZone);
        accountDue({ job, times, jobState, nowMs, salt: 'salt', createRunId: () => 'new' });
        expect(counts.due).toBe(Math.floor(nowMs / HOUR_MS) - Math.floor((nowMs - sinceMs) / HOUR_MS));
        const run = Number(jobState.pending?.runId === 'new');
        expect(run + counts.merged + counts.missed).toBe(counts.due);
        expect(counts.merged).toBe(isBusy ? counts.due : 0);
        const newestMs = nowMs - (nowMs % HOUR_MS);
        expect(jobState.pending?.mergedDueMs).toBe(isBusy && counts.due > 0 ? newestMs : undefined);
        const isOnTime = nowMs % HOUR_MS <= 2 * 60_000;
        expect(run).toBe(Number(counts.due > 0 && !isBusy && (isOnTime || catchesUp)));
      }),
    );
  });

  it('changes nothing for an hour without due times, so that workers with a shared state only read it', () => {
    const job = { ...unitJob('a', ['0 3 * * *']), timeZone: 'UTC' };
    const jobState = { markMs: NOW_MS } as unknown as JobState; // All that is asked.
    const accountAt = (nowMs: number) =>
      accountDue({ job, times, jobState, nowMs, salt: 'salt', createRunId: () => 'new' });
    accountAt(NOW_MS + HOUR_MS - 1);
    expect(jobState).toEqual({ markMs: NOW_MS });
    accountAt(NOW_MS + HOUR_MS);
    expect(jobState).toEqual({ markMs: NOW_MS + HOUR_MS });
  });
});

describe('accountAge()', () => {
  it('reports a last success that is dated in the future, because its age is unknown', () => {
    const job = { ...unitJob('a', ['@daily']), maxAgeMs: 30 * HOUR_MS };
    const jobState = { sinceMs: 0, lastSuccess: { endedMs: Date.UTC(2099) } } as unknown as JobState; // All that is asked.
    expect(accountAge(job, jobState, NOW_MS)).toMatchObject([{ type: 'overdue', ageMs: 30 * HOUR_MS }]);
    expect(accountAge(job, jobState, NOW_MS + HOUR_MS)).toEqual([]);
    jobState.overdueReportedMs = Date.UTC(2098);
    expect(accountAge(job, jobState, NOW_MS + 2 * HOUR_MS)).toHaveLength(1);
  });
});

it('jitterOf() draws the same lot for a due time again, another one for others, and spreads them', () => {
  const lots = Array.from({ length: 500 }, (_, day) =>
    jitterOf({ job: 'a', dueMs: day * 86_400_000, jitterMs: 600_000 }, 'salt'),
  );
  expect(jitterOf({ job: 'a', dueMs: 0, jitterMs: 600_000 }, 'salt')).toBe(lots[0]);
  expect(jitterOf({ job: 'a', dueMs: 0, jitterMs: 600_000 }, 'pepper')).not.toBe(lots[0]);
  expect(jitterOf({ job: 'a', dueMs: 0, jitterMs: 0 }, 'salt')).toBe(0);
  expect(Math.min(...lots)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...lots)).toBeLessThanOrEqual(600_000);
  for (const third of [0, 1, 2]) {
    expect(lots.filter((lot) => Math.floor(lot / 200_001) === third).length).toBeGreaterThan(120);
  }
});

describe('findDue()', () => {
  it('counts what came due after one moment and by another', () => {
    expect(findDue(times, at('2026-06-01T03:00'), at('2026-06-04T03:00'))).toEqual({
      newestMs: at('2026-06-04T03:00'),
      count: 3,
    });
    expect(findDue(times, at('2026-06-01T03:00'), at('2026-06-02T02:59'))).toBeUndefined();
  });

  it('stops counting after years of seconds, and still finds the newest', () => {
    const often = readRunTimes(['* * * * * *'], 'UTC');
    expect(findDue(often, at('2020-01-01T00:00'), at('2026-06-01T12:34'))).toEqual({
      newestMs: at('2026-06-01T12:34'),
      count: 10_000,
    });
  });
});
