import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Clock, createDrivenClock, type DrivenClock } from '../../../src/base/clock.ts';
import { acquireLock, type Lock } from '../../../src/base/lock.ts';
import type { ownIdentity } from '../../../src/base/process-identity.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

const MINUTE_MS = 60_000;

/** Every living process looks at the lock at least once in such a step. */
const STEP_MS = MINUTE_MS / 2;

const MACHINES = 2;
const PROCESSES = 4;

/** A process in a container of its own: others cannot check whether it is alive. */
class Contender {
  readonly machine: number;
  readonly #path: string;
  readonly #identity: Awaited<ReturnType<typeof ownIdentity>>;
  readonly #clock: Clock;
  readonly #time: DrivenClock = createDrivenClock(0);
  #isWaiting = false;
  #isBusy = false;
  isAlive = true;
  /** True if its machine was suspended since it acquired the lock. */
  wasSuspended = false;
  lock: Lock | undefined;

  constructor(number: number, path: string, skewMs: () => number) {
    this.machine = number % MACHINES;
    this.#path = path;
    this.#identity = {
      pid: 1,
      host: `container-${number}`,
      bootId: `boot-${this.machine}`,
      startTicks: '1',
      machineId: undefined,
      pidNamespace: undefined,
    };
    this.#clock = {
      now: () => Date.now() + skewMs(),
      sleep: async (durationMs, signal) => {
        this.#isWaiting = true;
        await this.#time.sleep(durationMs, signal);
        this.#isWaiting = false;
      },
      alarm: (durationMs, ring) => this.#time.alarm?.(durationMs, ring) ?? (() => undefined),
    };
  }

  get isIdle(): boolean {
    return this.isAlive && !this.#isBusy && this.lock === undefined;
  }

  get isTrying(): boolean {
    return this.isAlive && this.#isBusy;
  }

  start(): void {
    this.#isBusy = true;
    const run = { command: 'satchel backup' };
    const lockWait = { waitMs: Infinity };
    const options = { ...run, clock: this.#clock, identity: this.#identity, lockWait };
    void acquireLock(this.#path, options).then((lock) => {
      this.lock = lock;
      this.wasSuspended = false;
      this.#isBusy = false;
    });
  }

  async release(): Promise<void> {
    await this.lock?.release();
    this.lock = undefined;
  }

  pass(durationMs: number): void {
    this.#time.advance(durationMs);
  }

  /** Resolves when nothing happens any more until time passes. */
  async settle(): Promise<void> {
    do {
      await new Promise((resolve) => setImmediate(resolve)); // Whoever was woken continues before that.
    } while (this.#isBusy && !this.#isWaiting);
  }
}

/** Machines whose processes compete for one lock on a shared file system. */
class World {
  readonly path: string;
  readonly contenders: readonly Contender[];
  readonly #skewsMs = Array.from({ length: MACHINES }, () => 0);
  readonly #asleep = new Set<number>();

  constructor(path: string) {
    this.path = path;
    this.contenders = Array.from(
      { length: PROCESSES },
      (_, number) => new Contender(number, path, () => this.#skewsMs[number % MACHINES] ?? 0),
    );
  }

  async perform(operation: Operation): Promise<void> {
    const contender = this.contenders[operation.who % PROCESSES];
    const machine = operation.who % MACHINES;
    switch (operation.type) {
      case 'start':
        if (contender?.isIdle === true && !this.#asleep.has(machine)) {
          contender.start();
        }
        break;
      case 'release':
        if (contender?.isAlive === true && !this.#asleep.has(machine)) {
          await contender.release();
        }
        break;
      case 'kill':
        if (contender !== undefined) {
          contender.isAlive = false;
        }
        break;
      case 'jump':
        await this.#setBack(operation.hours * 60 * MINUTE_MS);
        break;
      case 'skew':
        this.#skewsMs[machine] = operation.hours * 60 * MINUTE_MS;
        break;
      case 'suspend':
        this.#asleep.add(machine);
        for (const each of this.contenders.filter((other) => other.machine === machine)) {
          each.wasSuspended = true;
        }
        break;
      case 'resume':
        this.#asleep.delete(machine);
        break;
      case 'pass':
        for (let step = 0; step < operation.steps; step += 1) {
          await this.passStep();
        }
        break;
    }
    await this.settle();
  }

  async passStep(): Promise<void> {
    await this.#setBack(STEP_MS);
    for (const contender of this.contenders) {
      if (contender.isAlive && !this.#asleep.has(contender.machine)) {
        contender.pass(STEP_MS);
      }
    }
    await this.settle();
    this.expectOneHolder();
  }

  /** Only the difference between the file system's clock and its files counts. */
  async #setBack(durationMs: number): Promise<void> {
    for (const name of await readdir(this.path).catch(() => [])) {
      const file = join(this.path, name);
      const at = new Date((await stat(file)).mtimeMs - durationMs);
      await utimes(file, at, at);
    }
  }

