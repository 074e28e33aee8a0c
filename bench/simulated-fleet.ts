import type { ProcessIdentity } from '../src/base/process-identity.ts';
import { createSeededRandom, type Random } from '../src/base/random.ts';
import { Failure } from '../src/model/failure.ts';
import { acquireObjectLock } from '../src/objects/object-lock.ts';
import { readSmallObject, writeSmallObject } from '../src/objects/small-objects.ts';
import type { ScheduleState } from '../src/schedule/schedule-state.ts';
import type { RunRequest, RunResult, ScheduledJob } from '../src/schedule/scheduled-job.ts';
import { Scheduler } from '../src/schedule/scheduler.ts';
import { openSharedState, type SharedText } from '../src/schedule/shared-state.ts';
import { type MemoryObjects, openMemoryObjects } from './memory-objects.ts';
import { SimulatedTime } from './simulated-clock.ts';
import { type ServiceSpeed, SimulatedService } from './simulated-service.ts';

/** What is simulated. */
export interface Fleet {
  readonly seed: string;
  readonly workers: number;
  readonly tokens: number;
  /** The tokens belong to this many users. */
  readonly users: number;
  readonly jobs: number;
  readonly repositoriesPerJob: number;
  /** This many workers end without notice at random times of the first half hour. */
  readonly killed: number;
  /** Their machines start again after this time; absent if never. */
  readonly restartMs?: number;
  readonly service: ServiceSpeed;
  /** The time of a request to the object storage. */
  readonly storageMs: number;
  /** How long loading and publishing the store takes, for which the vault is locked. */
  readonly loadMs: number;
  /** Requests of a run to the service for captures, for which the vault is unlocked. */
  readonly captureRequests: number;
  /** Requests of a run to the service while the vault is locked: comparisons. */
  readonly requestsWhileLocked: number;
}

export interface FleetResult {
  /** From the due time to the end of the last run. */
  readonly totalMs: number;
  /** To the service. */
  readonly requests: number;
  /** Jobs that did not run exactly once. */
  readonly faults: readonly string[];
  /** What the schedules reported, and how often. */
  readonly troubles: ReadonlyMap<string, number>;
}

/** Shortly before all jobs are due. */
const START_MS = Date.UTC(2026, 0, 1, 2, 58);
const DUE_MS = Date.UTC(2026, 0, 1, 3);

const KILLED_WITHIN_MS = 30 * 60_000;

/** As `shared-text.ts` and `bucket.ts` wait for locks. */
const STATE_WAIT_MS = 60_000;
const VAULT_WAIT_MS = 12 * 3_600_000;

/** The defaults of the configuration. */
const CONCURRENCY = 2;
const RETRIES = { retries: 2, retryDelayMs: 5 * 60_000 };

/** Runs all jobs once. */
export async function runFleet(fleet: Fleet): Promise<FleetResult> {
  return await new Simulation(fleet).run();
}

interface Worker {
  readonly identity: ProcessIdentity;
  readonly killed: AbortSignal;
}

