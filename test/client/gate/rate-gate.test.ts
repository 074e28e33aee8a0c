import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Clock, createDrivenClock } from '../../../src/base/clock.ts';
import { KnownLimits } from '../../../src/client/gate/known-limits.ts';
import { RateGate } from '../../../src/client/gate/rate-gate.ts';
import { ALL, NO_LIMITS, type TokenLimits } from '../../../src/client/gate/token-limits.ts';
import type { ApiCall, Wait } from '../../../src/client/send.ts';
import { READ, START_MS, WRITE } from '../support/test-client.ts';

function openGate({ path = undefined as string | undefined, canWait = true } = {}) {
  const clock = createDrivenClock(START_MS, { skipSleeps: true });
  const waits: Wait[] = [];
  const limits = new KnownLimits({ path, clock, onTrouble: expect.unreachable });
  const checkWait = () => {
    if (!canWait) {
      throw new Error('unwanted');
    }
  };
  const gate = new RateGate({ limits, clock, onWait: (wait) => waits.push(wait), checkWait });
  /** Asks for a pass; tells whether there is one by now. */
  const ask = (request: ApiCall, signal?: AbortSignal) => {
    const asked = { hasPass: false, pass: gate.enter(request, signal) };
    asked.pass.then(
      () => {
        asked.hasPass = true;
      },
      () => undefined,
    );
    return asked;
  };
  return { gate, clock, waits, ask };
}

/** All that can go on goes on. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function left(requests: number, resource = 'core'): TokenLimits {
  return { ...NO_LIMITS, left: { [resource]: { requests, resetMs: START_MS + 600_000 } } };
}

const PAUSE: TokenLimits = {
  ...NO_LIMITS,
  notBefore: { [ALL]: { reason: 'the service asks to wait', untilMs: START_MS + 60_000 } },
};

describe('RateGate', () => {
  it('keeps writes apart: one at a time, a second after the last answer, and reads go on', async () => {
    const { gate, clock, waits, ask } = openGate();
    const first = await gate.enter(WRITE, undefined);
    const second = ask({ ...WRITE, method: 'DELETE' });
    await gate.enter(READ, undefined);
    expect(second.hasPass).toBe(false);
    clock.advance(300);
    first.leave();
    (await second.pass).leave();
    expect(clock.now()).toBe(START_MS + 1_300);
    expect(waits).toEqual([]);
  });

  it('does not wait for a write of the future: the clock was set back', async () => {
    let nowMs = START_MS + 3_600_000;
    const clock: Clock = { now: () => nowMs, sleep: async () => expect.unreachable() };
    const limits = new KnownLimits({ path: undefined, clock, onTrouble: expect.unreachable });
    const gate = new RateGate({ limits, clock, onWait: undefined, checkWait: () => expect.unreachable() });
    (await gate.enter(WRITE, undefined)).leave();
    nowMs = START_MS;
    await gate.enter(WRITE, undefined);
  });

  it('lets the next write go if one in the queue was aborted, or failed', async () => {
    const { gate, ask } = openGate();
    const first = await gate.enter(WRITE, undefined);
    const stop = new AbortController();
    const second = ask(WRITE, stop.signal);
    const third = ask(WRITE);
    stop.abort(new Error('stopped'));
    await expect(second.pass).rejects.toThrow('stopped');
    expect(third.hasPass).toBe(false);
    first.leave();
    await third.pass;
  });

  it('counts pending requests against what is left, except requests for the limits', async () => {
    const { gate, ask } = openGate();
    (await gate.enter(READ, undefined)).leave({ resource: 'core', limits: left(1) });
    const first = await gate.enter(READ, undefined);
    const second = ask(READ);
    await settle();
    expect(second.hasPass).toBe(false);
    await gate.enter({ ...READ, route: '/rate_limit' }, undefined);
    first.leave();
    await second.pass;
  });

  it('learns which resource an endpoint counts against', async () => {
    const { gate, clock } = openGate();
    const search = { ...READ, route: '/search/issues' };
    (await gate.enter(search, undefined)).leave({ resource: 'search', limits: left(0, 'search') });
    await gate.enter(READ, undefined);
    expect(clock.now()).toBe(START_MS);
    await gate.enter(search, undefined);
    expect(clock.now()).toBe(START_MS + 600_000);
  });

  it('waits for what another process was told, and says so once', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'satchel-gate-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const path = join(directory, 'limits.json');
    const other = openGate({ path });
    const own = openGate({ path });
    await own.gate.enter(READ, undefined);
    (await other.gate.enter(READ, undefined)).leave({ limits: PAUSE });
    await Promise.all([own.gate.enter(READ, undefined), own.gate.enter(READ, undefined)]);
    expect(own.waits).toEqual([PAUSE.notBefore[ALL]]);
    expect(own.clock.now()).toBeGreaterThanOrEqual(START_MS + 60_000);
  });

  it('refuses at once if waiting is not wanted, and then lets others go', async () => {
    const { gate, clock, waits } = openGate({ canWait: false });
    (await gate.enter(READ, undefined)).leave({ limits: PAUSE });
    await expect(gate.enter(WRITE, undefined)).rejects.toThrow('unwanted');
    expect(clock.now()).toBe(START_MS);
    clock.advance(60_000);
    await gate.enter(WRITE, undefined);
    expect(waits).toEqual([]);
  });
});
