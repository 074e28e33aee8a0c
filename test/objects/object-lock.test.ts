import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  createDrivenClock,
  createSeededRandom,
  ownIdentity,
  type ProcessIdentity,
} from '../../src/base/index.ts';
import { acquireObjectLock } from '../../src/objects/object-lock.ts';
import type { ObjectStore } from '../../src/objects/object-store.ts';

/** A store in memory whose clock is ours: the locks need only reading, writing, listing and removing. */
function openBench() {
  const clock = createDrivenClock(Date.UTC(2026, 5, 1));
  const objects = new Map<string, { readonly bytes: Buffer; readonly writtenAtMs: number }>();
  let isOffline = false;
  const store: ObjectStore = {
    name: 's3://work',
    async *list(prefix) {
      for (const [key, { bytes, writtenAtMs }] of [...objects].filter(([name]) => name.startsWith(prefix))) {
        yield { key, sizeBytes: bytes.length, version: '', writtenAtMs };
      }
    },
    async read(key) {
      const object = objects.get(key);
      return object === undefined ? undefined : chunksOf(object.bytes);
    },
    async write(key, content) {
      if (isOffline) {
        throw new Error('offline');
      }
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) {
        chunks.push(chunk);
      }
      objects.set(key, { bytes: Buffer.concat(chunks), writtenAtMs: clock.now() });
    },
    remove: async (key) => void objects.delete(key),
    removeUnfinished: async () => undefined,
    close: () => undefined,
  };
  let seed = 0;
  const acquire = (identity = ELSEWHERE) => {
    seed += 1;
    const random = createSeededRandom(seed);
    const options = { command: 'satchel vault copy', clock, random, identity };
    return acquireObjectLock(store, { ...options, signal: new AbortController().signal });
  };
  /** Lets pending work run, and then the time. */
  const pass = async (durationMs: number) => {
    await settle();
    clock.advance(durationMs);
    await settle();
  };
  return { objects, acquire, pass, setOffline: (value: boolean) => (isOffline = value) };
}

/** A process of another machine, which cannot be checked. */
const ELSEWHERE: ProcessIdentity = {
  pid: 7,
  host: 'elsewhere',
  bootId: undefined,
  startTicks: undefined,
  machineId: undefined,
  pidNamespace: undefined,
};

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Lets the time pass until something has ended: processes are looked for in the meantime. */
async function ended<Result>(
  work: Promise<Result>,
  pass: (durationMs: number) => Promise<void>,
): Promise<Result> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver) {
    await pass(SECOND_MS / 5);
  }
  return await work;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

describe('acquireObjectLock()', () => {
  it('is held by one process, and free after its release', async () => {
    const { acquire, pass, objects } = openBench();
    const first = acquire();
    await pass(SECOND_MS);
    const lock = await first;
    lock.requireHeld();
    await expect(ended(acquire(), pass)).rejects.toMatchObject({ code: 'locked' });
    expect(objects.size).toBe(1);
    await lock.release();
    expect(objects.size).toBe(0);
    const second = acquire();
    await pass(SECOND_MS);
    await (await second).release();
  });

  it.each([2, 3, 9])('is held by one of %i processes that start together', async (count) => {
    const { acquire, pass } = openBench();
    const all = Promise.allSettled(Array.from({ length: count }, () => acquire()));
    const held = (await ended(all, pass)).filter(({ status }) => status === 'fulfilled');
    expect(held).toHaveLength(1);
  });

  it('passes at once from a dead process of this machine', async () => {
    const { acquire, pass } = openBench();
    const child = spawn(process.execPath, ['--version']);
    await once(child, 'close');
    const own = await ownIdentity();
    const first = acquire({ ...own, pid: child.pid ?? 0, startTicks: undefined });
    await pass(SECOND_MS);
    await first;
    const lock = await ended(acquire(own), pass);
    lock.requireHeld();
  });

  it('is renewed, and passes to others half an hour after its last renewal', async () => {
    const { acquire, pass, setOffline } = openBench();
    const first = acquire();
    await pass(SECOND_MS);
    const lock = await first;
    for (let minutes = 0; minutes < 60; minutes += 5) {
      await pass(5 * MINUTE_MS);
    }
    await expect(ended(acquire(), pass)).rejects.toMatchObject({ code: 'locked' });
    lock.requireHeld();
    setOffline(true);
    for (let minutes = 0; minutes < 35; minutes += 5) {
      await pass(5 * MINUTE_MS);
    }
    expect(() => lock.requireHeld()).toThrow('could not be renewed in time');
    setOffline(false);
    const second = acquire();
    await pass(SECOND_MS);
    await expect(second).resolves.toBeDefined();
  });
});
