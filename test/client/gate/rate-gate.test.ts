import { expect, it } from 'vitest';
import { type Clock, createDrivenClock } from '../../../src/base/index.ts';
import { createPrivateMemory } from '../../../src/client/gate/gate-memory.ts';
import type { Lease } from '../../../src/client/gate/gate-state.ts';
import { MAX_LEASE_MS, RateGate } from '../../../src/client/gate/rate-gate.ts';
import type { Wait } from '../../../src/client/index.ts';
import { DEFAULT_TIMEOUTS } from '../../../src/client/timeouts.ts';
import { READ, START_MS, WRITE } from '../support/test-client.ts';

/** A write of a process in another container, which nobody can see from here. */
const FOREIGN: Lease = {
  id: 900,
  pid: 1,
  place: 'elsewhere/pid:[1]',
  sentMs: START_MS,
  endpoint: 'POST /things',
  resource: 'core',
  isWrite: true,
  costs: {},
};

/** A gate whose state has one lease, with what it reported; `onSleep` is called after each sleep. */
async function openGate(lease: Lease, { canWait = true, onSleep = (_nowMs: number) => {} } = {}) {
  const memory = createPrivateMemory();
  await memory.update((state) => ({ state: { ...state, leases: [lease] }, result: undefined }));
  const driven = createDrivenClock(START_MS, { skipSleeps: true });
  const clock: Clock = {
    now: driven.now,
    async sleep(durationMs, signal) {
      await driven.sleep(durationMs, signal);
      onSleep(driven.now());
    },
  };
  const waits: Wait[] = [];
  const checkWait = () => {
    if (!canWait) {
      throw new Error('unwanted');
    }
  };
  const gate = new RateGate({
    memory,
    clock,
    pid: process.pid,
    onWait: (wait) => waits.push(wait),
    checkWait,
  });
  const release = () =>
    void memory.update((state) => ({ state: { ...state, leases: [] }, result: undefined }));
  return { gate, clock, waits, release };
}

it('waits for a write that cannot be checked until its request must have ended, and reports that', async () => {
  const { gate, clock, waits } = await openGate(FOREIGN);
  await (await gate.enter(WRITE, undefined)).leave();
  const untilMs = START_MS + MAX_LEASE_MS;
  expect(waits).toEqual([{ reason: 'another write with this token is in progress', untilMs }]);
  expect(clock.now()).toBeGreaterThanOrEqual(untilMs);
  expect(clock.now()).toBeLessThan(untilMs + 2_000);
});

it('gives up no request before it must have ended', () => {
  expect(MAX_LEASE_MS).toBeGreaterThan(DEFAULT_TIMEOUTS.wholeMs);
  expect(MAX_LEASE_MS).toBeLessThan(DEFAULT_TIMEOUTS.wholeMs + 120_000);
});

it('does not wait for it if waiting is not wanted, apart from the seconds that a request may take', async () => {
  const { gate, clock, waits } = await openGate(FOREIGN, { canWait: false });
  await expect(gate.enter(WRITE, undefined)).rejects.toThrow('unwanted');
  expect(clock.now() - START_MS).toBeLessThanOrEqual(10_100);
  expect(waits).toEqual([]);
  await (await gate.enter(READ, undefined)).leave();
});

it('says nothing of a write that is answered soon', async () => {
  let end = () => {};
  const opened = await openGate(FOREIGN, {
    canWait: false,
    onSleep: (nowMs) => nowMs >= START_MS + 3_000 && end(),
  });
  end = opened.release;
  await (await opened.gate.enter(WRITE, undefined)).leave();
  expect(opened.clock.now()).toBe(START_MS + 3_000);
  expect(opened.waits).toEqual([]);
});

it('does not wait for a write of the future: the clock was set back', async () => {
  const { gate, clock, waits } = await openGate({ ...FOREIGN, sentMs: START_MS + 3_600_000 });
  await (await gate.enter(WRITE, undefined)).leave();
  expect(clock.now()).toBeLessThanOrEqual(START_MS + 1_000);
  expect(waits).toEqual([]);
});

it('lets the next write go after one was refused', async () => {
  const { gate, waits, release } = await openGate(FOREIGN, { canWait: false });
  await expect(gate.enter(WRITE, undefined)).rejects.toThrow('unwanted');
  release();
  await (await gate.enter(WRITE, undefined)).leave();
  expect(waits).toEqual([]);
});
