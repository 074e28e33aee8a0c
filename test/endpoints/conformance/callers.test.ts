import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client/create-client.ts';
import { type AlertPlace, createAlerts } from '../../../src/endpoints/alerts.ts';
import { createBudgets } from '../../../src/endpoints/budgets.ts';
import { createEvents } from '../../../src/endpoints/events.ts';
import { createMigrations } from '../../../src/endpoints/migrations.ts';
import { createNotifications } from '../../../src/endpoints/notifications.ts';
import { getRateLimit } from '../../../src/endpoints/rate-limit.ts';
import { createRepositories } from '../../../src/endpoints/repositories.ts';
import { DIALECTS, type DialectName } from '../../../src/model/dialects.table.ts';
import { needsOf } from '../../../src/model/permissions.ts';
import type { SandboxOptions } from '../../../src/sandbox/sandbox-options.ts';
import { createAnonymousClient, createTestClient } from '../../client/support/test-client.ts';
import { grantTo, plainMemberOf, worldOf } from '../../sandbox/conformance/support/stage.ts';
import { claim } from '../../spec/claim.ts';
import { allItems } from './support/all-items.ts';
import { type ClientStage, DIALECT_NAMES, openClientStage } from './support/client-stage.ts';

const SIZE = { repositories: 12, issues: 12 };

type Grant = NonNullable<SandboxOptions['grants']>[number];

/** A stage in which these people have tokens too, and a client of each. */
async function openWith(dialect: DialectName, ...grants: readonly Grant[]) {
  const stage = await openClientStage(dialect, { world: worldOf(dialect, SIZE), grants });
  return { stage, clients: grants.map(({ token }) => clientFor(stage, dialect, token)) };
}

function clientFor({ sandbox, clock }: ClientStage, dialect: DialectName, token: string): Client {
  const baseUrl = new URL(sandbox.ready.base_url);
  return createTestClient(baseUrl, { clock, dialect: DIALECTS[dialect], token });
}

