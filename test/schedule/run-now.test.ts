import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSeededRandom } from '../../src/base/random.ts';
import { runNow } from '../../src/schedule/run-now.ts';
import type { ScheduleEvent } from '../../src/schedule/schedule-event.ts';
import { openScheduleState, readJobStates } from '../../src/schedule/schedule-state.ts';
import type { RunResult } from '../../src/schedule/scheduled-job.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { unitJob } from './support/unit-plan.ts';

const HOUR_MS = 3_600_000;

const FAILED: RunResult = {
  outcome: 'failed',
  exitStatus: 5,
  isTemporary: false,
  waitedMs: 0,
  failure: { code: 'network', message: 'Cannot reach it', hint: 'Wait' },
};

describe('runNow()', () => {
  it('reports the age of the last good backup once, and again after the same time, like a daemon', async () => {
    const clock = createDrivenClock(Date.UTC(2026, 5, 1), { skipSleeps: true });
    const random = createSeededRandom('now');
    const path = join(temporaryFolder(), 'job.json');
    const lastGoodMs = clock.now() - 2 * HOUR_MS;
    const run = async (maxAgeMs: number, result: RunResult = FAILED) => {
      const events: ScheduleEvent[] = [];
      await runNow(unitJob('a', ['0 3 * * *'], { maxAgeMs }), {
        state: await openScheduleState({ path, random, onNotice: () => undefined }),
        clock,
        random,
        signal: new AbortController().signal,
        perform: async () => result,
        onEvent: (event) => events.push(event),
        readFacts: async () => ({ lastGood: { atMs: lastGoodMs } }),
      });
      return events;
    };
    expect((await run(3 * HOUR_MS)).map(({ type }) => type)).toEqual(['started', 'ended']);
    const [, ended, overdue] = await run(HOUR_MS);
    expect(ended).toMatchObject({ type: 'ended', lastGoodMs });
    expect(overdue).toMatchObject({ type: 'overdue', lastGoodMs, ageMs: 2 * HOUR_MS });
    expect(await run(HOUR_MS)).toHaveLength(2);
    clock.advance(HOUR_MS);
    expect(await run(HOUR_MS)).toHaveLength(3);
    expect((await readJobStates(path)).get('a')?.counts).toMatchObject({ due: 4, runs: { failed: 4 } });
  });
});
