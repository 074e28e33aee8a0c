import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDrivenClock, type DrivenClock } from '../../src/base/clock.ts';
import { createSeededRandom } from '../../src/base/random.ts';
import type { ScheduleEvent } from '../../src/schedule/schedule-event.ts';
import { openScheduleState, type ScheduleState } from '../../src/schedule/schedule-state.ts';
import type { RunRequest, RunResult, ScheduledJob } from '../../src/schedule/scheduled-job.ts';
import { Scheduler, type SchedulerOptions } from '../../src/schedule/scheduler.ts';
import { openSharedState, type SharedText } from '../../src/schedule/shared-state.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const START_MS = Date.UTC(2026, 5, 1, 2, 59);
const GOOD: RunResult = {
  outcome: 'succeeded',
  exitStatus: 0,
  isTemporary: false,
  waitedMs: 0,
  summary: { bytes: 1, records: 2, repositories: 1, findings: 0, counts: {}, isVerified: true },
};
const DOWN: RunResult = {
  outcome: 'failed',
  exitStatus: 5,
  isTemporary: true,
  waitedMs: 0,
  failure: { code: 'network', message: 'Cannot reach it', hint: 'Wait' },
};

let folder: string;
let clock: DrivenClock;

beforeEach(async () => {
  folder = temporaryFolder();
  clock = createDrivenClock(START_MS);
});

function job(name: string, rest: Partial<ScheduledJob> = {}): ScheduledJob {
  return {
    name,
    schedules: ['0 3 * * *'],
    timeZone: 'UTC',
    jitterMs: 0,
    catchesUp: true,
    lanes: [name],
    retries: 0,
    retryDelayMs: 60_000,
    ...rest,
  };
}

