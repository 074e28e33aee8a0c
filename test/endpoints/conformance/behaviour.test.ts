import { describe, expect, it } from 'vitest';
import { listVersions } from '../../../src/endpoints/account.ts';
import { createAlerts } from '../../../src/endpoints/alerts.ts';
import { createBudgets } from '../../../src/endpoints/budgets.ts';
import { createEvents } from '../../../src/endpoints/events.ts';
import { createMigrations } from '../../../src/endpoints/migrations.ts';
import { createNotifications } from '../../../src/endpoints/notifications.ts';
import { getRateLimit } from '../../../src/endpoints/rate-limit.ts';
import { claim } from '../../spec/claim.ts';
import { allItems } from './support/all-items.ts';
import { DIALECT_NAMES, openClientStage } from './support/client-stage.ts';

const UNPROCESSABLE = 'answer,status=422,body={"message":"Validation Failed"}';

describe.each(DIALECT_NAMES)('budgets, specification 4.1 (%s)', (dialect) => {
  it('are created, changed and deleted', async (context) => {
    const stage = await openClientStage(dialect);
    const budgets = createBudgets(stage.clientOf('fine_grained'), stage.sandbox.ready.organization);
    const made = await budgets.create({ scope: 'organization', productSku: 'packages', amount: 5 });
    expect(await budgets.get(made.id)).toEqual(made);
    expect(await budgets.update(made.id, { amount: 9 })).toMatchObject({ id: made.id, budget_amount: 9 });
    expect((await allItems(budgets.list())).map(({ id }) => id)).toContain(made.id);
    await budgets.delete(made.id);
    await expect(budgets.get(made.id)).rejects.toMatchObject({ code: 'absent' });
    for (const name of ['list', 'create', 'get', 'update', 'delete']) {
      claim(context, `4.1/${name}/success`, `4.1/${name}/status/200`);
    }
    claim(context, '2.3/budget_entity_name/default', '4.1/create/body/budget_entity_name/default');
    claim(context, '3/budget/no-state', '4.1/token/fine_grained', '4.1/rule/4/update-404', '7/404/feature');
  });

  it('are refused before anything is sent', async (context) => {
    const stage = await openClientStage(dialect);
    const budgets = createBudgets(stage.clientOf('fine_grained'), 'acme');
    const perUser = { scope: 'user', productSku: 'ai_credits', user: 'mira' };
    const broken = {
      '4.1/rule/1': { ...perUser, user: '' },
      '4.1/rule/2/user': { ...perUser, productSku: 'actions' },
      '4.1/rule/2/multi_user_customer': { scope: 'multi_user_customer', productSku: 'actions' },
      '4.1/rule/3': { type: 'BundlePricing', productSku: 'actions' },
    };
    for (const [row, draft] of Object.entries(broken)) {
      await expect(budgets.create(draft), row).rejects.toMatchObject({ code: 'usage' });
      claim(context, row);
    }
    const others = [
      { scope: 'cost_center' },
      ...(dialect === 'github'
        ? [
            { ...perUser, preventsFurtherUsage: false },
            { ...perUser, willAlert: true },
          ]
        : []),
      { amount: 1.5 },
      { type: 'Other' },
    ];
    for (const draft of others) {
      await expect(budgets.create(draft)).rejects.toMatchObject({ code: 'usage' });
    }
    await expect(budgets.update('b', {})).rejects.toMatchObject({ code: 'usage' });
    expect(stage.requests).toEqual([]);
  });

  it('explain a 422 both ways', async (context) => {
    const stage = await openClientStage(dialect, { faults: [UNPROCESSABLE] });
    const budgets = createBudgets(stage.clientOf('fine_grained'), stage.sandbox.ready.organization);
    await expect(budgets.create({ amount: 1 })).rejects.toMatchObject({
      code: 'request-refused',
      hint: expect.stringContaining('too frequent'),
    });
    claim(context, '4.1/rule/4/422-validation', '4.1/rule/4/422-often', '7/422/often');
  });

  it('are absent if they are not enabled', async (context) => {
    const stage = await openClientStage(dialect);
    const budgets = createBudgets(stage.clientOf('fine_grained'), 'nobody');
    await expect(budgets.create({ amount: 1 })).rejects.toMatchObject({
      code: 'absent',
      message: expect.stringContaining('not enabled'),
    });
    claim(context, '4.1/rule/4/create-404');
  });
});

