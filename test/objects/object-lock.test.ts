import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ownIdentity } from '../../src/base/process-identity.ts';
import { writeSmallObject } from '../../src/objects/small-objects.ts';
import { openLockBench, type Worker } from './support/lock-bench.ts';
import type { ObjectServer } from './support/object-server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A bench whose rule is already proved. */
async function openBench(conditions: ObjectServer['conditions']) {
  const bench = await openLockBench(conditions);
  const lock = await bench.ended(bench.worker().acquire());
  await bench.ended(lock.release());
  const lockKeys = () => [...bench.server.objects.keys()].filter((key) => !key.includes('rule-'));
  /** The requests of `work`, with their kinds in order. */
  const requestsOf = async (work: Promise<unknown>) => {
    const before = bench.server.requests.length;
    await bench.ended(work);
    return bench.server.requests
      .slice(before)
      .map(({ method, query }) => (query.has('list-type') ? 'LIST' : method));
  };
  return { ...bench, lockKeys, requestsOf };
}

describe.each(['honoured', 'refused', 'ignored'] as const)(
  'acquireObjectLock(), condition %s',
  (conditions) => {
    it('is held by one process, and free after its release', async () => {
      const { worker, ended, now } = await openBench(conditions);
      const lock = await ended(worker().acquire({ command: 'satchel vault copy' }));
      const startedAt = new Date(now()).toISOString();
      await ended(lock.confirmHeld());
      await expect(ended(worker().acquire())).rejects.toMatchObject({
        code: 'locked',
        message: expect.stringMatching(
          /^Cannot lock "vault" in "s3:\/\/work": "satchel vault copy" has held it since 2026-06-01T00:0\S+Z \(process 7 on host-2\)$/,
        ),
        details: { pid: 7, host: 'host-2', command: 'satchel vault copy' },
      });
      expect(startedAt >= '2026-06-01').toBe(true);
      await ended(lock.release());
      await ended((await ended(worker().acquire())).release());
    });

    it('removes what killed processes have left of their trials, but none that may be in use', async () => {
      const { worker, ended, server } = await openBench(conditions);
      const trial = (digit: string) => `locks/trial-${digit.repeat(32)}`;
      const keyOfTrials = () => [...server.objects.keys()].filter((key) => key.includes('/trial-'));
      const { store, clock } = worker();
      await ended(writeSmallObject(store, trial('a'), ''));
      await ended(clock.sleep(MINUTE_MS));
      await ended(writeSmallObject(store, trial('b'), ''));
      const lock = await ended(worker().acquire());
      expect(keyOfTrials()).toEqual([trial('b')]);
      await ended(lock.release());
    });

    it.each([2, 3, 9, 30])('is held by one of %i processes that start together', async (count) => {
      const { worker, ended } = await openBench(conditions);
      const all = Promise.allSettled(Array.from({ length: count }, () => worker().acquire()));
      const held = (await ended(all)).filter(({ status }) => status === 'fulfilled');
      expect(held).toHaveLength(1);
    });

    it('is held by one of several processes that start together in a new vault', async () => {
      const { worker, ended } = await openLockBench(conditions);
      const all = Promise.allSettled(Array.from({ length: 9 }, () => worker().acquire()));
      expect((await ended(all)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('lets shared locks exist together, and an exclusive one alone', async () => {
      const { worker, ended } = await openBench(conditions);
      const shared = await ended(Promise.all([1, 2, 3].map(() => worker().acquire({ mode: 'shared' }))));
      const exclusive = () => ended(worker().acquire({ mode: 'exclusive' }));
      await expect(exclusive()).rejects.toThrow('"satchel backup" has held a shared lock since');
      for (const lock of shared) {
        await ended(lock.confirmHeld());
        await ended(lock.release());
      }
      const lock = await exclusive();
      await expect(ended(worker().acquire({ mode: 'shared' }))).rejects.toMatchObject({ code: 'locked' });
      // Other names are independent.
      await ended(worker().acquire({ name: 'account-acme' }));
      await ended(lock.release());
    });

    it('waits in turn for its release, and stops waiting with the signal or after its time', async () => {
      const { worker, ended, now } = await openBench(conditions);
      const lock = await ended(worker().acquire());
      const holders: string[] = [];
      const onWait = (holder: string) => holders.push(holder);
      const startMs = now();
      const impatient = worker().acquire({ lockWait: { waitMs: 5 * MINUTE_MS, onWait } });
      await expect(ended(impatient)).rejects.toMatchObject({ code: 'locked' });
      expect(now() - startMs).toBeGreaterThanOrEqual(5 * MINUTE_MS);
      expect(now() - startMs).toBeLessThan(6 * MINUTE_MS);
      expect(holders).toEqual([expect.stringContaining('(process 7 on host-2)')]);
      const stopping = new AbortController();
      const stopped = worker().acquire({ lockWait: { waitMs: HOUR_MS }, signal: stopping.signal });
      stopped.catch(() => undefined);
      const waiting = [1, 2, 3, 4].map(async () => {
        const next = await worker().acquire({ lockWait: { waitMs: Number.POSITIVE_INFINITY } });
        await next.confirmHeld();
        await next.release();
      });
      await ended(worker().clock.sleep(MINUTE_MS));
      stopping.abort(new Error('stopped'));
      await expect(ended(stopped)).rejects.toThrow('stopped');
      await ended(lock.release());
      await ended(Promise.all(waiting));
    });

    it('is renewed, and passes to others half an hour after its last renewal', async () => {
      const { worker, ended } = await openBench(conditions);
      const [first, second] = [worker(), worker()];
      const lock = await ended(first.acquire());
      await ended(second.clock.sleep(HOUR_MS));
      await ended(lock.confirmHeld());
      await expect(ended(second.acquire())).rejects.toMatchObject({ code: 'locked' });
      suspend(first, second.clock.now() + 40 * MINUTE_MS);
      await ended(second.clock.sleep(32 * MINUTE_MS));
      const taken = await ended(second.acquire());
      await ended(second.clock.sleep(30 * MINUTE_MS));
      expect(() => lock.requireHeld()).toThrow(
        'The lock of "s3://work" was lost: it could not be renewed in time',
      );
      await ended(lock.release());
      await ended(taken.confirmHeld());
    });

    it('passes at once from a dead process of this machine', async () => {
      const { worker, ended } = await openBench(conditions);
      const child = spawn(process.execPath, ['--version']);
      await once(child, 'close');
      const own = await ownIdentity();
      await ended(worker().acquire({ identity: { ...own, pid: child.pid ?? 0, startTicks: undefined } }));
      const lock = await ended(worker().acquire({ identity: own }));
      lock.requireHeld();
    });

    it('notices that a person removed it', async () => {
      const { worker, ended, server, lockKeys } = await openBench(conditions);
      const lock = await ended(worker().acquire());
      for (const key of lockKeys()) {
        server.objects.delete(key);
      }
      lock.requireHeld();
      await expect(ended(lock.confirmHeld())).rejects.toThrow('another process took it over');
      expect(() => lock.requireHeld()).toThrow('another process took it over');
    });

    it('refuses names that do not fit into a key', async () => {
      const { worker, ended } = await openBench(conditions);
      await expect(ended(worker().acquire({ name: 'a/b' }))).rejects.toThrow(RangeError);
    });
  },
);

describe('acquireObjectLock()', () => {
  it('proves once whether the condition is honoured, and then needs no pause', async () => {
    const { worker, requestsOf, now, lockKeys, ended, server } = await openBench('honoured');
    expect(server.objects.has('locks/rule-numbered.json')).toBe(true);
    const startMs = now();
    for (let number = 1; number <= 3; number += 1) {
      const acquiring = worker().acquire();
      const cleaning = number === 1 ? [] : ['DELETE'];
      expect(await requestsOf(acquiring)).toEqual(['LIST', 'PUT', 'PUT', 'LIST', ...cleaning]);
      const lock = await acquiring;
      expect(lock.number).toBe(number);
      expect(await requestsOf(lock.release())).toEqual(['PUT']);
      expect(lockKeys()).toEqual([`locks/vault/000000000${number}.json`]);
    }
    expect(now()).toBe(startMs);
    await ended(worker().acquire());
  });

  it.each(['refused', 'ignored'] as const)(
    'records for a month that the condition is %s',
    async (conditions) => {
      const { worker, requestsOf, ended, lockKeys, server } = await openBench(conditions);
      const acquiring = worker().acquire();
      expect(await requestsOf(acquiring)).toEqual(['LIST', 'PUT', 'LIST']);
      const lock = await acquiring;
      expect(lock.number).toBeUndefined();
      expect(await requestsOf(lock.release())).toEqual(['DELETE']);
      expect(lockKeys()).toEqual([]);
      server.conditions = 'honoured';
      await ended(worker().clock.sleep(31 * 24 * HOUR_MS));
      await ended((await ended(worker().acquire())).release());
      expect((await ended(worker().acquire())).number).toBe(1);
    },
  );

  it.each(['refused', 'ignored'] as const)('notices that the condition is %s by now', async (conditions) => {
    const { worker, ended, server } = await openBench('honoured');
    const held = await ended(worker().acquire());
    server.conditions = conditions;
    await expect(ended(worker().acquire())).rejects.toMatchObject({ code: 'locked' });
    await ended(held.release());
    const all = Promise.allSettled([1, 2, 3].map(() => worker().acquire()));
    const [lock, ...more] = (await ended(all)).filter((result) => result.status === 'fulfilled');
    expect(lock?.value.number).toBeUndefined();
    expect(more).toEqual([]);
    expect(server.objects.has('locks/rule-listed.json')).toBe(true);
  });

  it('notices after a suspension that its number is taken, although no clock shows it', async () => {
    const { worker, ended } = await openBench('honoured');
    const [first, second] = [worker(), worker()];
    const lock = await ended(first.acquire());
    suspend(first, second.clock.now() + HOUR_MS);
    first.skewMs = -HOUR_MS;
    await ended(second.clock.sleep(28 * MINUTE_MS));
    const taken = await ended(second.acquire({ lockWait: { waitMs: HOUR_MS } }));
    await ended(first.clock.sleep(30 * MINUTE_MS));
    lock.requireHeld();
    await expect(ended(lock.confirmHeld())).rejects.toThrow('another process took it over');
    await ended(taken.confirmHeld());
    expect(taken.number).toBe((lock.number ?? 0) + 1);
  });

  it('is not held if its number was given and removed while the process paused after its first listing', async () => {
    const bench = await openLockBench('honoured');
    const { ended } = bench;
    await ended((await ended(bench.worker().acquire())).release());
    await ended((await ended(bench.worker().acquire())).release());
    const late = bench.worker();
    const before = bench.steps();
    const acquiring = late.acquire();
    acquiring.catch(() => undefined);
    await ended(
      new Promise<void>((resolve) => {
        bench.onStep = () => {
          if (bench.steps() > before) {
            suspend(late, Number.POSITIVE_INFINITY); // It has only listed the locks.
            resolve();
          }
        };
      }),
    );
    bench.onStep = undefined;
    await ended((await ended(bench.worker().acquire())).release());
    const lock = await ended(bench.worker().acquire());
    suspend(late, bench.now());
    await expect(ended(acquiring)).rejects.toMatchObject({ code: 'locked' });
    await ended(lock.confirmHeld());
  });
});

function suspend(worker: Worker, untilMs: number): void {
  worker.suspendedUntilMs = untilMs;
}
