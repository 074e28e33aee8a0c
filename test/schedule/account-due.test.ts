import { describe, expect, it } from 'vitest';
import { accountAge } from '../../src/schedule/account-due.ts';
import type { JobPage } from '../../src/schedule/index.ts';
import { unitJob } from './support/unit-plan.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 5, 2);

describe('accountAge()', () => {
  it('tells of a last success that is dated in the future, as nobody knows how old it is', () => {
    const job = { ...unitJob('a', ['@daily']), maxAgeMs: 30 * HOUR_MS };
    const page = { sinceMs: 0, lastSuccess: { endedMs: Date.UTC(2099) } } as unknown as JobPage; // All that is asked.
    expect(accountAge(job, page, NOW_MS)).toMatchObject([{ type: 'overdue', ageMs: 30 * HOUR_MS }]);
    expect(accountAge(job, page, NOW_MS + HOUR_MS)).toEqual([]);
    page.overdueToldMs = Date.UTC(2098);
    expect(accountAge(job, page, NOW_MS + 2 * HOUR_MS)).toHaveLength(1);
  });
});
