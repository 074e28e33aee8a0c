import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox-options.ts';
import { outlineOf } from '../../../src/sandbox/scenario/apply-scenario.ts';
import type { Scenario } from '../../../src/sandbox/scenario.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { createWorld } from '../../../src/sandbox/world/create-world.ts';
import { type Harbour, openHarbour, START_MS } from '../server/support/harbour.ts';

const SCENARIO: Scenario = {
  account: { login: 'ada-weaver', name: 'Ada Weaver' },
  people: [{ login: 'bela-spinner' }, { login: 'cleo-dyer' }],
  organization: {
    login: 'Mill-Works',
    members: [{ login: 'ada-weaver', role: 'admin' }, { login: 'bela-spinner' }],
    billing_managers: ['cleo-dyer'],
  },
  enterprise: 'mills',
  repositories: [
    { name: 'loom', issues: 9, description: 'Weaves', topics: ['cloth'] },
    { name: 'ledger', owner: 'organization', private: true },
    { name: 'attic', archived: true, issues: 0 },
    { name: 'void', empty: true },
  ],
  tokens: [
    { token: 'token-of-bela', login: 'bela-spinner', scopes: ['repo'] },
    { token: 'token-of-cleo', kind: 'fine_grained', login: 'cleo-dyer' },
  ],
  budgets: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      budget_amount: 500,
      budget_product_sku: 'packages',
      consumed_amount: 12,
    },
  ],
  alerts: [
    { repository: 'Mill-Works/ledger', severity: 'critical', package: 'left-shuttle', summary: 'It jams' },
    { repository: 'Mill-Works/ledger', state: 'dismissed', dismissed_reason: 'not_used' },
  ],
};

const SEED = 'mill';

async function open(scenario: Scenario = SCENARIO): Promise<Harbour> {
  const world = createWorld({
    seed: SEED,
    dialect: 'service',
    nowMs: START_MS,
    issues: 6,
    outline: outlineOf(scenario),
  });
  return await openHarbour({ seed: SEED, world, scenario });
}

async function start(scenario: Scenario): Promise<Sandbox> {
  const clock = createDrivenClock(START_MS);
  return await startSandbox({ seed: SEED, dialect: 'service', clock, scenario });
}

describe('a sandbox with a scenario', () => {
  it('has the account, organization, enterprise and repositories of it', async () => {
    const { sandbox, ask } = await open();
    const { user, organization, enterprise, repositories } = sandbox.ready;
    expect({ user, organization, enterprise }).toEqual({
      user: 'ada-weaver',
      organization: 'Mill-Works',
      enterprise: 'mills',
    });
    expect(repositories).toEqual([
      'ada-weaver/loom',
      'Mill-Works/ledger',
      'ada-weaver/attic',
      'ada-weaver/void',
    ]);
    const { json } = await ask('/user/repos');
    const [loom, ledger, attic] = json;
    expect(loom).toMatchObject({ description: 'Weaves', topics: ['cloth'], private: false });
    expect([ledger.private, attic.archived]).toEqual([true, true]);
    const [first] = sandbox.world.contents;
    expect((first?.issues.length ?? 0) + (first?.pullRequests.length ?? 0)).toBe(9);
  });

  it('recognizes its tokens, and its billing managers', async () => {
    const { ask } = await open();
    expect((await ask('/notifications', { authorization: 'Bearer token-of-bela' })).status).toBe(200);
    const path = '/organizations/Mill-Works/settings/billing/budgets';
    const { status, json } = await ask(path, { authorization: 'Bearer token-of-cleo' });
    expect(status).toBe(200);
    expect(json.budgets).toHaveLength(1);
    expect(json.budgets[0]).toMatchObject({
      id: '00000000-0000-4000-8000-000000000001',
      budget_amount: 500,
    });
  });

  it('has the alerts of it and no others', async () => {
    const { ask } = await open();
    const { json } = await ask('/repos/Mill-Works/ledger/depmonitor/alerts');
    const shown = json.map((alert: ReturnType<typeof JSON.parse>) => [
      alert.number,
      alert.state,
      alert.dismissed_reason,
    ]);
    expect(shown.toSorted()).toEqual([
      [1, 'open', null],
      [2, 'dismissed', 'not_used'],
    ]);
    expect(json.find((alert: { number: number }) => alert.number === 1).security_advisory).toMatchObject({
      severity: 'critical',
      summary: 'It jams',
    });
  });

  it.each([
    [
      { organization: { members: [{ login: 'nobody-here' }] } },
      '/organization/members/0/login names "nobody-here"',
    ],
    [{ tokens: [{ token: 'x', login: 'nobody-here' }] }, '/tokens/0/login names "nobody-here"'],
    [{ alerts: [{ repository: 'a/b' }] }, '/alerts/0/repository names "a/b"'],
    [{ people: [{ login: 'ada' }, { login: 'Ada' }] }, 'two logins called "ada"'],
    [{ repositories: [{ name: 'a' }, { name: 'A' }] }, 'two repositories called'],
    [{ budgets: [{ budget_scope: 'user' }] }, '/budgets/0 would be refused'],
  ])('does not start from one that contradicts itself: %j', async (scenario, message) => {
    await expect(start(scenario as Scenario)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(message),
    });
  });
});
