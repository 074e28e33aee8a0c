import { setImmediate as turn } from 'node:timers/promises';
import * as sdk from '@aws-sdk/client-s3';
import { onTestFinished } from 'vitest';
import { type Clock, createDrivenClock } from '../../../src/base/clock.ts';
import type { ProcessIdentity } from '../../../src/base/process-identity.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import { acquireObjectLock, type ObjectLock } from '../../../src/objects/object-lock.ts';
import type { ObjectStore } from '../../../src/objects/object-store.ts';
import { createS3Store } from '../../../src/objects/s3-store.ts';
import { type ObjectServer, startObjectServer } from './object-server.ts';

type LockOptions = Parameters<typeof acquireObjectLock>[1];

/** A process on a machine of its own, which cannot be checked. Its requests and sleeps wait for the bench. */
export interface Worker {
  readonly store: ObjectStore;
  readonly clock: Clock;
  acquire(options?: Partial<LockOptions>): Promise<ObjectLock>;
  /** Nothing of it runs until this time; infinity kills it. */
  suspendedUntilMs: number;
  /** Added to its clock. */
  skewMs: number;
}

/** Several processes and an object server on a socket. One request is made at a time, in an order that the seed decides. */
export interface LockBench {
  readonly server: ObjectServer;
  now(): number;
  /** The number of requests so far. */
  steps(): number;
  worker(): Worker;
  /**
   * Lets the processes run until `work` has ended, or until `isHopeless`, and then returns undefined; the time passes when
   * all of them sleep.
   */
  ended<Result>(work: Promise<Result>): Promise<Result>;
  ended<Result>(work: Promise<Result>, isHopeless: () => boolean): Promise<Result | undefined>;
  /** Called before each step. */
  onStep: (() => void) | undefined;
}

interface Pending {
  readonly worker: Worker;
  readonly start: () => Promise<void>;
}

interface Sleeper {
  readonly worker: Worker;
  readonly dueMs: number;
  readonly wake: () => void;
}

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };

/** Requests that stay unanswered while the time passes: the worst network there is. */
const DELAYED = 0.2;

