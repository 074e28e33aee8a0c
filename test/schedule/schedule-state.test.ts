import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSeededRandom } from '../../src/base/random.ts';
import { runNow } from '../../src/schedule/run-now.ts';
import { openScheduleState, readJobStates } from '../../src/schedule/schedule-state.ts';
import type { RunResult } from '../../src/schedule/scheduled-job.ts';
import { Scheduler } from '../../src/schedule/scheduler.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { IS_LONG } from '../house/long-run.ts';
import { unitJob } from './support/unit-plan.ts';

const NOW_MS = Date.UTC(2026, 5, 1);
const RIGHT_RUN: RunResult = {
  outcome: 'succeeded',
  exitStatus: 0,
  isTemporary: false,
  waitedMs: 0,
  summary: { bytes: 1, records: 2, repositories: 1, findings: 0, counts: { issue: 2 }, isVerified: true },
};

/** A state with a run that is over, one that failed, and one that is under way. */
async function writeState(path: string): Promise<unknown> {
  const clock = createDrivenClock(NOW_MS, { skipSleeps: true });
  const random = createSeededRandom('book');
  const state = await openScheduleState({ path, random, onNotice: () => undefined });
  const options = { state, clock, random, signal: new AbortController().signal, onEvent: () => undefined };
  const failure = { code: 'network', message: 'Cannot', hint: 'Wait' };
  const job = unitJob('a', ['0 3 * * *']);
  await runNow(job, { ...options, perform: async () => RIGHT_RUN });
  await runNow(job, { ...options, perform: async () => ({ ...RIGHT_RUN, outcome: 'failed', failure }) });
  await runNow(job, { ...options, perform: async () => ({ ...RIGHT_RUN, outcome: 'interrupted' }) });
  await runNow(unitJob('b', ['0 3 * * *']), { ...options, perform: async () => RIGHT_RUN });
  return JSON.parse(await readFile(path, 'utf8'));
}

/** The value with each of its members in turn made something else. */
function* spoiled(value: unknown, others: readonly unknown[]): Generator<unknown> {
  yield* others;
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const other of spoiled(member, others)) {
        yield { ...value, [name]: other };
      }
      const { [name as never]: _, ...rest } = value;
      yield rest;
    }
  }
}

/** Opens a state as the daemon does, and lets it look at the clock once. */
async function keepSchedule(path: string): Promise<readonly string[]> {
  const notices: string[] = [];
  const random = createSeededRandom('other');
  const clock = createDrivenClock(NOW_MS + 86_400_000, { skipSleeps: true });
  const stop = new AbortController();
  const scheduler = new Scheduler({
    jobs: [unitJob('a', ['0 3 * * *'], { maxAgeMs: 1 }), unitJob('b', ['0 3 * * *'])],
    state: await openScheduleState({ path, random, onNotice: (text) => notices.push(text) }),
    clock,
    random,
    concurrency: 2,
    stopGraceMs: 0,
    onEvent: () => undefined,
    perform: async () => RIGHT_RUN,
    onWake: async () => stop.abort(),
  });
  await scheduler.run(stop.signal);
  expect(scheduler.jobs()).toHaveLength(2);
  return notices;
}

describe('openScheduleState()', () => {
  it('reads what it wrote, without a notice', async () => {
    const path = join(temporaryFolder(), 'runs.json');
    await writeState(path);
    expect(await keepSchedule(path)).toEqual([]);
    expect((await readJobStates(path)).get('a')?.lastSuccess?.outcome).toBe('succeeded');
  });

  it('runs the schedule and keeps the file, whatever it contains', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'runs.json');
    const right = await writeState(path);
    const all = [...spoiled(right, [null, 'text', 7, -1e300, [], {}])];
    const step = IS_LONG ? 1 : 29;
    for (const [index, state] of all.entries()) {
      if (index % step === 0) {
        await writeFile(path, JSON.stringify(state));
        await keepSchedule(path);
        expect(await readJobStates(path)).toBeInstanceOf(Map);
      }
    }
    const kept = (await readdir(folder)).filter((name) => name.includes('.damaged-'));
    expect(kept.length).toBeGreaterThan(0);
  });

  it('drops an invalid state of a job, and keeps the others', async () => {
    const path = join(temporaryFolder(), 'runs.json');
    const right = (await writeState(path)) as { readonly jobs: Record<string, object> };
    await writeFile(path, JSON.stringify({ ...right, jobs: { ...right.jobs, a: { schedule: 5 } } }));
    expect(await readJobStates(path)).toEqual(
      new Map([['b', expect.objectContaining({ failuresInRow: 0 })]]),
    );
    const [notice] = await keepSchedule(path);
    expect(notice).toContain('it is kept as');
  });
});
