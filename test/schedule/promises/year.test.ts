import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSystemDisk, type Disk } from '../../../src/base/disk.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import type { ScheduleEvent } from '../../../src/schedule/schedule-event.ts';
import { openScheduleState, type ScheduleState } from '../../../src/schedule/schedule-state.ts';
import type { RunRequest, RunResult } from '../../../src/schedule/scheduled-job.ts';
import { Scheduler } from '../../../src/schedule/scheduler.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { judgeYear, type TableRow, type YearTable } from '../support/judge-year.ts';
import { createWallClock, type WallClock } from '../support/wall-clock.ts';
import {
  fateOf,
  type Happening,
  MINUTE_MS,
  YEAR_END_MS,
  YEAR_HAPPENINGS,
  YEAR_JOBS,
  YEAR_START_MS,
} from '../support/year.ts';

let directory: string;

beforeAll(async () => {
  directory = temporaryFolder();
});

/**
 * Saves at once and without fsync: the state is saved ten thousand times, and no power is cut here. Each call of the
 * system's disk waits for a thread, which took half of the time of the year.
 */
const DISK: Disk = {
  ...createSystemDisk(),
  async open(path) {
    const descriptor = openSync(path, 'a+');
    return {
      sizeBytes: () => Promise.reject(new Error('The state is written whole')),
      read: () => Promise.reject(new Error('The state is written whole')),
      truncate: () => Promise.reject(new Error('The state is written whole')),
      write: async (bytes) => void writeSync(descriptor, bytes),
      sync: async () => undefined,
      close: async () => closeSync(descriptor),
    };
  },
  async rename(from, to) {
    rmSync(to, { force: true }); // Some file systems write a file to the disk when it replaces another one.
    renameSync(from, to);
  },
  remove: async (path) => rmSync(path, { force: true }),
  makeDirectory: async (path) => void mkdirSync(path, { recursive: true }),
  syncDirectory: async () => undefined,
};

/** A machine that runs one scheduler after the other on a clock that the script drives. */
class Machine {
  readonly clock: WallClock = createWallClock(YEAR_START_MS);
  readonly events: ScheduleEvent[] = [];
  readonly underWay = new Map<string, number>();
  readonly overlaps: string[] = [];
  readonly #path: string;
  #state: ScheduleState | undefined;
  #scheduler: Scheduler | undefined;
  #busy = 0;
  #life = 0;
  #stop = new AbortController();
  #ended: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  async boot(): Promise<void> {
    this.#life += 1;
    const life = this.#life;
    const opened = await openScheduleState({
      path: this.#path,
      disk: DISK,
      random: createSeededRandom(`life ${life}`),
      onNotice: (text) => {
        throw new Error(text);
      },
    });
    const state: ScheduleState = {
      ...opened,
      update: async (work) => {
        this.#busy += 1;
        return await opened.update(work).finally(() => {
          this.#busy -= 1;
        });
      },
    };
    this.#state = state;
    this.#stop = new AbortController();
    const scheduler = new Scheduler({
      jobs: YEAR_JOBS,
      state,
      clock: this.clock,
      random: createSeededRandom(`runs of life ${life}`),
      perform: (request, signal) => this.#perform(request, signal),
      concurrency: 10,
      stopGraceMs: 0,
      maxSleepMs: (IS_LONG ? 10 : 60) * MINUTE_MS,
      onEvent: (event) => {
        if (life === this.#life) {
          this.events.push(event);
        }
      },
    });
    this.#scheduler = scheduler;
    this.#ended = scheduler.run(this.#stop.signal);
    await this.settle();
  }

  /** All that can go on goes on, files included. */
  async settle(): Promise<void> {
    let quiet = 0;
    while (quiet < 2) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.#busy === 0 ? quiet + 1 : 0;
    }
  }

  async passUntil(wallMs: number): Promise<void> {
    while (this.clock.passUntil(wallMs)) {
      await this.settle();
    }
  }

  async kill(): Promise<void> {
    this.#life += 1;
    this.clock.forgetSleepers();
    this.underWay.clear();
    await this.settle();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.settle();
    this.clock.passUntil(this.clock.now());
    await this.#ended;
    await this.settle();
    this.clock.forgetSleepers();
  }

  /** Sets the wall. A sleep would notice it at its end; here it ends at once, so that the table needs no slack. */
  async set(byMs: number): Promise<void> {
    this.clock.set(byMs);
    this.#scheduler?.wake();
    await this.settle();
  }

  jobState(job: string) {
    return this.#state?.jobState(job);
  }

  async #perform({ job, dueMs, attempt }: RunRequest, signal: AbortSignal): Promise<RunResult> {
    const lanes = YEAR_JOBS.find(({ name }) => name === job)?.lanes ?? [];
    for (const lane of lanes) {
      const count = (this.underWay.get(lane) ?? 0) + 1;
      this.underWay.set(lane, count);
      if (count > 1) {
        this.overlaps.push(`${job} at ${new Date(dueMs).toISOString()} in ${lane}`);
      }
    }
    const life = this.#life;
    const { durationMs, outcome, isTemporary } = fateOf(job, dueMs, attempt);
    const common = { exitStatus: 0, waitedMs: 0 };
    try {
      await this.clock.sleep(durationMs, signal);
      return { ...common, outcome, isTemporary };
    } catch {
      return { ...common, outcome: 'interrupted', isTemporary: false };
    } finally {
      for (const lane of life === this.#life ? lanes : []) {
        this.underWay.set(lane, (this.underWay.get(lane) ?? 0) - 1);
      }
    }
  }
}