describe.each(DIALECT_NAMES)('alerts, specification 4.2 (%s)', (dialect) => {
  it('are listed, dismissed once and reopened', async (context) => {
    const stage = await openClientStage(dialect, { repositories: 12 });
    const alerts = createAlerts(stage.clientOf('classic'));
    const { organization, enterprise } = stage.sandbox.ready;
    const listed = await allItems(alerts.list({ type: 'organization', name: organization }));
    const ofEnterprise = await allItems(alerts.list({ type: 'enterprise', name: enterprise }));
    expect(ofEnterprise.map(({ url }) => url).sort()).toEqual(listed.map(({ url }) => url).sort());
    const open = listed.find(({ state }) => state === 'open')!;
    const repository = open.repository!.full_name;
    const dismissal = { state: 'dismissed', dismissedReason: 'not_used', dismissedComment: 'gone' } as const;
    const dismissed = await alerts.update(repository, open.number, dismissal);
    expect(dismissed).toMatchObject({
      dismissed_comment: 'gone',
      dismissed_by: { login: stage.sandbox.ready.user },
    });
    expect(dismissed.dismissed_at).not.toBeNull();
    await expect(alerts.update(repository, open.number, dismissal)).rejects.toMatchObject({
      code: 'request-refused',
      hint: expect.stringContaining('reopened'),
    });
    expect((await alerts.update(repository, open.number, { state: 'open' })).state).toBe('open');
    expect((await alerts.get(repository, open.number)).dismissed_at).toBeNull();
    for (const name of ['list-enterprise', 'list-organization', 'update']) {
      claim(context, `4.2/${name}/success`, `4.2/${name}/status/200`);
    }
    claim(context, '3/alert/dismiss', '3/alert/dismiss/fields');
  });

  it('are filtered by the documented parameters only', async () => {
    const stage = await openClientStage(dialect);
    const alerts = createAlerts(stage.clientOf('classic'));
    const place = { type: 'organization', name: stage.sandbox.ready.organization } as const;
    const patched = await allItems(
      alerts.list(place, { has: ['patch', 'deployment'], severity: ['high', 'critical'] }),
    );
    expect(patched.every(({ security_advisory: advisory }) => advisory.severity !== 'low')).toBe(true);
    const sent = stage.requests.length;
    const refused = [{ severity: ['hgh'] }, { sort: ['created', 'updated'] }, { epss_percentage: ['2'] }];
    for (const filters of refused) {
      await expect(allItems(alerts.list(place, filters))).rejects.toMatchObject({ code: 'usage' });
    }
    const enterprise = { type: 'enterprise', name: 'x' } as const;
    await expect(
      allItems(alerts.list(enterprise, { runtime_risk: ['sensitive-data'] })),
    ).rejects.toMatchObject({
      code: 'usage',
    });
    await expect(alerts.update('a/b', 1, { state: 'dismissed' })).rejects.toMatchObject({ code: 'usage' });
    expect(stage.requests).toHaveLength(sent);
  });
});

describe.each(DIALECT_NAMES)('feeds, specification 4.3 (%s)', (dialect) => {
  it('follow a renamed network, and report it', async (context) => {
    const stage = await openClientStage(dialect);
    const { organization, user } = stage.sandbox.ready;
    const own = stage.sandbox.world.repositories.find(
      ({ owner, isPrivate }) => owner === organization && !isPrivate,
    )!;
    const moved: string[] = [];
    const client = { ...stage.clientOf('classic'), notice: (text: string) => moved.push(text) };
    const events = createEvents(client).list({ feed: 'network', repository: `${user}/${own.name}` });
    expect((await allItems(events)).length).toBeGreaterThan(0);
    expect(moved).toEqual([expect.stringMatching(/moved this feed to .*\/events$/)]);
    claim(context, '4.3/network/status/301', '7/301');
  });

  it('are asked about again for nothing, no sooner than allowed', async (context) => {
    const stage = await openClientStage(dialect);
    const events = createEvents(stage.clientOf('classic'));
    const address = { feed: 'repository', repository: stage.sandbox.ready.repositories[0]! } as const;

    const first = await allItems(events.list(address));
    const before = stage.clock.now();
    expect(await allItems(events.list(address))).toEqual(first);
    const asked = stage.requests.filter(({ path }) => path.includes('/events'));
    const waitedMs = stage.clock.now() - before;
    expect(asked.length === 1 || (asked[1]?.status === 304 && waitedMs >= 59_000)).toBe(true);
    stage.clock.advance(61_000);
    await allItems(events.list(address));
    expect(stage.requests.filter(({ status }) => status === 304).length).toBeGreaterThan(0);
    claim(
      context,
      '4.3/public/status/304',
      '7/304',
      '4.3/etag/exact',
      '4.3/poll-interval/obeyed',
      '6/rule/3',
    );
    claim(context, '2.9/ETag', '2.9/X-Poll-Interval', '4.3/304/free');
  });

  it('end at the cap of a service with small pages', async () => {
    const stage = await openClientStage(dialect, { faults: ['answer,status=422,route=GET /events,skip=1'] });
    const events = await allItems(createEvents(stage.clientOf('classic')).list({ feed: 'public' }));
    expect(events.length).toBeGreaterThan(0);
  });
});