  async settle(): Promise<void> {
    await Promise.all(this.contenders.filter(({ isAlive }) => isAlive).map((each) => each.settle()));
  }

  expectOneHolder(): void {
    const holders = this.contenders.filter(({ lock }) => lock?.isHeld() === true);
    expect(holders.length).toBeLessThanOrEqual(1);
    for (const former of this.contenders.filter(({ lock }) => lock?.isHeld() === false)) {
      const mayLose = !former.isAlive || (former.wasSuspended && holders[0]?.machine !== former.machine);
      expect(mayLose || former.lock?.isHeld()).toBe(true);
      former.lock = undefined;
    }
  }
}

type Operation = { readonly who: number } & (
  | { readonly type: 'start' | 'release' | 'kill' | 'suspend' | 'resume' }
  | { readonly type: 'jump' | 'skew'; readonly hours: number }
  | { readonly type: 'pass'; readonly steps: number }
);

const who = fc.nat(PROCESSES - 1);
const hours = fc.integer({ min: -30, max: 30 });
const OPERATIONS = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('start' as const), who }) },
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant('pass' as const),
        who,
        steps: fc.integer({ min: 1, max: 40 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ type: fc.constantFrom('jump' as const, 'skew' as const), who, hours }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('release' as const, 'kill' as const), who }) },
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constantFrom('suspend' as const, 'resume' as const), who }),
    },
  ),
  { minLength: 4, maxLength: 20 },
);

const CONTEST: readonly Operation[] = [
  { type: 'start', who: 0 },
  { type: 'start', who: 1 },
];

/** What most random series miss. */
const EXAMPLES: readonly (readonly Operation[])[] = [
  [...CONTEST, { type: 'jump', who: 0, hours: 3 }, { type: 'pass', who: 0, steps: 6 }],
  [...CONTEST, { type: 'pass', who: 0, steps: 3 }, { type: 'jump', who: 0, hours: -3 }],
  [...CONTEST, { type: 'suspend', who: 0 }, { type: 'pass', who: 0, steps: 40 }],
];

/** After this time a dead holder has been replaced, however wrong the clocks are. */
const MAX_WAIT_STEPS = (65 * MINUTE_MS) / STEP_MS;

describe('acquireLock(), on machines that cannot check each other', () => {
  it('never has two holders, takes nothing from a living one, and ends every wait, whatever happens to the clocks', async () => {
    await fc.assert(
      fc.asyncProperty(OPERATIONS, async (operations) => {
        const directory = temporaryFolder();
        try {
          const world = new World(join(directory, 'lock'));
          for (const operation of operations) {
            await world.perform(operation);
            world.expectOneHolder();
          }
          for (const machine of Array.from({ length: MACHINES }).keys()) {
            await world.perform({ type: 'resume', who: machine });
          }
          const holder = world.contenders.find(({ lock }) => lock?.isHeld() === true);
          if (holder !== undefined) {
            holder.isAlive = false;
          }
          const waiting = () => world.contenders.filter(({ isTrying }) => isTrying).length;
          const before = waiting();
          for (let step = 0; step < MAX_WAIT_STEPS && before > 0 && waiting() === before; step += 1) {
            await world.passStep();
          }
          expect(waiting()).toBe(Math.max(0, before - 1));
        } finally {
          await rm(directory, { recursive: true, force: true });
        }
      }),
      { numRuns: 8, endOnFailure: true, examples: EXAMPLES.map((each) => [[...each]]) },
    );
  });
});
