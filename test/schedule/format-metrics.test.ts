import { describe, expect, it } from 'vitest';
import { formatMetrics } from '../../src/schedule/format-metrics.ts';
import type { JobState } from '../../src/schedule/schedule-state.ts';
import type { JobView } from '../../src/schedule/scheduler.ts';
import { unitJob } from './support/unit-plan.ts';

const NOW_MS = Date.UTC(2026, 5, 2);

function view(rest: Partial<JobState> = {}): JobView {
  return {
    job: unitJob('a "quoted" \\ name', ['0 3 * * *']),
    lastGood: rest.lastSuccess && { atMs: rest.lastSuccess.endedMs, ...rest.lastSuccess },
    nextMs: NOW_MS + 10_800_000,
    isRunning: true,
    jobState: {
      schedule: '',
      sinceMs: 0,
      markMs: 0,
      failuresInRow: 2,
      counts: {
        due: 9,
        missed: 1,
        merged: 2,
        retries: 3,
        waitedMs: 1_500,
        runs: { succeeded: 4, warned: 0, skipped: 0, failed: 2, interrupted: 0 },
      },
      ...rest,
    },
  };
}

/** Reads the exposition format as a scraper does: samples by name and labels, each below its HELP and TYPE. */
function scrape(text: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>();
  let current = '';
  for (const line of text.trimEnd().split('\n')) {
    const type = /^# TYPE (\S+) (?:counter|gauge)$/.exec(line);
    const sample = /^([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\]|\\.)*",?)*\})? (-?[\d.e+]+)$/.exec(line);
    if (type !== null) {
      current = type[1] ?? '';
    } else if (sample !== null) {
      expect(sample[1]).toBe(current);
      expect(samples.has(line.slice(0, line.lastIndexOf(' ')))).toBe(false);
      samples.set(`${sample[1]}${sample[2] ?? ''}`, Number(sample[3]));
    } else {
      expect(line).toMatch(/^# HELP [a-z_]+ .+/);
    }
  }
  return samples;
}

describe('formatMetrics()', () => {
  const label = 'job="a \\"quoted\\" \\\\ name"';

  it('gives what a scraper reads, with labels escaped', () => {
    const summary = { bytes: 10, records: 20, repositories: 3, findings: 1, counts: {}, isVerified: true };
    const record = {
      runId: 'x',
      job: 'a',
      dueMs: 0,
      reason: 'due',
      attempt: 1,
      outcome: 'succeeded',
      exitStatus: 0,
      isTemporary: false,
      waitedMs: 0,
      startedMs: NOW_MS - 7_200_000,
      endedMs: NOW_MS - 3_600_000,
      summary,
    } as const;
    const others = [
      { name: 'satchel_up', type: 'gauge', help: 'Lives', value: 1, labels: { version: '1' } },
    ] as const;
    const samples = scrape(formatMetrics([view({ lastRun: record, lastSuccess: record })], NOW_MS, others));
    const ahead = { lastSuccess: { ...record, endedMs: NOW_MS + 40 * 3_600_000 } };
    expect(formatMetrics([view(ahead)], NOW_MS, others)).not.toContain(
      'satchel_job_last_success_age_seconds{',
    );
    expect(samples.get('satchel_up{version="1"}')).toBe(1);
    expect(samples.get(`satchel_job_last_success_age_seconds{${label}}`)).toBe(3_600);
    expect(samples.get(`satchel_job_last_run_duration_seconds{${label}}`)).toBe(3_600);
    expect(samples.get(`satchel_job_bytes{${label}}`)).toBe(10);
    expect(samples.get(`satchel_job_records{${label}}`)).toBe(20);
    expect(samples.get(`satchel_job_findings{${label}}`)).toBe(1);
    expect(samples.get(`satchel_job_wait_seconds_total{${label}}`)).toBe(1.5);
    expect(samples.get(`satchel_job_runs_total{${label},outcome="failed"}`)).toBe(2);
  });

  it('omits a success that never was', () => {
    const samples = scrape(formatMetrics([view()], NOW_MS, []));
    expect([...samples.keys()].filter((name) => name.includes('success'))).toEqual([]);
    expect(samples.get(`satchel_job_running{${label}}`)).toBe(1);
  });
});