async function liveThrough(happenings: readonly Happening[], name: string) {
  const machine = new Machine(join(directory, name));
  await machine.boot();
  for (const happening of happenings) {
    await machine.passUntil(happening.atMs);
    if (happening.type === 'set') {
      await machine.set(happening.byMs);
      continue;
    }
    await (happening.type === 'kill' ? machine.kill() : machine.stop());
    machine.clock.passUntil(happening.upAgainMs);
    await machine.boot();
  }
  await machine.passUntil(YEAR_END_MS);
  const rows = machine.events.flatMap((event): TableRow[] =>
    event.type === 'ended'
      ? [
          {
            job: event.record.job,
            dueMs: event.record.dueMs,
            outcome: event.record.outcome,
            attempts: event.record.attempt,
            startedMs: event.record.startedMs,
            endedMs: event.record.endedMs,
          },
        ]
      : [],
  );
  const counts = Object.fromEntries(
    YEAR_JOBS.map(({ name: job }) => {
      const { due = 0, missed = 0, merged = 0 } = machine.jobState(job)?.counts ?? {};
      return [job, { due, missed, merged }];
    }),
  );
  return { machine, table: { rows, counts } satisfies YearTable };
}

function inWords({ rows }: YearTable): readonly string[] {
  const time = (ms: number) => new Date(ms).toISOString().slice(0, 16);
  return rows
    .map(
      ({ job, dueMs, outcome, attempts, startedMs, endedMs }) =>
        `${time(endedMs)} ${job} due ${time(dueMs)} ${outcome} after ${attempts} from ${time(startedMs)}`,
    )
    .sort();
}

describe('Scheduler', () => {
  it('lives through a year of clock changes, downtime, overlaps, jumps and failures as the rules have it', async () => {
    const script = { jobs: YEAR_JOBS, happenings: YEAR_HAPPENINGS, fromMs: YEAR_START_MS, toMs: YEAR_END_MS };
    const { machine, table } = await liveThrough(YEAR_HAPPENINGS, 'year.json');
    const expected = judgeYear(script);
    expect(inWords(table)).toEqual(inWords(expected));
    expect(table.counts).toEqual(expected.counts);
    expect(machine.overlaps).toEqual([]);
    const kinds = new Set(machine.events.map((event) => event.type));
    for (const kind of [
      'started',
      'ended',
      'retrying',
      'interrupted',
      'missed',
      'merged',
      'clock-set-back',
    ] as const) {
      expect(kinds).toContain(kind);
    }
    if (IS_LONG) {
      console.log(`${table.rows.length} runs; ${JSON.stringify(table.counts)}`);
    }
    for (const { name } of YEAR_JOBS) {
      const { due, missed, merged } = table.counts[name] ?? { due: 0, missed: 0, merged: 0 };
      const ran = table.rows.filter(({ job }) => job === name).length;
      const open = machine.jobState(name)?.pending === undefined ? 0 : 1;
      expect([name, ran + missed + merged + open]).toEqual([name, due]);
      expect(ran).toBeGreaterThan(IS_LONG ? 15 : 5);
    }
  }, 300_000);
});
