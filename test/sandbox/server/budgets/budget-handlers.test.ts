import { beforeEach, describe, expect, it } from 'vitest';
import { expectShape } from '../support/expect-shape.ts';
import type { Question } from '../support/harbour.ts';
import { grant, type LivelyHarbour, openLivelyHarbour } from '../support/lively-harbour.ts';

describe.each(['service', 'github'] as const)('budgets (%s)', (dialect) => {
  let harbour: LivelyHarbour;
  let path: string;

  beforeEach(async () => {
    harbour = await openLivelyHarbour(dialect);
    path = `/organizations/${harbour.ready.organization}/settings/billing/budgets`;
  });

  const ask = (below = '', question: Question = {}) =>
    harbour.askAs('fine_grained', `${path}${below}`, question);
  const create = (body: object) => ask('', { method: 'POST', body });
  const firstId = async () => (await ask()).json.budgets[0].id;

  it('are listed in an envelope, ten at a time, without a Link header', async () => {
    const { json, headers } = await ask();
    expectShape('budgets', json);
    expect([json.budgets.length, json.has_next_page, json.total_count]).toEqual([10, true, 12]);
    expect(headers).not.toHaveProperty('link');
    const rest = (await ask('?page=2')).json;
    expect([rest.budgets.length, rest.has_next_page]).toEqual([2, false]);
  });

  it('are filtered by scope', async () => {
    const { budgets, total_count: count } = (await ask('?scope=user')).json;
    expect(count).toBe(2);
    expect(budgets.every((budget: { budget_scope: string }) => budget.budget_scope === 'user')).toBe(true);
    expect((await ask('?scope=nothing')).json.budgets).toEqual([]);
  });

  it('are created, shown, changed and deleted', async () => {
    const made = await create({
      budget_amount: 12,
      budget_type: 'SkuPricing',
      budget_product_sku: 'actions_arm',
    });
    expect(made.status).toBe(200);
    expectShape('budget-change', made.json);
    expect(made.json.message).toBe('Budget successfully created.');
    const { id } = made.json.budget;
    expectShape('budget', (await ask(`/${id}`)).json);

    const changed = await ask(`/${id}`, { method: 'PATCH', body: { budget_amount: 13 } });
    expectShape('budget-change', changed.json);
    expect(changed.json.budget).toMatchObject({ id, budget_amount: 13, budget_product_sku: 'actions_arm' });

    const deleted = await ask(`/${id}`, { method: 'DELETE' });
    expectShape('budget-deletion', deleted.json);
    expect(deleted.json.budget_id).toBe(id);
    expect((await ask(`/${id}`)).json.message).toBe(`Budget with ID ${id} not found.`);
  });

  it('of a user require that user', async () => {
    const body = { budget_scope: 'user', budget_product_sku: 'ai_credits', budget_amount: 5 };
    const missing = await create(body);
    expect([missing.status, missing.json.message]).toEqual([
      400,
      'Missing required field: budget_entity_name',
    ]);
    expectShape('error', missing.json);
    const { login } = harbour.world.organization.members[1]!;
    const made = await create({ ...body, user: login, budget_entity_name: '' });
    expect(made.json.budget).toMatchObject({ budget_scope: 'user', budget_entity_name: '' });
    expect(made.json.budget.user).toBe(dialect === 'github' ? login : undefined);
  });

  it.each([
    [{ budget_scope: 'multi_user_customer', budget_product_sku: 'actions' }, 'budget_product_sku'],
    [{ budget_type: 'BundlePricing', budget_product_sku: 'actions' }, 'budget_product_sku'],
    [{ budget_scope: 'enterprise' }, 'budget_scope'],
    [{ budget_scope: 'cost_center' }, 'budget_scope'],
    [{ budget_scope: 'planet' }, 'budget_scope'],
    [{ budget_amount: 1.5 }, 'budget_amount'],
    [{ budget_amount: -1 }, 'budget_amount'],
    [{ prevent_further_usage: 'yes' }, 'prevent_further_usage'],
    [{ budget_alerting: { will_alert: true, alert_recipients: ['nobody-at-all'] } }, 'budget_alerting'],
    [{ budget_scope: 'repository', budget_entity_name: 'no-such-thing' }, 'budget_entity_name'],
  ])('refuse %j', async (body, field) => {
    const { status, json } = await create(body);
    expectShape('error', json);
    expect([status, json.errors[0].field]).toEqual([422, field]);
  });

  it('show repositories without their owner', async () => {
    const repository = harbour.world.repositories.find((item) => item.ownerType === 'Organization')!;
    const body = { budget_scope: 'repository', budget_entity_name: `${repository.owner}/${repository.name}` };
    expect((await create(body)).json.budget.budget_entity_name).toBe(repository.name);
  });

  it('can be moved to scopes that cannot be created', async () => {
    const id = await firstId();
    const body = { budget_scope: 'cost_center', budget_entity_name: 'Field work' };
    expect((await ask(`/${id}`, { method: 'PATCH', body })).json.budget).toMatchObject(body);
  });

  it('are for three kinds of token, with the permission', async () => {
    const statusAs = async (kind: Parameters<LivelyHarbour['askAs']>[0]) =>
      (await harbour.askAs(kind, path)).status;
    expect(await Promise.all((['app_user', 'app_installation'] as const).map(statusAs))).toEqual([200, 200]);
    const refused = ['classic', 'oauth', 'workflow'] as const;
    expect(await Promise.all(refused.map(statusAs))).toEqual([403, 403, 403]);
    expect((await harbour.ask(path, { authorization: null })).status).toBe(401);
  });

  it('answer 404 for another organization and 400 for an invalid id', async () => {
    const foreign = await harbour.askAs('fine_grained', '/organizations/nobody/settings/billing/budgets');
    expect(foreign.status).toBe(404);
    expect((await ask('/what?')).status).toBe(400);
  });
});