class Simulation {
  readonly #fleet: Fleet;
  readonly #time = new SimulatedTime(START_MS);
  readonly #objects: MemoryObjects = new Map();
  readonly #service: SimulatedService;
  readonly #jobs: readonly ScheduledJob[];
  /** Who uses each lane. */
  readonly #lanes = new Map<string, Worker>();
  readonly #ended = new Map<string, number>();
  readonly #faults: string[] = [];
  readonly #troubles = new Map<string, number>();
  readonly #random: Random;
  #locks = 0;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.#service = new SimulatedService(fleet.service);
    this.#random = createSeededRandom(fleet.seed);
    this.#jobs = Array.from({ length: fleet.jobs }, (_, number) => ({
      name: `job-${number}`,
      schedules: ['0 3 * * *'],
      timeZone: 'UTC',
      jitterMs: 0,
      catchesUp: true,
      lanes: [`account ${number}`, `token ${number % fleet.tokens}`],
      ...RETRIES,
    }));
  }

  async run(): Promise<FleetResult> {
    const ever = this.#time.clock(new AbortController().signal);
    for (let number = 0; number < this.#fleet.workers; number += 1) {
      const killing = new AbortController();
      void ever.sleep(this.#random.integer(0, 60_000)).then(() => this.#boot(number, 1, killing.signal));
      if (number < this.#fleet.killed) {
        const afterMs = DUE_MS - START_MS + this.#random.integer(1_000, KILLED_WITHIN_MS);
        void ever.sleep(afterMs).then(async () => {
          killing.abort();
          if (this.#fleet.restartMs !== undefined) {
            await ever.sleep(this.#fleet.restartMs);
            this.#boot(number, 2, new AbortController().signal);
          }
        });
      }
    }
    await this.#time.passUntil(() => this.#ended.size === this.#fleet.jobs || this.#faults.length > 0);
    const totalMs = this.#time.nowMs - DUE_MS;
    await this.#judge();
    return { totalMs, requests: this.#service.requests, faults: this.#faults, troubles: this.#troubles };
  }

  /** Starts a worker. A machine that starts again has a new `bootId`: its former processes are known to have ended. */
  #boot(number: number, boot: number, killed: AbortSignal): void {
    const host = `machine-${number}`;
    const worker = {
      identity: { pid: boot, host, bootId: `${boot}`, startTicks: '1', machineId: host, pidNamespace: '1' },
      killed,
    };
    this.#work(worker, createSeededRandom(`${this.#fleet.seed} ${host} ${boot}`)).catch((error: unknown) =>
      this.#faults.push(String(error)),
    );
  }

  async #work(worker: Worker, random: Random): Promise<void> {
    const state: ScheduleState = await openSharedState(this.#sharedText(worker, random), random);
    const scheduler = new Scheduler({
      jobs: this.#jobs,
      state,
      clock: this.#time.clock(worker.killed),
      random,
      perform: async (request) => await this.#perform(request, worker, random),
      concurrency: CONCURRENCY,
      stopGraceMs: 0,
      identity: worker.identity,
      onEvent: (event) => {
        if (event.type === 'trouble') {
          this.#troubles.set(event.message, (this.#troubles.get(event.message) ?? 0) + 1);
        } else if (event.type === 'ended') {
          this.#ended.set(event.record.job, (this.#ended.get(event.record.job) ?? 0) + 1);
        }
      },
    });
    await scheduler.run(new AbortController().signal);
  }

  #lock(name: string, worker: Worker, random: Random, waitMs: number) {
    this.#locks += 1;
    const clock = this.#time.clock(worker.killed);
    return acquireObjectLock(openMemoryObjects(this.#objects, clock, this.#fleet.storageMs), {
      name,
      mode: 'exclusive',
      command: 'satchel schedule run',
      clock,
      random,
      signal: new AbortController().signal,
      lockWait: { waitMs },
      // Of a namespace of its own: the process id of a simulated process must not be looked up on this machine.
      identity: { ...worker.identity, pidNamespace: `${this.#locks}` },
    });
  }

  /** As `shared-text.ts` in the vault does it. */
  #sharedText(worker: Worker, random: Random): SharedText {
    const store = openMemoryObjects(this.#objects, this.#time.clock(worker.killed), this.#fleet.storageMs);
    const read = async () => (await readSmallObject(store, 'schedule.json'))?.toString('utf8');
    return {
      read,
      replace: async (make) => {
        const lock = await this.#lock('schedule', worker, random, STATE_WAIT_MS);
        try {
          const text = make(await read());
          await lock.confirmHeld();
          await writeSmallObject(store, 'schedule.json', text);
        } finally {
          await lock.release();
        }
      },
    };
  }

  async #perform(request: RunRequest, worker: Worker, random: Random): Promise<RunResult> {
    const lanes = this.#jobs.find(({ name }) => name === request.job)?.lanes ?? [];
    for (const lane of lanes) {
      if (this.#lanes.get(lane)?.killed.aborted === false) {
        this.#faults.push(`two runs used "${lane}" at the same time`);
      }
      this.#lanes.set(lane, worker);
    }
    const common = { exitStatus: 0, waitedMs: 0 };
    try {
      await this.#backUp(request, worker, random);
      return { ...common, outcome: 'succeeded', isTemporary: false };
    } catch (error) {
      const isTemporary = error instanceof Failure && error.code === 'locked';
      return { ...common, outcome: 'failed', isTemporary };
    } finally {
      for (const lane of lanes) {
        this.#lanes.delete(lane);
      }
    }
  }

  /** As `run-backup.ts` does it: the vault is unlocked during the export, and locked before and after it. */
  async #backUp({ job, runId }: RunRequest, worker: Worker, random: Random): Promise<void> {
    const { users, tokens, repositoriesPerJob, captureRequests, loadMs, requestsWhileLocked } = this.#fleet;
    const clock = this.#time.clock(worker.killed);
    const number = Number(job.slice('job-'.length));
    const caller = { clock, random, user: `user ${(number % tokens) % users}` };
    const account = await this.#lock(`account-${number}`, worker, random, 0);
    try {
      await (await this.#lock('vault', worker, random, VAULT_WAIT_MS)).release();
      await this.#service.export(runId, repositoriesPerJob, caller);
      await this.#service.request(captureRequests, caller);
      const vault = await this.#lock('vault', worker, random, VAULT_WAIT_MS);
      try {
        await clock.sleep(loadMs);
        await this.#service.request(requestsWhileLocked, caller);
      } finally {
        await vault.release();
      }
    } finally {
      await account.release();
    }
  }

  /** Each job must have had one due time, and one run that succeeded. */
  async #judge(): Promise<void> {
    const text = this.#objects.get('schedule.json')?.text ?? '';
    const state = await openSharedState(
      { read: async () => text, replace: async () => undefined },
      this.#random,
    );
    for (const { name } of this.#jobs) {
      const counts = state.jobState(name)?.counts;
      if (counts?.due !== 1 || counts.runs.succeeded !== 1 || (this.#ended.get(name) ?? 0) > 1) {
        this.#faults.push(`${name} did not run exactly once: ${JSON.stringify(counts)}`);
      }
    }
  }
}
