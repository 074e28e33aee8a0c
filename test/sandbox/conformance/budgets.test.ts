import { beforeEach, describe, expect, it } from 'vitest';
import { claim } from '../../spec/claim.ts';
import type { Reply } from '../server/support/harbour.ts';
import { claimShape } from './support/claim-shape.ts';
import { DIALECTS, grantTo, openStage, plainMemberOf, type Stage, worldOf } from './support/stage.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe.each(DIALECTS)('budgets, specification 4.1 (%s)', (dialect) => {
  let stage: Stage;
  let path: string;

  beforeEach(async () => {
    await open();
  });

  async function open(options: Parameters<typeof openStage>[1] = {}): Promise<void> {
    stage = await openStage(dialect, options);
    path = `/organizations/${stage.sandbox.ready.organization}/settings/billing/budgets`;
  }

  type Question = Parameters<Stage['ask']>[1];

  function ask(below = '', question: Question = {}): Promise<Reply> {
    return stage.ask(`${path}${below}`, { as: 'fine_grained', ...question });
  }

  function create(body: object, question: Question = {}): Promise<Reply> {
    return ask('', { method: 'POST', body, ...question });
  }

  function update(id: string, body: unknown, question: Question = {}): Promise<Reply> {
    return ask(`/${id}`, { method: 'PATCH', body, ...question });
  }

  async function firstId(): Promise<string> {
    return (await ask()).json.budgets[0].id;
  }

  it('are listed in an envelope of their own', async (context) => {
    const { status, json } = await ask();
    expect(status).toBe(200);
    claimShape(context, [json], { resource: 'budget_list', avatarId: stage.names.avatarId });
    for (const budget of json.budgets) {
      expect(budget).not.toHaveProperty('budget_product_sku');
    }
    claim(context, '4.1/list', '4.1/list/success', '4.1/list/status/200', '2.3/budget_product_skus/list');
  });

  it('are paged, with at most 100 per page', async (context) => {
    const before: number = (await ask()).json.total_count;
    for (let count = before; count < 103; count += 1) {
      expect((await create({ budget_amount: count })).status).toBe(200);
      stage.clock.advance(60_000);
    }
    const list = async (query: string) => (await ask(query)).json;
    expect((await ask()).headers).not.toHaveProperty('link');
    const all = await list('?per_page=200');
    expect([all.budgets.length, all.has_next_page, all.total_count]).toEqual([100, true, 103]);
    const [first, second] = [await list('?per_page=2'), await list('?per_page=2&page=2')];
    expect(first.budgets).toEqual(all.budgets.slice(0, 2));
    expect(second.budgets).toEqual(all.budgets.slice(2, 4));
    const last = await list('?per_page=100&page=2');
    expect([last.budgets.length, last.has_next_page]).toEqual([3, false]);
    claim(context, '4.1/list/query/page', '4.1/list/query/per_page', '4.1/list/query/per_page/max');
    claim(context, '8.3/per_page/budgets');
  });

  it('are filtered by scope, and can name a user', async (context) => {
    const { budgets } = (await ask('?per_page=100')).json;
    const scopes = new Set<string>(budgets.map((budget: Budget) => budget.budget_scope));
    for (const scope of scopes) {
      const { json } = await ask(`?per_page=100&scope=${scope}`);
      expect(json.budgets).toEqual(budgets.filter((budget: Budget) => budget.budget_scope === scope));
    }
    for (const scope of ['enterprise', 'cost_center']) {
      expect(scopes).toContain(scope);
      claim(context, `2.3/budget_scope/${scope}`);
    }
    expect((await ask('?scope=nothing')).json.budgets).toEqual([]);
    claim(context, '4.1/list/query/scope');

    const { user } = stage.sandbox.ready;
    const { status, json } = await ask(`?user=${user}`);
    expect(status).toBe(200);
    if (dialect === 'github') {
      expect(json.user).toBe(user);
      claim(context, '4.1/list/query/user');
    }
  });

  it.runIf(dialect === 'github')(
    'name the one that applies to a user, in any case of the login',
    async () => {
      const [own] = (await ask('?scope=user')).json.budgets;
      for (const user of [own.user, own.user.toUpperCase(), own.user.toLowerCase()]) {
        const { json } = await ask(`?scope=user&user=${user}`);
        expect(json).toMatchObject({ user, effective_budget: { id: own.id } });
      }
      const shouted = { ...draftFor('user', 'SkuPricing', 'premium_requests'), user: own.user.toUpperCase() };
      await ask(`/${own.id}`, { method: 'DELETE' });
      const { id } = (await create(shouted)).json.budget;
      const { json } = await ask(`?scope=user&user=${own.user}`);
      expect(json).toMatchObject({ user: own.user, effective_budget: { id } });
      expect((await ask('?scope=user&user=nobody')).json).not.toHaveProperty('effective_budget');
    },
  );

  it('can be created for each scope and type', async (context) => {
    for (const [scope, type, sku] of [
      ['organization', 'SkuPricing', 'actions_linux'],
      ['repository', 'ProductPricing', 'actions'],
      ['multi_user_customer', 'BundlePricing', 'ai_credits'],
      ['user', 'SkuPricing', 'premium_requests'],
    ] as const) {
      const draft = draftFor(scope, type, sku);
      const { status, json } = await create(draft);
      expect(status).toBe(200);
      expect(json.message).toBe('Budget successfully created.');
      expect(json.budget).toMatchObject({
        budget_scope: scope,
        budget_type: type,
        budget_product_sku: sku,
        budget_amount: 25,
        prevent_further_usage: true,
      });
      claimShape(context, [json], { resource: 'budget_change', avatarId: stage.names.avatarId });
      claim(context, `2.3/budget_scope/${scope}`, `2.3/budget_type/${type}`);
    }
    claim(context, '4.1/create', '4.1/create/success', '4.1/create/status/200', '3/budget/no-state');
    claim(context, '4.1/create/body/budget_amount', '4.1/create/body/prevent_further_usage');
    claim(context, '4.1/create/body/budget_scope', '4.1/create/body/budget_type');
    claim(context, '4.1/create/body/budget_product_sku', '4.1/create/body/user');
    claim(context, '2.3/budget_amount/dollars', '2.3/budget_product_sku/single');
  });

  it('take alerting and an entity, whose default is the empty string', async (context) => {
    const alerting = { will_alert: true, alert_recipients: [stage.sandbox.ready.user] };
    const named = await create({
      ...draftFor('repository', 'ProductPricing', 'actions'),
      budget_alerting: alerting,
    });
    expect(named.json.budget.budget_alerting).toEqual(alerting);
    expect(named.json.budget.budget_entity_name).toBe(ownRepository());
    const full = `${stage.sandbox.ready.organization}/${ownRepository()}`;
    const owned = await create({ budget_scope: 'repository', budget_entity_name: full });
    expect(owned.json.budget.budget_entity_name).toBe(ownRepository());
    const { status, json } = await create({
      budget_scope: 'multi_user_customer',
      budget_type: 'BundlePricing',
      budget_product_sku: 'ai_credits',
      prevent_further_usage: true,
    });
    expect([status, json.budget.budget_entity_name]).toEqual([200, '']);
    claim(context, '4.1/create/body/budget_alerting', '4.1/create/body/budget_entity_name');
    claim(context, '4.1/create/body/budget_entity_name/default', '2.3/budget_entity_name/default');
    claim(context, '2.3/budget_entity_name/repository');
  });

  it('of an organization have no entity by default either', async () => {
    const { json } = await create({ budget_scope: 'organization', budget_product_sku: 'actions' });
    expect(json.budget.budget_entity_name).toBe('');
  });

  it('of a user take the whole body of the specification; the real service has two rules more', async () => {
    const { user } = stage.sandbox.ready;
    const draft = {
      ...draftFor('user', 'SkuPricing', 'premium_requests'),
      prevent_further_usage: false,
      budget_alerting: { will_alert: true, alert_recipients: [user] },
    };
    const { status, json } = await create(draft);
    if (dialect === 'github') {
      const fields = json.errors.map(({ field }: { readonly field: string }) => field);
      expect([status, fields]).toEqual([422, ['prevent_further_usage', 'budget_alerting']]);
    } else {
      const { budget_alerting: alerting, prevent_further_usage: prevents } = json.budget;
      expect([status, alerting, prevents]).toEqual([200, draft.budget_alerting, false]);
    }
  });

  it.each(['usage', 'usage/summary', 'ai_credit/usage', 'premium_request/usage'])(
    'have amounts used, which %s shows',
    async (path) => {
      const { organization } = stage.sandbox.ready;
      const read = (authorization?: string) =>
        stage.ask(
          `/organizations/${organization}/settings/billing/${path}`,
          authorization === undefined ? {} : { authorization },
        );
      const { status, json } = await read(`Bearer ${stage.sandbox.ready.tokens.fine_grained}`);
      expect([status, json.organization]).toEqual([200, organization]);
      expect(json.usageItems.length).toBeGreaterThan(0);
      const [year, month] = new Date(stage.clock.now()).toISOString().split('-').map(Number);
      expect(json.timePeriod).toEqual({ year, month });
      expect((await read(`Bearer ${stage.sandbox.ready.tokens.classic}`)).status).toBe(403);
    },
  );

  it('need a user for the scope user', async (context) => {
    const draft = { budget_scope: 'user', budget_product_sku: 'ai_credits', prevent_further_usage: true };
    const { status, json } = await create(draft);
    expect([status, json.message]).toEqual([400, 'Missing required field: budget_entity_name']);
    claim(context, '4.1/rule/1', '4.1/create/status/400');
    const { user } = stage.sandbox.ready;
    const named = await create({ ...draft, user, budget_entity_name: '' });
    expect([named.status, named.json.budget.user]).toEqual([200, dialect === 'github' ? user : undefined]);
    claim(context, '4.1/rule/1/empty-name');
  });

  it('are combined according to the rules', async (context) => {
    for (const scope of ['user', 'multi_user_customer']) {
      const draft = { budget_scope: scope, user: stage.sandbox.ready.user, prevent_further_usage: true };
      const user = scope === 'user' ? draft : { ...draft, user: undefined };
      const wrong = await create({ ...user, budget_type: 'ProductPricing', budget_product_sku: 'actions' });
      expect(wrong.status).toBe(422);
      for (const sku of ['ai_credits', 'premium_requests']) {
        const type = sku === 'ai_credits' ? 'BundlePricing' : 'SkuPricing';
        expect((await create({ ...user, budget_type: type, budget_product_sku: sku })).status).toBe(200);
      }
      claim(context, `4.1/rule/2/${scope}`);
    }
    const bundle = await create({ budget_type: 'BundlePricing', budget_product_sku: 'actions' });
    expect(bundle.status).toBe(422);
    claim(context, '4.1/rule/3', '4.1/rule/4/422-validation', '4.1/create/status/422');
  });

  it.each([
    [{ budget_scope: 'planet' }, 'budget_scope'],
    [{ budget_amount: 1.5 }, 'budget_amount'],
    [{ budget_amount: -1 }, 'budget_amount'],
    [{ prevent_further_usage: 'yes' }, 'prevent_further_usage'],
    [{ budget_alerting: { will_alert: true, alert_recipients: ['nobody-at-all'] } }, 'budget_alerting'],
    [{ budget_scope: 'repository', budget_entity_name: 'no-such-thing' }, 'budget_entity_name'],
    [{ budget_type: 'BundlePricing', budget_product_sku: 'actions' }, 'budget_product_sku'],
  ])('refuse %j, and name the field', async (body, field) => {
    const { status, json } = await create(body);
    expect([status, json.errors[0].field]).toEqual([422, field]);
  });

  it('are shown one by one, changed and deleted', async (context) => {
    const id = await firstId();
    const shown = await ask(`/${id}`);
    expect([shown.status, shown.json.id]).toEqual([200, id]);
    claimShape(context, [shown.json], { resource: 'budget', avatarId: stage.names.avatarId });
    claim(context, '4.1/get', '4.1/get/success', '4.1/get/status/200', '4.1/get/path/budget_id');

    const changed = await update(id, { budget_amount: 77 });
    expect([changed.status, changed.json.budget.id, changed.json.budget.budget_amount]).toEqual([
      200,
      id,
      77,
    ]);
    expect((await ask(`/${id}`)).json.budget_amount).toBe(77);
    claimShape(context, [changed.json], { resource: 'budget_change', avatarId: stage.names.avatarId });
    claim(context, '4.1/update', '4.1/update/success', '4.1/update/status/200', '4.1/update/path/budget_id');

    const deleted = await ask(`/${id}`, { method: 'DELETE' });
    expect([deleted.status, deleted.json.budget_id]).toEqual([200, id]);
    claimShape(context, [deleted.json], { resource: 'budget_deletion', avatarId: stage.names.avatarId });
    const gone = await ask(`/${id}`);
    expect([gone.status, gone.json.message]).toEqual([404, `Budget with ID ${id} not found.`]);
    claim(context, '4.1/delete', '4.1/delete/success', '4.1/delete/status/200', '4.1/delete/path/budget_id');
    claim(context, '4.1/get/status/404');
  });

  it('take each field in an update', async (context) => {
    const { json } = await create({ budget_product_sku: 'actions', budget_type: 'ProductPricing' });
    const { id } = json.budget;
    const { user } = stage.sandbox.ready;
    const alerting = { will_alert: true, alert_recipients: [user] };
    const changes = {
      budget_amount: 5,
      prevent_further_usage: true,
      budget_alerting: alerting,
      budget_type: 'SkuPricing',
      budget_product_sku: 'actions_linux',
    };
    const changed = (await update(id, changes)).json.budget;
    expect(changed).toMatchObject(changes);
    const repository = ownRepository();
    const moved = await update(id, { budget_scope: 'repository', budget_entity_name: repository });
    expect(moved.json.budget).toMatchObject({ budget_scope: 'repository', budget_entity_name: repository });
    for (const name of Object.keys({ ...changes, budget_scope: '', budget_entity_name: '' })) {
      claim(context, `4.1/update/body/${name}`);
    }
    const own = await create(draftFor('user', 'BundlePricing', 'ai_credits'));
    const { status } = await update(own.json.budget.id, { user });
    expect(status).toBe(200);
    claim(context, '4.1/update/body/user');
  });

  it('can be given every scope in an update', async (context) => {
    for (const scope of ['enterprise', 'organization', 'cost_center', 'multi_user_customer']) {
      const { json } = await create({
        budget_type: 'BundlePricing',
        budget_product_sku: 'ai_credits',
        prevent_further_usage: true,
      });
      const { status, json: changed } = await update(json.budget.id, { budget_scope: scope });
      expect([scope, status, changed.budget?.budget_scope]).toEqual([scope, 200, scope]);
    }
    for (const scope of ['enterprise', 'cost_center']) {
      expect((await create({ budget_scope: scope })).status).toBe(422);
    }
    claim(context, '4.1/update/scopes');
  });

  it('answer 400 to what makes no sense', async (context) => {
    const id = await firstId();
    expect((await ask('/no-budget-id')).status).toBe(400);
    expect((await ask('/no-budget-id', { method: 'DELETE' })).status).toBe(400);
    expect((await update(id, '{')).status).toBe(400);
    claim(context, '4.1/get/status/400', '4.1/delete/status/400', '4.1/update/status/400');
  });

  it('answer 401 to writes without a token', async (context) => {
    expect((await ask('', { as: null })).status).toBe(401);
    const created = await create({}, { as: null });
    const changed = await update(UNKNOWN_ID, {}, { as: null });
    expect([created.status, changed.status]).toEqual([401, 401]);
    claim(context, '4.1/create/status/401', '4.1/update/status/401');
  });

  it('answer 403 to those who are not admins of the organization', async (context) => {
    const id = await firstId();
    const grant = grantTo(plainMemberOf(worldOf(dialect)), 'fine_grained');
    await open({ grants: [grant] });
    const asMember = { authorization: `Bearer ${grant.token}` };
    expect((await ask('', asMember)).json.message).toBe('Insufficient permissions to view budgets.');
    expect((await ask('', asMember)).status).toBe(403);
    expect((await create({}, asMember)).status).toBe(403);
    expect((await ask(`/${id}`, asMember)).status).toBe(403);
    expect((await update(id, {}, asMember)).status).toBe(403);
    expect((await ask(`/${id}`, { ...asMember, method: 'DELETE' })).status).toBe(403);
    for (const name of ['list', 'create', 'get', 'update', 'delete']) {
      claim(context, `4.1/${name}/status/403`);
    }
    claim(context, '4.1/caller/admin');
  });

  it('are open to a billing manager, who is not a member otherwise', async (context) => {
    const { billingManagers, members } = worldOf(dialect).organization;
    const manager = billingManagers![0]!;
    expect(members.some(({ login }) => login === manager)).toBe(false);
    const grant = grantTo(manager, 'fine_grained');
    await open({ grants: [grant] });
    const asManager = { authorization: `Bearer ${grant.token}` };
    const { status, json } = await ask('', asManager);
    expect(status).toBe(200);
    const id = json.budgets[0].id;
    expect((await update(id, { budget_amount: 7 }, asManager)).status).toBe(200);
    expect((await ask(`/${id}`, asManager)).json.budget_amount).toBe(7);
    claim(context, '4.1/caller/billing-manager');
  });

  it('answer 404 if there is no such budget or organization', async (context) => {
    expect((await ask(`/${UNKNOWN_ID}`, { method: 'DELETE' })).status).toBe(404);
    expect((await update(UNKNOWN_ID, { budget_amount: 1 })).status).toBe(404);
    path = '/organizations/nobody-at-all/settings/billing/budgets';
    expect((await ask()).status).toBe(404);
    expect((await create({})).status).toBe(404);
    for (const name of ['list', 'create', 'update', 'delete']) {
      claim(context, `4.1/${name}/status/404`);
    }
    claim(context, '4.1/rule/4/create-404', '4.1/rule/4/update-404', '7/404/feature');
  });

  it('answer 422 to a wrong change', async (context) => {
    const { status } = await update(await firstId(), { budget_amount: 'much' });
    expect(status).toBe(422);
    claim(context, '4.1/update/status/422');
  });

  it('accept three kinds of token, and name the permission', async (context) => {
    const id = await firstId();
    for (const as of ['fine_grained', 'app_user', 'app_installation'] as const) {
      expect([as, (await ask('', { as })).status]).toEqual([as, 200]);
      claim(context, `4.1/token/${as}`);
    }
    for (const as of ['classic', 'oauth', 'workflow'] as const) {
      expect([as, (await ask('', { as })).status]).toEqual([as, 403]);
    }
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const) {
      const below = method === 'PATCH' || method === 'DELETE' ? `/${id}` : '';
      const { headers } = await ask(below, { method, ...(method === 'GET' ? {} : { body: {} }) });
      const access = method === 'GET' ? 'read' : 'write';
      expect(headers[stage.names.permissions]).toBe(`organization_administration=${access}`);
      claim(context, `4.1/permission/${method}`);
    }
    claim(context, '5/rule/3/budgets');
  });

  it('refuse tokens without the permission, and writes with a permission to read', async () => {
    const login = stage.sandbox.ready.user;
    const [none, read] = [{}, { organization_administration: 'read' as const }].map((permissions) =>
      grantTo(login, 'fine_grained', { permissions }),
    );
    await open({ grants: [none!, read!] });
    expect((await ask('', { authorization: `Bearer ${none!.token}` })).status).toBe(403);
    expect((await ask('', { authorization: `Bearer ${read!.token}` })).status).toBe(200);
    expect((await create({}, { authorization: `Bearer ${read!.token}` })).status).toBe(403);
  });

  function ownRepository(): string {
    const { organization, repositories } = stage.sandbox.ready;
    return repositories.find((name) => name.startsWith(`${organization}/`))!.split('/')[1]!;
  }

  function draftFor(scope: string, type: string, sku: string): object {
    return {
      budget_amount: 25,
      prevent_further_usage: true,
      budget_scope: scope,
      budget_type: type,
      budget_product_sku: sku,
      ...(scope === 'repository' ? { budget_entity_name: ownRepository() } : {}),
      ...(scope === 'user' ? { user: stage.sandbox.ready.user } : {}),
    };
  }
});

interface Budget {
  readonly budget_scope: string;
}