export async function openLockBench(
  conditions: ObjectServer['conditions'],
  { seed = 1, isHurried = false }: { readonly seed?: number; readonly isHurried?: boolean } = {},
): Promise<LockBench> {
  const server = await startObjectServer('work', 1_000);
  server.conditions = conditions;
  let nowMs = Date.UTC(2026, 5, 1);
  server.now = () => nowMs;
  const former = { ...process.env };
  const env = { ...CREDENTIALS, AWS_ENDPOINT_URL: server.url };
  Object.assign(process.env, env);
  const store = createS3Store(sdk, {
    bucket: 'work',
    prefix: '',
    // Repeats of one request pass within its step.
    clock: createDrivenClock(0, { skipSleeps: true }),
    random: createSeededRandom(seed),
    signal: new AbortController().signal,
    env,
  });
  onTestFinished(async () => {
    store.close();
    await server.close();
    for (const name of Object.keys(env)) {
      delete process.env[name];
    }
    Object.assign(process.env, former);
  });
  const random = createSeededRandom(`bench ${seed}`);
  let pending: Pending[] = [];
  let sleepers: Sleeper[] = [];
  let workers = 0;
  let steps = 0;
  let idle = 0;
  const isRunning = ({ worker }: { readonly worker: Worker }) => worker.suspendedUntilMs <= nowMs;

  const advance = () => {
    const times = sleepers
      .map(({ worker, dueMs }) => Math.max(dueMs, worker.suspendedUntilMs))
      .concat(pending.map(({ worker }) => worker.suspendedUntilMs))
      .filter((timeMs) => timeMs > nowMs && timeMs < Number.POSITIVE_INFINITY);
    idle = times.length === 0 ? idle + 1 : 0;
    if (idle > 10) {
      throw new Error('nothing is left to wait for');
    }
    nowMs = times.length === 0 ? nowMs : Math.min(...times);
  };
  const step = async () => {
    bench.onStep?.();
    const due = sleepers.filter((sleeper) => isRunning(sleeper) && sleeper.dueMs <= nowMs);
    sleepers = sleepers.filter((sleeper) => !due.includes(sleeper));
    for (const { wake } of due) {
      wake();
    }
    if (due.length > 0) {
      return;
    }
    const ready = pending.filter(isRunning);
    if (ready.length === 0 || (isHurried && sleepers.some(isRunning) && random.chance(DELAYED))) {
      advance();
      return;
    }
    const chosen = random.pick(ready);
    pending = pending.filter((other) => other !== chosen);
    steps += 1;
    await chosen.start();
  };

  const bench: LockBench = {
    server,
    onStep: undefined,
    now: () => nowMs,
    steps: () => steps,
    worker() {
      workers += 1;
      const host = `host-${workers}`;
      const own = createSeededRandom(`worker ${seed} ${workers}`);
      let attempts = 0;
      const clock: Clock = {
        now: () => nowMs + worker.skewMs,
        sleep: (durationMs, signal) =>
          new Promise((resolve, reject) => {
            signal?.throwIfAborted();
            const abort = () => {
              sleepers = sleepers.filter((other) => other !== sleeper);
              reject(signal?.reason);
            };
            const wake = () => {
              signal?.removeEventListener('abort', abort);
              resolve();
            };
            const sleeper = { worker, dueMs: nowMs + durationMs, wake };
            sleepers.push(sleeper);
            signal?.addEventListener('abort', abort);
          }),
      };
      const asStep = <Result>(work: () => Promise<Result>): Promise<Result> =>
        new Promise((resolve, reject) => {
          const start = async () => await work().then(resolve, reject);
          pending.push({ worker, start });
        });
      const worker: Worker = {
        clock,
        store: steppedStore(store, asStep),
        suspendedUntilMs: 0,
        skewMs: 0,
        async acquire(options = {}) {
          attempts += 1;
          return await acquireObjectLock(worker.store, {
            name: 'vault',
            mode: 'exclusive',
            command: 'satchel backup',
            clock,
            random: own,
            identity: elsewhere(host, attempts),
            signal: new AbortController().signal,
            ...options,
          });
        },
      };
      return worker;
    },
    async ended<Result>(work: Promise<Result>, isHopeless?: () => boolean) {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      work.then(over, over);
      for (;;) {
        for (let turns = 0; turns < 4; turns += 1) {
          await turn(); // What the last step has caused.
        }
        if (isOver) {
          return await work;
        }
        if (isHopeless?.() === true) {
          return undefined as Result;
        }
        await step();
      }
    },
  };
  return bench;
}

function steppedStore(
  store: ObjectStore,
  asStep: <Result>(work: () => Promise<Result>) => Promise<Result>,
): ObjectStore {
  return {
    ...store,
    async *list(prefix) {
      yield* await asStep(async () => await collect(store.list(prefix)));
    },
    async read(key) {
      const chunks = await asStep(async () => {
        const content = await store.read(key);
        return content === undefined ? undefined : await collect(content);
      });
      return chunks === undefined ? undefined : chunksOf(chunks);
    },
    write: (key, content, sizeBytes) => asStep(() => store.write(key, content, sizeBytes)),
    create: (key, text) => asStep(() => store.create(key, text)),
    remove: (key) => asStep(() => store.remove(key)),
  };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
  }
  return found;
}

async function* chunksOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
}

/** Not even that process itself can check it: what it would find depends on this machine, and is no request. */
function elsewhere(host: string, attempt: number): ProcessIdentity {
  return {
    pid: 7,
    host,
    bootId: undefined,
    startTicks: undefined,
    machineId: undefined,
    pidNamespace: `namespace ${attempt}`,
  };
}