describe.each(DIALECT_NAMES)('notifications, specification 4.4 (%s)', (dialect) => {
  it('are read, done, followed and muted', async (context) => {
    const stage = await openClientStage(dialect);
    const notifications = createNotifications(stage.clientOf('classic'));
    const [first, second] = await allItems(notifications.list());
    const id = Number(first!.id);
    expect(await notifications.get(id)).toMatchObject({ id: first!.id, unread: true });
    await notifications.markRead(id);
    expect((await notifications.get(id)).unread).toBe(false);
    await notifications.markDone(Number(second!.id));
    expect((await allItems(notifications.list({ all: true }))).map((thread) => thread.id)).not.toContain(
      second!.id,
    );
    expect(await notifications.setSubscription(id, true)).toMatchObject({ ignored: true });
    expect(await notifications.setSubscription(id, false)).toMatchObject({
      ignored: false,
      subscribed: true,
    });
    expect(await notifications.getSubscription(id)).toMatchObject({ subscribed: true });
    await notifications.deleteSubscription(id);
    expect(await notifications.getSubscription(id)).toBeUndefined();
    for (const name of ['list', 'get-thread', 'get-subscription', 'set-subscription']) {
      claim(context, `4.4/${name}/success`, `4.4/${name}/status/200`);
    }
    claim(context, '4.4/mark-thread/success', '4.4/mark-thread/status/205', '7/205', '7/204');
    claim(context, '4.4/finish-thread/success', '4.4/finish-thread/status/204');
    claim(context, '4.4/delete-subscription/success', '4.4/delete-subscription/status/204');
    claim(context, '3/thread/read', '3/thread/done', '3/subscription/put', '3/subscription/delete');
    claim(context, '4.4/rule/1/all', '4.4/token/classic');
  });

  it('are followed after a 202 until none is unread', async (context) => {
    const stage = await openClientStage(dialect, { issues: 400, repositories: 6 });
    const notifications = createNotifications(stage.clientOf('classic'));
    const unread = await allItems(notifications.list());
    const outcome = await notifications.markAllRead();
    expect(outcome).toBe(unread.length > 50 ? 'in-background' : 'at-once');
    expect(unread.length).toBeGreaterThan(50);
    expect(await allItems(notifications.list())).toEqual([]);
    claim(context, '4.4/mark-all/success', '4.4/mark-all/status/202', '7/202', '4.4/rule/3');
    claim(context, '3/notifications/202', '3/notifications/all-read');
    const repository = unread[0]!.repository.full_name;
    expect(await allItems(notifications.list({ repository, all: true }))).not.toEqual([]);
    claim(context, '4.4/list-repository/success', '4.4/list-repository/status/200');
  });

  it('stay unread if they are newer than the given time', async (context) => {
    const stage = await openClientStage(dialect);
    const notifications = createNotifications(stage.clientOf('classic'));
    const before = await allItems(notifications.list());
    const middle = before[Math.floor(before.length / 2)]!;
    expect(await notifications.markAllRead({ lastReadAt: middle.updated_at })).toBe('at-once');
    const after = await allItems(notifications.list());
    expect(after.map(({ id }) => id)).toEqual(
      before.filter((thread) => thread.updated_at > middle.updated_at).map(({ id }) => id),
    );
    expect(before.map((thread) => thread.updated_at)).toEqual(
      before
        .map((thread) => thread.updated_at)
        .sort()
        .reverse(),
    );
    claim(context, '4.4/rule/2', '3/notifications/last_read_at', '3/notifications/205', '4.4/list/order');
    claim(context, '4.4/mark-all/status/205');
  });
});

describe.each(DIALECT_NAMES)('the rest of the service (%s)', (dialect) => {
  it('returns limits and versions', async (context) => {
    const stage = await openClientStage(dialect);
    const client = stage.clientOf('classic');
    const core = (await getRateLimit(client))?.find(({ resource }) => resource === 'core');
    expect(core).toMatchObject({ limit: 5_000, remaining: 5_000 });
    expect(await listVersions(client)).toEqual(['2026-03-10', '2022-11-28']);
    claim(context, '4.6/rate-limit/success', '4.6/rate-limit/status/200', '4.6/free');
  });

  it('starts and lists migrations', async (context) => {
    const stage = await openClientStage(dialect);
    const migrations = createMigrations(stage.clientOf('classic'), { type: 'user' });
    const { migration } = await migrations.start({ repositories: [stage.sandbox.ready.repositories[0]!] });
    expect(migration.state).toBe('pending');
    const [listed] = await allItems(migrations.list({ exclude: ['repositories'] }));
    expect(listed).toMatchObject({ id: migration.id, repositories: [] });
    expect(await allItems(migrations.repositories(migration.id))).toHaveLength(1);
    claim(
      context,
      '4.5/start/success',
      '4.5/start/status/201',
      '7/201',
      '3/migration/start',
      '4.5/token/classic',
    );
    claim(context, '4.5/list/success', '4.5/list/status/200', '4.5/exclude/repositories');
    claim(context, '4.5/repositories/success', '4.5/repositories/status/200');
  });
});