/** A scheduler whose runs end when the test says so. */
async function open(
  jobs: readonly ScheduledJob[],
  rest: Partial<Pick<SchedulerOptions, 'concurrency' | 'findFacts' | 'state' | 'stopGraceMs'>> = {},
) {
  const own = {
    path: join(folder, 'runs.json'),
    random: createSeededRandom('book'),
    onNotice: () => undefined,
  };
  const state: ScheduleState = rest.state ?? (await openScheduleState(own));
  const events: ScheduleEvent[] = [];
  const running = new Map<string, (result: RunResult) => void>();
  const requests: RunRequest[] = [];
  const scheduler = new Scheduler({
    jobs,
    state,
    clock,
    random: createSeededRandom('runs'),
    concurrency: 9,
    stopGraceMs: 0,
    ...rest,
    onEvent: (event) => events.push(event),
    perform: async (request, signal) => {
      requests.push(request);
      return await new Promise((resolve) => {
        running.set(request.job, resolve);
        signal.addEventListener('abort', () => resolve({ ...DOWN, outcome: 'interrupted' }));
      });
    },
  });
  const stop = new AbortController();
  const ended = scheduler.run(stop.signal);
  const settle = async () => {
    for (let round = 0; round < 5; round += 1) {
      await state.update(() => undefined).catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await settle();
  return {
    state,
    scheduler,
    events,
    requests,
    names: () => [...running.keys()],
    async pass(durationMs: number) {
      for (let passed = 0; passed < durationMs; passed += 30_000) {
        clock.advance(Math.min(30_000, durationMs - passed));
        await settle();
      }
    },
    async jump(durationMs: number) {
      clock.advance(durationMs);
      await settle();
    },
    async end(name: string, result: RunResult) {
      running.get(name)?.(result);
      running.delete(name);
      await settle();
    },
    async stop() {
      stop.abort();
      await settle();
      clock.advance(1);
      await ended;
    },
  };
}

describe('Scheduler', () => {
  it('runs a job when it is due, and notes what it came to', async () => {
    const bench = await open([job('a')]);
    expect(bench.requests).toEqual([]);
    await bench.pass(60_000);
    expect(bench.requests).toMatchObject([
      { job: 'a', reason: 'due', attempt: 1, dueMs: Date.UTC(2026, 5, 1, 3) },
    ]);
    await bench.end('a', GOOD);
    expect(bench.state.jobState('a')).toMatchObject({
      lastSuccess: { outcome: 'succeeded' },
      failuresInRow: 0,
    });
    await bench.stop();
  });

  it('reports the end of a run only after saving it, so that a crash in between does not report it twice', async () => {
    const bench = await open([job('a')]);
    const booked: unknown[] = [];
    bench.events.push = (...events) => {
      const { jobs } = JSON.parse(readFileSync(join(folder, 'runs.json'), 'utf8'));
      booked.push(...events.map(({ type }) => [type, jobs.a?.lastRun?.outcome, jobs.a?.pending?.state]));
      return booked.length;
    };
    await bench.pass(60_000);
    await bench.end('a', GOOD);
    expect(booked).toEqual([
      ['started', undefined, 'running'],
      ['ended', 'succeeded', undefined],
    ]);
    await bench.stop();
  });

  it('lets jobs that share a lane take turns: the one that waited longest is first', async () => {
    const lanes = ['token'];
    const bench = await open([job('a', { lanes }), job('b', { lanes }), job('c', { lanes })]);
    await bench.pass(60_000);
    expect(bench.names()).toEqual(['a']);
    await bench.end('a', GOOD);
    expect(bench.names()).toEqual(['b']);
    await bench.end('b', GOOD);
    await bench.end('c', GOOD);
    await bench.jump(86_400_000);
    expect(bench.requests.map(({ job: name }) => name)).toEqual(['a', 'b', 'c', 'a']);
    await bench.stop();
  });

  it('runs no more at once than its limit', async () => {
    const bench = await open([job('a'), job('b'), job('c')], { concurrency: 2 });
    await bench.pass(60_000);
    expect(bench.names()).toEqual(['a', 'b']);
    await bench.end('b', GOOD);
    expect(bench.names()).toEqual(['a', 'c']);
    await bench.stop();
  });

  it('retries a temporary failure, later each time, and reports the result at the end', async () => {
    const bench = await open([job('a', { retries: 2 })]);
    await bench.pass(60_000);
    await bench.end('a', DOWN);
    expect(bench.requests).toHaveLength(1);
    await bench.pass(60_000);
    expect(bench.requests.at(-1)).toMatchObject({ attempt: 2 });
    await bench.end('a', DOWN);
    await bench.pass(90_000);
    expect(bench.requests).toHaveLength(2);
    await bench.pass(30_000);
    await bench.end('a', DOWN);
    const ends = bench.events.filter(({ type }) => type === 'ended');
    expect(ends).toMatchObject([{ record: { attempt: 3, outcome: 'failed' } }]);
    expect(bench.state.jobState('a')).toMatchObject({
      failuresInRow: 1,
      counts: { retries: 2, runs: { failed: 1 } },
    });
    expect(new Set(bench.requests.map(({ runId }) => runId)).size).toBe(1);
    await bench.stop();
  });

  it('lets a run finish when it is stopped, as long as it may', async () => {
    const bench = await open([job('a')], { stopGraceMs: 60_000 });
    await bench.pass(60_000);
    const stopped = bench.stop();
    await bench.end('a', GOOD);
    await stopped;
    expect(bench.state.jobState('a')).toMatchObject({ lastRun: { outcome: 'succeeded' } });
  });

  it('breaks a run off when it must, and resumes it at the next start under its own name', async () => {
    const bench = await open([job('a')]);
    await bench.pass(60_000);
    await bench.stop();
    expect(bench.events.at(-1)).toMatchObject({ type: 'interrupted', by: 'stop' });
    const again = await open([job('a')]);
    expect(again.requests).toMatchObject([
      { reason: 'resumed', runId: bench.requests[0]?.runId, attempt: 1 },
    ]);
    await again.stop();
  });

  it('ignores due times before a job was known, or before its schedule was changed', async () => {
    const first = await open([job('a')]);
    await first.stop();
    clock.advance(86_400_000);
    const changed = await open([job('a', { schedules: ['30 3 * * *'] })]);
    await changed.pass(60_000);
    expect(changed.requests).toEqual([]);
    await changed.pass(31 * 60_000);
    expect(changed.requests).toMatchObject([{ reason: 'due' }]);
    await changed.stop();
  });

  it('follows a new list of jobs, and drops what waited for one that is gone', async () => {
    const lanes = ['one'];
    const bench = await open([job('a', { lanes }), job('b', { lanes })]);
    await bench.pass(60_000);
    bench.scheduler.setJobs([job('a', { lanes }), job('c', { schedules: ['1 3 * * *'] })]);
    await bench.pass(60_000);
    expect(bench.events).toContainEqual({ type: 'missed', job: 'b', count: 1 });
    expect(bench.state.jobState('b')?.counts.missed).toBe(1);
    expect(bench.state.jobState('b')?.pending).toBeUndefined();
    expect(bench.names()).toEqual(['a', 'c']);
    await bench.end('a', GOOD);
    expect(bench.names()).toEqual(['c']);
    await bench.stop();
  });

  it('reports once that a backup is too old, and again after the same time', async () => {
    const bench = await open([job('a', { schedules: ['0 0 1 1 *'], maxAgeMs: 3_600_000 })]);
    const told = () => bench.events.filter(({ type }) => type === 'overdue').length;
    await bench.jump(3_600_000);
    expect(told()).toBe(0);
    await bench.pass(60_000);
    expect(told()).toBe(1);
    await bench.jump(3_500_000);
    expect(told()).toBe(1);
    await bench.pass(200_000);
    expect(told()).toBe(2);
    await bench.stop();
  });

  it('judges the age by the archives, not by the recorded runs', async () => {
    let lastGood: { readonly atMs: number } | undefined = { atMs: START_MS };
    const bench = await open([job('a', { schedules: ['0 0 1 1 *'], maxAgeMs: 3_600_000 })], {
      findFacts: () => ({ lastGood }),
    });
    const told = () => bench.events.flatMap((event) => (event.type === 'overdue' ? [event.lastGoodMs] : []));
    await bench.jump(3_000_000);
    lastGood = { atMs: clock.now() }; // A person made one by hand.
    await bench.jump(3_000_000);
    expect([told(), bench.scheduler.jobs()[0]?.lastGood]).toEqual([[], lastGood]);
    await bench.jump(700_000);
    expect(told()).toEqual([lastGood.atMs]);
    lastGood = undefined; // And somebody removed it.
    await bench.jump(3_700_000);
    expect(told().at(-1)).toBeUndefined();
    expect(told()).toHaveLength(2);
    await bench.stop();
  });

  it.each(['read', 'replace'])(
    'records a result once a shared state can be reached again, and stops also if it cannot: %s',
    async (part) => {
      let isReachable = true;
      let kept: string | undefined;
      const text: SharedText = {
        async read() {
          if (!isReachable && part === 'read') {
            throw new Error('no route to it');
          }
          return kept;
        },
        async replace(make) {
          const made = make(kept);
          if (!isReachable) {
            throw new Error('no route to it');
          }
          kept = made;
        },
      };
      const state = await openSharedState(text, createSeededRandom('shared'));
      const run = await open([job('a')], { state });
      await run.pass(60_000);
      isReachable = false;
      await run.end('a', GOOD);
      expect(run.events.at(-1)).toEqual({ type: 'trouble', message: 'no route to it' });
      isReachable = true;
      await run.pass(60_000);
      expect(run.events.at(-1)).toMatchObject({ type: 'ended', record: { outcome: 'succeeded' } });
      await run.pass(86_400_000 - 60_000);
      isReachable = false;
      await run.end('a', GOOD);
      await run.stop();
      expect(run.events.filter(({ type }) => type === 'started' || type === 'ended')).toHaveLength(3);
    },
  );

  it('treats what the work throws as a failure of that run alone', async () => {
    const state = await openScheduleState({
      path: join(folder, 'x.json'),
      random: createSeededRandom('x'),
      onNotice: () => undefined,
    });
    const stop = new AbortController();
    const events: ScheduleEvent[] = [];
    const scheduler = new Scheduler({
      jobs: [job('a', { schedules: ['* * * * *'] })],
      state,
      clock: createDrivenClock(START_MS, { skipSleeps: true }),
      random: createSeededRandom('x'),
      concurrency: 1,
      stopGraceMs: 0,
      perform: async () => {
        throw new Error('out of paper');
      },
      onEvent: (event) => {
        events.push(event);
        if (events.filter(({ type }) => type === 'ended').length === 3) {
          stop.abort();
        }
      },
    });
    await scheduler.run(stop.signal);
    expect(events.flatMap((event) => (event.type === 'ended' ? [event.record.failure] : [])).at(-1)).toEqual({
      code: 'internal',
      message: 'Unexpected failure: out of paper',
      hint: 'Report the stack of the error and of its cause',
      commandHint: 'Run the job manually with --debug and report the stack',
    });
  });
});

describe('openScheduleState()', () => {
  it.each([
    ['read', 'runs.json', async (path: string) => void (await mkdir(path))],
    // The name that it would get is too long.
    ['move away', 'r'.repeat(245), async (path: string) => await writeFile(path, 'damaged')],
  ])('begins no new state where it cannot %s the one that is there', async (what, name, write) => {
    const path = join(folder, name);
    await write(path);
    await expect(
      openScheduleState({ path, random: createSeededRandom('b'), onNotice: () => undefined }),
    ).rejects.toThrow(`Cannot ${what} the `);
    expect(await readdir(folder)).toEqual([name]);
  });

  it('moves a damaged file aside and continues', async () => {
    const path = join(folder, 'runs.json');
    await writeFile(path, '{"bookVersion":1,"jobs":');
    const notices: string[] = [];
    const state = await openScheduleState({
      path,
      random: createSeededRandom('b'),
      onNotice: (text) => notices.push(text),
    });
    await state.update(() => undefined);
    expect(notices).toHaveLength(1);
    const [, aside = ''] = /"(.*)"/.exec(notices[0] ?? '') ?? [];
    expect(await readFile(aside, 'utf8')).toBe('{"bookVersion":1,"jobs":');
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ bookVersion: 1, jobs: {} });
  });
});
