import { describe, expect, it } from 'vitest';
import { createGateState, type GateState, type Lease } from '../../../src/client/gate/gate-state.ts';
import { planSend } from '../../../src/client/gate/plan-send.ts';
import { type LimitReport, settleSend } from '../../../src/client/gate/settle-send.ts';
import { START_MS } from '../support/test-client.ts';

const LEASE: Lease = {
  id: 1,
  pid: 1,
  sentMs: START_MS,
  endpoint: 'GET /things',
  resource: 'core',
  isWrite: false,
  costs: { 'points GET /things': 1, cpuMs: 10_000 },
};

function settle(report: readonly LimitReport[], nowMs = START_MS) {
  return report.reduce<GateState>((state, one) => settleSend(state, LEASE, { nowMs, report: one }), {
    ...createGateState(),
    leases: [LEASE],
  });
}

function bucket(remaining: number, resetMs: number, resource = 'core'): LimitReport {
  return { bucket: { resource, remaining, resetMs } };
}

describe('settleSend()', () => {
  it('counts costs from the response on, with its duration', () => {
    const state = settleSend({ ...createGateState(), leases: [LEASE] }, LEASE, { nowMs: START_MS + 700 });
    expect(state.leases).toEqual([]);
    expect(state.spent).toEqual({
      'points GET /things': [[START_MS + 750, 1]],
      cpuMs: [[START_MS + 750, 700]],
    });
    expect(state.pacesMs).toEqual({ 'GET /things': 700 });
  });

  it('remembers which resource an endpoint counts against', () => {
    expect(settle([bucket(9, START_MS + 60_000, 'search')]).resources).toEqual({ 'GET /things': 'search' });
  });

  it.each([
    ['answers that overtake each other', [bucket(5, 60_000), bucket(7, 60_000)], 5],
    ['a new window', [bucket(0, 60_000), bucket(4_999, 3_660_000)], 4_999],
    ['a late answer of the old window', [bucket(4_999, 3_660_000), bucket(0, 60_000)], 4_999],
  ])('calculates what is left after %s', (_, report, remaining) => {
    const later = report.map(({ bucket: told }) =>
      told === undefined ? {} : { bucket: { ...told, resetMs: START_MS + told.resetMs } },
    );
    expect(settle(later).buckets['core']?.remaining).toBe(remaining);
  });

  it('forgets a window that ends later than any, as an older version may have kept it', () => {
    const far = { core: { remaining: 5, resetMs: START_MS * 1_000 } };
    const state = settleSend({ ...createGateState(), buckets: far }, LEASE, {
      nowMs: START_MS,
      report: bucket(0, START_MS + 60_000),
    });
    expect(state.buckets['core']).toEqual({ remaining: 0, resetMs: START_MS + 60_000 });
    expect(settle([bucket(5, START_MS * 1_000)]).buckets).toEqual({});
  });

  it('keeps a refusal until it ends, regardless of other responses', () => {
    const refusal = { refusal: { resource: 'core', untilMs: START_MS + 60_000 } };
    const state = settle([bucket(9, START_MS + 3_000_000), refusal, bucket(7, START_MS + 3_000_000)]);
    expect(state.buckets['core']).toEqual({
      remaining: 7,
      resetMs: START_MS + 3_000_000,
      refusedUntilMs: START_MS + 60_000,
    });
    const request = { action: 'read', method: 'GET', route: '/things' } as const;
    expect(planSend(state, request, START_MS + 59_999)).toMatchObject({
      outcome: 'wait',
      untilMs: START_MS + 60_000,
    });
    expect(planSend(state, request, START_MS + 60_000).outcome).toBe('go');
  });

  it('keeps the longest pause, and forgets one that has ended', () => {
    const pause = (untilMs: number) => ({ pause: { untilMs: START_MS + untilMs, reason: 'wait' } });
    expect(settle([pause(60_000), pause(30_000)]).pause?.untilMs).toBe(START_MS + 60_000);
    expect(settleSend(settle([pause(10)]), LEASE, { nowMs: START_MS + 11 }).pause).toBeNull();
  });
});
