import { describe, expect, it } from 'vitest';
import { createGateState, type GateState, type Lease } from '../../../src/client/gate/gate-state.ts';
import { planSend } from '../../../src/client/gate/plan-send.ts';
import { settleSend } from '../../../src/client/gate/settle-send.ts';
import { READ, START_MS, WRITE } from '../support/test-client.ts';

const EMPTY = createGateState();

/** The state after so many requests were sent and answered at once. */
function spentBy(
  count: number,
  request: Pick<typeof READ, 'action' | 'method' | 'route'>,
  nowMs = START_MS,
): GateState {
  let state = EMPTY;
  for (let number = 0; number < count; number += 1) {
    state = settleSend(state, leaseOf(state, request, nowMs), { nowMs });
  }
  return state;
}

function leaseOf(state: GateState, request: Parameters<typeof planSend>[1], nowMs = START_MS): Lease {
  const plan = planSend({ ...state, spent: {}, lastWriteMs: 0 }, request, nowMs);
  if (plan.outcome !== 'go') {
    throw new Error(plan.reason);
  }
  return { ...plan.lease, id: 1, pid: 1 };
}

describe('planSend()', () => {
  it('lets the first request through', () => {
    expect(planSend(EMPTY, READ, START_MS)).toMatchObject({ outcome: 'go' });
  });

  it('keeps below 900 points per minute for one endpoint, and leaves others alone', () => {
    expect(planSend(spentBy(899, READ), READ, START_MS)).toMatchObject({ outcome: 'go' });
    const plan = planSend(spentBy(900, READ), READ, START_MS);
    expect(plan).toMatchObject({
      outcome: 'wait',
      cause: 'limit',
      reason: 'no more than 900 points per minute for one endpoint',
    });
    expect(planSend(spentBy(900, READ), READ, START_MS + 60_251)).toMatchObject({ outcome: 'go' });
    expect(planSend(spentBy(900, READ), { ...READ, route: '/others' }, START_MS)).toMatchObject({
      outcome: 'go',
    });
    expect(planSend(spentBy(900, READ), { ...READ, method: 'HEAD' }, START_MS)).toMatchObject({
      outcome: 'go',
    });
  });

  it.each([
    ['POST', 'POST', 80, 'no more than 80 content-creating requests per minute'],
    ['PATCH', 'POST', 80, 'no more than 80 content-creating requests per minute'],
    ['DELETE', 'DELETE', 180, 'no more than 900 points per minute for one endpoint'],
  ] as const)('counts %s and then %s', (first, second, count, reason) => {
    const state = { ...spentBy(count, { ...WRITE, method: first }), lastWriteMs: 0 };
    expect(planSend(state, { ...WRITE, method: second }, START_MS)).toMatchObject({
      outcome: 'wait',
      reason,
    });
  });

  it('keeps below 500 content-creating requests per hour', () => {
    const plan = planSend(spentBy(500, WRITE), WRITE, START_MS + 70_000);
    expect(plan).toMatchObject({ reason: 'no more than 500 content-creating requests per hour' });
    expect(planSend(spentBy(500, WRITE), WRITE, START_MS + 3_616_000)).toMatchObject({ outcome: 'go' });
  });

  it('keeps below 2,000 requests for access tokens an hour', () => {
    const request = { ...READ, route: '/login/oauth/access_token' };
    const plan = planSend(spentBy(2_000, request), request, START_MS + 70_000);
    expect(plan).toMatchObject({ reason: 'no more than 2000 OAuth access-token requests per hour' });
  });

  it('sends no more than 100 requests at a time', () => {
    const lease = { ...leaseOf(EMPTY, READ), costs: {} };
    const leases = Array.from({ length: 100 }, (_, id) => ({ ...lease, id }));
    expect(planSend({ ...EMPTY, leases }, READ, START_MS)).toMatchObject({
      outcome: 'turn',
      reason: '100 requests are running',
    });
  });

  it('expects an unknown endpoint to take all the time that the service allows, and learns', () => {
    const lease = leaseOf(EMPTY, READ);
    const nine = Array.from({ length: 9 }, (_, id) => ({ ...lease, id }));
    expect(planSend({ ...EMPTY, leases: nine }, READ, START_MS)).toMatchObject({ outcome: 'turn' });
    const learned = { ...EMPTY, pacesMs: { 'GET /things': 50 } };
    const quick = nine.map((other) => ({ ...other, costs: { cpuMs: 50 } }));
    expect(planSend({ ...learned, leases: quick }, READ, START_MS)).toMatchObject({ outcome: 'go' });
    // The same nine, ten seconds later and still not answered, may have used up the CPU time of a minute.
    expect(planSend({ ...learned, leases: quick }, READ, START_MS + 10_000)).toMatchObject({
      outcome: 'turn',
    });
  });

  it('keeps writes apart: one at a time, a second after the last answer', () => {
    const state = { ...EMPTY, leases: [leaseOf(EMPTY, WRITE)] };
    expect(planSend(state, WRITE, START_MS)).toMatchObject({ outcome: 'turn', leaseIds: [1] });
    expect(planSend(state, READ, START_MS)).toMatchObject({ outcome: 'go' });
    const answered = settleSend(state, leaseOf(EMPTY, WRITE), { nowMs: START_MS + 300 });
    expect(planSend(answered, WRITE, START_MS + 400)).toEqual({
      outcome: 'wait',
      cause: 'spacing',
      reason: 'writes are sent at least a second apart',
      untilMs: START_MS + 1_300,
    });
    expect(planSend(answered, WRITE, START_MS + 1_300)).toMatchObject({ outcome: 'go' });
  });

  it('waits for the reset of a used-up resource, and of no other', () => {
    const state = {
      ...EMPTY,
      buckets: { search: { remaining: 0, resetMs: START_MS + 5_000 } },
      resources: { 'GET /search/issues': 'search' },
    };
    const search = { ...READ, route: '/search/issues' };
    expect(planSend(state, search, START_MS)).toMatchObject({ outcome: 'wait', untilMs: START_MS + 5_000 });
    expect(planSend(state, search, START_MS + 5_000)).toMatchObject({ outcome: 'go' });
    expect(planSend(state, READ, START_MS)).toMatchObject({ outcome: 'go' });
  });

  it('counts pending requests against the remaining quota, except requests for the limits', () => {
    const state = {
      ...EMPTY,
      buckets: { core: { remaining: 1, resetMs: START_MS + 5_000 } },
      leases: [{ ...leaseOf(EMPTY, READ), resource: 'core' }],
    };
    expect(planSend(state, READ, START_MS)).toMatchObject({ outcome: 'turn' });
    expect(planSend(state, { ...READ, route: '/rate_limit' }, START_MS)).toMatchObject({ outcome: 'go' });
  });

  it('ignores a reset that is more than an hour away: a clock was set back', () => {
    const state = { ...EMPTY, buckets: { core: { remaining: 0, resetMs: START_MS + 86_400_000 } } };
    expect(planSend(state, READ, START_MS)).toMatchObject({ outcome: 'go' });
  });

  it('names the longest of several waits', () => {
    const state = {
      ...EMPTY,
      pause: { untilMs: START_MS + 60_000, reason: 'the service asks to wait' },
      lastWriteMs: START_MS,
    };
    expect(planSend(state, WRITE, START_MS)).toMatchObject({ reason: 'the service asks to wait' });
  });
});
