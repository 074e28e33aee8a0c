import { describe, expect, it } from 'vitest';
import { ownIdentity, type ProcessIdentity } from '../../src/base/process-identity.ts';
import { createSeededRandom } from '../../src/base/random.ts';
import {
  chooseStarts,
  type Deciding,
  decideStarts,
  findDead,
  type QueuedRun,
} from '../../src/schedule/decide-starts.ts';
import { readRunTimes } from '../../src/schedule/run-times.ts';
import { openSharedState } from '../../src/schedule/shared-state.ts';
import { createWallClock } from './support/wall-clock.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-05-01T02:59:30Z');

const JOB = {
  name: 'nightly',
  schedules: ['0 3 * * *'],
  timeZone: 'UTC',
  jitterMs: 0,
  catchesUp: true,
  lanes: ['account a'],
  retries: 2,
  retryDelayMs: 1,
};

/** Workers on hosts of these names, with one state and one clock. Their processes have ended, except on "live"; "busy" may start nothing. */
async function openWorkers(...hosts: readonly string[]) {
  const clock = createWallClock(START_MS);
  let text: string | undefined;
  const shared = {
    read: async () => text,
    replace: async (make: (current: string | undefined) => string) => {
      text = make(text);
    },
  };
  const own = await ownIdentity();
  const lines = new Map([[JOB.name, { job: JOB, times: readRunTimes(JOB.schedules, JOB.timeZone) }]]);
  const workers: Deciding[] = [];
  for (const host of hosts) {
    const ended: ProcessIdentity = { ...own, host: 'a', pid: 4_000_000 + workers.length, startTicks: '1' };
    const identity = host === 'live' ? { ...own, host: 'a' } : host === 'busy' ? ended : { ...ended, host };
    const random = createSeededRandom(host);
    const state = await openSharedState(shared, random);
    workers.push({
      lines,
      running: new Map(),
      state,
      clock,
      random,
      concurrency: host === 'busy' ? 0 : 2,
      identity,
    });
  }
  const decide = async (at: number) => {
    const deciding = workers[at] as Deciding;
    const dead = await findDead(deciding);
    const { chosen, events } = await deciding.state.update(() => decideStarts(deciding, dead));
    return { chosen: chosen.map(({ job }) => job), events: events.map(({ type }) => type) };
  };
  for (const at of hosts.keys()) {
    await decide(at); // Due times are counted from now on.
  }
  clock.set(MINUTE_MS);
  return { clock, decide, workers };
}

describe('workers that share a state', () => {
  it('start each run once', async () => {
    const { decide } = await openWorkers('a', 'b', 'c');
    expect(await decide(1)).toEqual({ chosen: ['nightly'], events: [] });
    expect(await decide(0)).toEqual({ chosen: [], events: [] });
    expect(await decide(2)).toEqual({ chosen: [], events: [] });
  });

  it('leave the run of a dead process to its host, whose workers resume it at once', async () => {
    const { decide } = await openWorkers('a', 'a', 'b');
    expect((await decide(0)).chosen).toEqual(['nightly']);
    expect(await decide(2)).toEqual({ chosen: [], events: [] });
    expect(await decide(1)).toEqual({ chosen: [], events: [] }); // It reads the state, and knows of the run.
    expect(await decide(1)).toEqual({ chosen: ['nightly'], events: ['interrupted'] });
  });

  it('leave a run that another one has resumed', async () => {
    const { decide } = await openWorkers('a', 'live', 'a');
    expect((await decide(0)).chosen).toEqual(['nightly']);
    await decide(1);
    await decide(2);
    expect(await decide(1)).toEqual({ chosen: ['nightly'], events: ['interrupted'] });
    expect(await decide(2)).toEqual({ chosen: [], events: [] }); // It only knows of the first process.
  });

  it('start the run that they did not start, because the answer to their decision was lost', async () => {
    const { decide } = await openWorkers('a', 'b');
    expect((await decide(0)).chosen).toEqual(['nightly']);
    expect(await decide(0)).toEqual({ chosen: ['nightly'], events: ['interrupted'] });
  });

  it('leave a run that waits to be resumed to its host, which ends the locks that it left', async () => {
    const { clock, decide } = await openWorkers('a', 'busy', 'b');
    expect((await decide(0)).chosen).toEqual(['nightly']);
    await decide(1);
    expect(await decide(1)).toEqual({ chosen: [], events: ['interrupted'] });
    await decide(2);
    expect((await decide(2)).chosen).toEqual([]);
    clock.set(31 * MINUTE_MS);
    expect((await decide(2)).chosen).toEqual(['nightly']);
  });

  it('leave a run whose worker has reported since it was found silent', async () => {
    const { clock, decide, workers } = await openWorkers('a', 'b');
    const [first, second] = workers as [Deciding, Deciding];
    await decide(0);
    await decide(1);
    clock.set(30 * MINUTE_MS);
    expect((await findDead(second)).size).toBe(0);
    clock.set(1);
    const dead = await findDead(second);
    expect(dead.size).toBe(1);
    await first.state.update(() => {
      const pending = first.state.jobState('nightly')?.pending;
      Object.assign(pending?.worker ?? {}, { aliveMs: clock.now() });
    });
    const { chosen, events } = await second.state.update(() => decideStarts(second, dead));
    expect([chosen, events]).toEqual([[], []]);
  });

  it('resume the run of another host after half an hour of silence', async () => {
    const { clock, decide } = await openWorkers('a', 'b');
    expect((await decide(0)).chosen).toEqual(['nightly']);
    clock.set(30 * MINUTE_MS);
    expect(await decide(1)).toEqual({ chosen: [], events: [] });
    clock.set(1);
    expect(await decide(1)).toEqual({ chosen: ['nightly'], events: ['interrupted'] });
  });
});

const run = (job: string, changes: Partial<QueuedRun> = {}): QueuedRun => ({
  job,
  startMs: 0,
  lanes: [job],
  lastStartMs: undefined,
  isBegun: false,
  ...changes,
});
const choose = (waiting: readonly QueuedRun[], running: readonly QueuedRun[] = [], free = 9) =>
  chooseStarts(waiting, { nowMs: 10, running, free });

it.each([
  ['who came first', [run('a', { startMs: 2 }), run('b', { startMs: 1 })], ['b', 'a']],
  ['who was begun before', [run('a'), run('b', { isBegun: true })], ['b', 'a']],
  ['who waited the longest', [run('a', { lastStartMs: 2 }), run('b', { lastStartMs: 1 })], ['b', 'a']],
  ['who never ran', [run('a', { lastStartMs: 2 }), run('b')], ['b', 'a']],
  ['nobody before the time', [run('a', { startMs: 11 }), run('b', { startMs: 10 })], ['b']],
])('chooseStarts() starts %s', (_, waiting, chosen) => {
  expect(choose(waiting)).toEqual(chosen);
});

it('chooseStarts() keeps all lanes free for a run that waits for one of them', () => {
  const waiting = [run('wide', { lanes: ['x', 'y'] }), run('narrow', { startMs: 1, lanes: ['y'] })];
  expect(choose(waiting, [run('other', { lanes: ['x'] })])).toEqual([]);
  expect(choose(waiting)).toEqual(['wide']);
  expect(choose([run('a'), run('b'), run('c')], [], 2)).toEqual(['a', 'b']);
});