describe.each(DIALECT_NAMES)('who may call, specification 4 and 5 (%s)', (dialect) => {
  const world = worldOf(dialect, SIZE);
  const member = plainMemberOf(world);

  it('budgets: only admins and billing managers', async (context) => {
    const manager = world.organization.billingManagers![0]!;
    const people = [grantTo(member, 'fine_grained'), grantTo(manager, 'fine_grained')];
    const { stage, clients } = await openWith(dialect, ...people);
    const { organization } = stage.sandbox.ready;
    const [asMember, asManager] = clients.map((client) => createBudgets(client, organization));
    await expect(allItems(asMember!.list())).rejects.toMatchObject({ code: 'forbidden' });
    await expect(asMember!.create({ amount: 1 })).rejects.toMatchObject({ code: 'forbidden' });
    const [first] = await allItems(asManager!.list());
    expect(await asManager!.update(first!.id, { amount: 7 })).toMatchObject({ budget_amount: 7 });
    const own = createBudgets(stage.clientOf('fine_grained'), organization);
    expect(await own.get(first!.id)).toMatchObject({ budget_amount: 7 });
    claim(context, '4.1/caller/admin', '4.1/caller/billing-manager');
  });

  it('budgets: a change may name any scope, and a budget of a user needs no entity', async (context) => {
    const stage = await openClientStage(dialect);
    const { organization, user } = stage.sandbox.ready;
    const budgets = createBudgets(stage.clientOf('fine_grained'), organization);
    const own = { scope: 'user', productSku: 'ai_credits', user, preventsFurtherUsage: true, amount: 3 };
    const made = await budgets.create({ ...own, entityName: '', type: 'BundlePricing' });
    expect(made).toMatchObject({ budget_scope: 'user' });
    claim(context, '4.1/rule/1/empty-name');
    const sent: string[] = [];
    for (const { id, budget_scope: scope } of await allItems(budgets.list())) {
      expect(await budgets.update(id, { scope, amount: 4 })).toMatchObject({ id, budget_amount: 4 });
      sent.push(scope);
    }
    expect([...new Set(sent)].sort()).toEqual([
      'cost_center',
      'enterprise',
      'multi_user_customer',
      'organization',
      'repository',
      'user',
    ]);
    claim(context, '4.1/update/scopes');
  });

  it('alerts: owners and security managers of an organization', async (context) => {
    const guards = world.teams.find(({ slug }) => slug === 'security-response')!.members;
    const { user } = (await openClientStage(dialect, { world })).sandbox.ready;
    const guard = guards.find(({ login }) => login !== user)!.login;
    const { stage, clients } = await openWith(dialect, grantTo(member, 'classic'), grantTo(guard, 'classic'));
    const { organization, enterprise } = stage.sandbox.ready;
    const place: AlertPlace = { type: 'organization', name: organization };
    const [asMember, asGuard] = clients.map((client) => createAlerts(client));
    const all = await allItems(createAlerts(stage.clientOf('classic')).list(place));
    await expect(allItems(asMember!.list(place))).rejects.toMatchObject({ code: 'forbidden' });
    expect(await allItems(asGuard!.list(place))).toHaveLength(all.length);
    claim(context, '4.2/caller/owner', '4.2/caller/security-manager');
    // A member of the enterprise may ask, and gets the alerts of what is theirs: nothing.
    expect(await allItems(asMember!.list({ type: 'enterprise', name: enterprise }))).toEqual([]);
    const absent = allItems(asMember!.list({ type: 'enterprise', name: 'Not A Slug' }));
    await expect(absent).rejects.toMatchObject({ code: 'absent' });
    claim(context, '4.2/caller/enterprise', '4.2/caller/enterprise/owned', '4.0/enterprise/slug');
  });

  it('alerts: fine-grained tokens with the permission, which a refusal names', async (context) => {
    const { user } = (await openClientStage(dialect, { world })).sandbox.ready;
    const none = grantTo(user, 'fine_grained', { permissions: { metadata: 'read' } });
    const { stage, clients } = await openWith(dialect, none);
    const place: AlertPlace = { type: 'organization', name: stage.sandbox.ready.organization };
    const refused = allItems(createAlerts(clients[0]!).list(place));
    await expect(refused).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/vulnerability.alerts|Dependency.alerts/i),
    });
    expect(await allItems(createAlerts(stage.clientOf('fine_grained')).list(place))).not.toEqual([]);
    claim(context, '4.2/permission/organization', '5/rule/5/header', '5/rule/5/refusals');
    claim(context, '2.9/X-Accepted-Service-Permissions');
  });

  it('feeds: private events for their owner, public ones for others', async (context) => {
    const busy = (await openClientStage(dialect, { repositories: 5, issues: 220, years: 1 })).sandbox.world;
    const other = grantTo(plainMemberOf(busy), 'classic');
    const stage = await openClientStage(dialect, { world: busy, grants: [other] });
    const { user } = stage.sandbox.ready;
    const own = createEvents(stage.clientOf('classic'));
    const others = createEvents(clientFor(stage, dialect, other.token));
    for (const feed of ['user', 'received'] as const) {
      const mine = await allItems(own.list({ feed, username: user }));
      const theirs = await allItems(others.list({ feed, username: user }));
      expect(
        mine.some((event) => !event.public),
        feed,
      ).toBe(true);
      expect(
        theirs.every((event) => event.public),
        feed,
      ).toBe(true);
      claim(context, `4.3/${feed}/private`);
    }
    claim(context, '4.3/user/public', '6/rule/2/private');
    const received = await allItems(own.list({ feed: 'received', username: user }));
    expect(received.every(({ actor }) => actor.login !== user)).toBe(true);
    expect(new Set(received.map(({ repo }) => repo.name)).size).toBeGreaterThan(1);
    claim(context, '4.3/received/sources');
  });

  it("feeds: the dashboard is the account's own", async (context) => {
    const stage = await openClientStage(dialect);
    const { organization, user } = stage.sandbox.ready;
    const events = createEvents(stage.clientOf('classic'));
    const dashboard = (username: string) =>
      allItems(events.list({ feed: 'user-organization', username, org: organization }));
    expect((await dashboard(user)).length).toBeGreaterThan(0);
    await expect(dashboard(stage.sandbox.world.people[0]!.login)).rejects.toMatchObject({
      code: dialect === 'service' ? 'absent' : 'forbidden',
    });
    claim(context, '4.3/user-organization/self');
  });

  it('feeds: what fine-grained tokens need is in the tables, and enough', async (context) => {
    const stage = await openClientStage(dialect);
    const { user } = stage.sandbox.ready;
    const events = createEvents(stage.clientOf('fine_grained'));
    const [ofRepository] = needsOf('GET', '/repos/{owner}/{repo}/events').rows;
    expect(ofRepository).toMatchObject({ permission: 'Metadata', access: 'read', level: 'repository' });
    const repository = stage.sandbox.ready.repositories[0]!;
    expect((await allItems(events.list({ feed: 'repository', repository }))).length).toBeGreaterThan(0);
    claim(context, '4.3/repository/permission');
    expect((await allItems(events.list({ feed: 'user', username: user }))).length).toBeGreaterThan(0);
    expect(needsOf('GET', '/users/{username}/events').access?.isOpen).toBe(true);
    claim(context, '4.3/user/permission');
  });

  it('names in any case', async (context) => {
    const stage = await openClientStage(dialect);
    const { organization, repositories } = stage.sandbox.ready;
    const client = stage.clientOf('classic');
    const [owner = '', name = ''] = repositories[0]!.split('/');
    const events = createEvents(client);
    const own = await allItems(events.list({ feed: 'repository', repository: `${owner}/${name}` }));
    for (const repository of [`${owner.toUpperCase()}/${name}`, `${owner}/${name.toUpperCase()}`]) {
      expect(await allItems(events.list({ feed: 'repository', repository }))).toEqual(own);
      const { migration } = await createMigrations(client, { type: 'user' }).start({
        repositories: [repository],
      });
      // The record's own spelling is shown, whatever was asked for.
      expect(migration.repositories).toEqual([`${owner}/${name}`]);
    }
    const list = (org: string) =>
      allItems(createRepositories(client).listFor({ type: 'organization', name: org }));
    expect(await list(organization.toUpperCase())).toEqual(await list(organization));
    claim(context, '4.0/case/owner', '4.0/case/repo', '4.0/case/org');
  });

  it('a token of an app for a user draws on the limit of the user', async (context) => {
    const stage = await openClientStage(dialect);
    const left = async (kind: 'classic' | 'app_user') =>
      (await getRateLimit(stage.clientOf(kind)))?.find(({ resource }) => resource === 'core')?.remaining;
    const before = await left('app_user');
    await allItems(createEvents(stage.clientOf('classic')).list({ feed: 'public' }, { maxEvents: 1 }));
    expect(await left('app_user')).toBe(before! - 1);
    expect(await left('classic')).toBe(before! - 1);
    claim(context, '8.1/app-user', '2.9/x-ratelimit-limit', '2.9/x-ratelimit-used');
  });

  it('callers without a token are one for the service, and one for us', async (context) => {
    const stage = await openClientStage(dialect);
    const baseUrl = new URL(stage.sandbox.ready.base_url);
    const options = { clock: stage.clock, dialect: DIALECTS[dialect] };
    const [one, other] = [createAnonymousClient(baseUrl, options), createAnonymousClient(baseUrl, options)];
    await allItems(createEvents(one).list({ feed: 'public' }, { maxEvents: 1 }));
    const core = (await getRateLimit(other))?.find(({ resource }) => resource === 'core');
    expect(core).toMatchObject({ limit: 60, remaining: 59 });
    claim(context, '5/rule/2/address');
  });

  it('notifications: one scope lists them, and their subjects need another', async (context) => {
    const { user } = (await openClientStage(dialect, { world })).sandbox.ready;
    const narrow = grantTo(user, 'classic', { scopes: ['notifications'] });
    const { clients } = await openWith(dialect, narrow);
    expect((await allItems(createNotifications(clients[0]!).list({ all: true }))).length).toBeGreaterThan(0);
    expect(needsOf('GET', '/notifications').access).toMatchObject({
      scopes: ['notifications', 'repo'],
      note: 'the issues and commits that they are about need the scope repo',
    });
    claim(context, '5/rule/4/subjects');
  });

  it('notifications: threads in which the account participates', async (context) => {
    const stage = await openClientStage(dialect, { issues: 120 });
    const notifications = createNotifications(stage.clientOf('classic'));
    const all = await allItems(notifications.list({ all: true }));
    const taking = await allItems(notifications.list({ all: true, participating: true }));
    expect(taking.length).toBeGreaterThan(0);
    expect(taking.length).toBeLessThan(all.length);
    expect(taking.every(({ reason }) => reason !== 'subscribed')).toBe(true);
    claim(context, '4.4/rule/1/participating');
    const id = Number(taking[0]!.id);
    await notifications.deleteSubscription(id);
    expect(await notifications.getSubscription(id)).toBeUndefined();
    expect(await notifications.setSubscription(id, false)).toMatchObject({ subscribed: true });
    expect(await notifications.getSubscription(id)).toMatchObject({ subscribed: true });
    claim(context, '4.4/rule/4/exist');
  });
});
