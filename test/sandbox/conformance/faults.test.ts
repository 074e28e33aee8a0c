import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/sandbox-options.ts';
import { claim } from '../../spec/claim.ts';
import { DIALECTS, openStage } from './support/stage.ts';

const BUDGETS = '/organizations/{org}/settings/billing/budgets';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Statuses of a failing service, which only injected faults can cause. */
const ILL = [
  ['4.1/list', 'GET', BUDGETS, [500]],
  ['4.1/create', 'POST', BUDGETS, [500]],
  ['4.1/get', 'GET', `${BUDGETS}/{budget_id}`, [500, 503]],
  ['4.1/update', 'PATCH', `${BUDGETS}/{budget_id}`, [500]],
  ['4.1/delete', 'DELETE', `${BUDGETS}/{budget_id}`, [500, 503]],
  ['4.3/public', 'GET', '/events', [503]],
] as const;

describe.each(DIALECTS)('faults on request, specification 7 (%s)', (dialect) => {
  it('answer with statuses of illness, with a message', async (context) => {
    for (const [id, method, route, statuses] of ILL) {
      for (const status of statuses) {
        const faults = [fault('answer', `${method} ${route}`, { status, body: '' })];
        const stage = await openStage(dialect, { faults });
        const path = route
          .replace('{org}', stage.sandbox.ready.organization)
          .replace('{budget_id}', UNKNOWN_ID);
        const body = method === 'GET' ? undefined : {};
        const reply = await stage.ask(path, { as: 'fine_grained', method, body });
        expect([id, reply.status, typeof reply.json.message]).toEqual([id, status, 'string']);
        claim(context, `${id}/status/${status}`, `7/${status}`);
        expect((await stage.ask(path, { as: 'fine_grained', method, body })).status).not.toBe(status);
      }
    }
  });

  it('answer 422 to a caller who comes too often', async (context) => {
    const message = 'You have called this endpoint too often';
    const body = JSON.stringify({ message });
    const faults = [
      fault('answer', `POST ${BUDGETS}`, { status: 422, body }),
      fault('answer', `PATCH ${BUDGETS}/{budget_id}`, { status: 422, body }),
    ];
    const stage = await openStage(dialect, { faults });
    const path = BUDGETS.replace('{org}', stage.sandbox.ready.organization);
    const created = await stage.ask(path, { as: 'fine_grained', method: 'POST', body: {} });
    const changed = await stage.ask(`${path}/${UNKNOWN_ID}`, {
      as: 'fine_grained',
      method: 'PATCH',
      body: {},
    });
    expect([created.status, created.json.message]).toEqual([422, message]);
    expect([changed.status, changed.json.message]).toEqual([422, message]);
    claim(context, '4.1/rule/4/422-often', '7/422/often');
  });

  it('refuse with 429, for the primary and for a secondary limit', async (context) => {
    const faults = [
      fault('primary_limit', 'GET /user', { status: 429, reset_seconds: 60 }),
      { ...fault('secondary_limit', 'GET /user', { status: 429, retry_after: 0 }), skip: 1 },
    ];
    const stage = await openStage(dialect, { faults });
    const primary = await stage.ask('/user');
    expect([primary.status, primary.headers['x-ratelimit-remaining']]).toEqual([429, '0']);
    const secondary = await stage.ask('/user');
    expect(secondary.status).toBe(429);
    expect(secondary.json.message).toMatch(/secondary rate limit/i);
    expect(secondary.headers).not.toHaveProperty('retry-after');
    claim(context, '7/429');
  });

  it('let the interval between polls grow', async (context) => {
    const faults = [fault('poll_interval', 'GET /events', { seconds: 300 })];
    const stage = await openStage(dialect, { faults });
    expect((await stage.ask('/events')).headers['x-poll-interval']).toBe('300');
    expect((await stage.ask('/events')).headers['x-poll-interval']).toBe('60');
    claim(context, '4.3/poll-interval/grows');
  });

  it('answer 304 for an archive', async (context) => {
    const route = 'GET /user/migrations/{migration_id}/archive';
    const stage = await openStage(dialect, { faults: [fault('stale_etag', route, {})] });
    const headers = { 'if-none-match': '"known"' };
    expect((await stage.ask('/user/migrations/1/archive', { headers })).status).toBe(304);
    claim(context, '4.5/archive/304');
  });
});

type Fault = NonNullable<SandboxOptions['faults']>[number];

function fault(kind: Fault['kind'], route: string, parameters: Fault['parameters']): Fault {
  return { kind, route, times: 1, skip: 0, parameters };
}