describe('budgets', () => {
  it('name the one that applies to a user, whatever the case of the login', async () => {
    const { askAs, ready } = await openLivelyHarbour('github');
    const path = `/organizations/${ready.organization}/settings/billing/budgets?scope=user`;
    const [own] = (await askAs('fine_grained', path)).json.budgets;
    for (const user of [own.user, own.user.toUpperCase(), own.user.toLowerCase()]) {
      const { json } = await askAs('fine_grained', `${path}&user=${user}`);
      expect(json).toMatchObject({ user, effective_budget: { id: own.id } });
    }
    const other = await askAs('fine_grained', `${path}&user=nobody`);
    expect(other.json).not.toHaveProperty('effective_budget');
  });

  it('are for owners and billing managers, and writing requires more than reading', async () => {
    const { account, organization } = (await openLivelyHarbour()).world;
    const member = organization.members.find(({ role }) => role === 'direct_member')!;
    const reading = { organization_administration: 'read' } as const;
    const [manager = ''] = organization.billingManagers ?? [];
    const grants = [
      grant(manager, { kind: 'fine_grained', permissions: reading }),
      grant(member.login, { kind: 'fine_grained', permissions: reading }),
      grant(account.login, { kind: 'fine_grained', permissions: reading }),
    ];
    const { ask } = await openLivelyHarbour('service', { grants });
    const path = `/organizations/${organization.login}/settings/billing/budgets`;
    const as = (login: string) => ({ authorization: `Bearer token-of-${login}` });

    const stranger = await ask(path, as(member.login));
    expect([stranger.status, stranger.json.message]).toEqual([
      403,
      'Insufficient permissions to view budgets.',
    ]);
    expect((await ask(path, as(manager))).status).toBe(200);
    const owner = await ask(path, as(account.login));
    expect(owner.status).toBe(200);
    expect(owner.headers['x-accepted-service-permissions']).toBe('organization_administration=read');
    const written = await ask(path, { ...as(account.login), method: 'POST', body: {} });
    expect([written.status, written.headers['x-accepted-service-permissions']]).toEqual([
      403,
      'organization_administration=write',
    ]);
  });
});
