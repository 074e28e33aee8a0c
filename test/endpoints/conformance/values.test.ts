import { describe, expect, it } from 'vitest';
import { createAlerts } from '../../../src/endpoints/alerts.ts';
import { createBudgets } from '../../../src/endpoints/budgets.ts';
import { createEvents } from '../../../src/endpoints/events.ts';
import type { FeedName } from '../../../src/endpoints/feeds.table.ts';
import { createMigrations } from '../../../src/endpoints/migrations.ts';
import { createNotifications } from '../../../src/endpoints/notifications.ts';
import { DIALECTS } from '../../../src/model/dialects.table.ts';
import { claimShape } from '../../sandbox/conformance/support/claim-shape.ts';
import { claim } from '../../spec/claim.ts';
import { allItems } from './support/all-items.ts';
import { DIALECT_NAMES, openClientStage } from './support/client-stage.ts';

/** Every string member of that name, however deep. */
function membersOf(value: unknown, name: string): readonly string[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, member]) =>
    key === name && typeof member === 'string' ? [member] : membersOf(member, name),
  );
}

describe.each(DIALECT_NAMES)('values come through as they are, specification 2 and 6 (%s)', (dialect) => {
  const avatarId = DIALECTS[dialect].avatarIdField;

  it('accounts, times and templates', async (context) => {
    const stage = await openClientStage(dialect);
    const client = stage.clientOf('classic');
    const threads = await allItems(createNotifications(client).list({ all: true }));
    const owners = threads.map(({ repository }) => (repository as unknown as { owner: object }).owner);
    expect(new Set(membersOf(owners, 'type'))).toEqual(new Set(['User', 'Organization']));
    expect(membersOf(owners, avatarId)).toContain('');
    claim(context, '2.1/type/User', '2.1/type/Organization', '2.1/avatar_id/empty');
    for (const time of membersOf(threads, 'updated_at')) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    }
    claim(context, '2/utc');
    expect(membersOf(threads, 'branches_url').every((url) => url.includes('{/branch}'))).toBe(true);
    expect(membersOf(threads, 'branches_url').length).toBeGreaterThan(0);
    claim(context, '2/templates');
    const repositories = threads.map((thread): unknown => thread.repository);
    claimShape(context, repositories, { resource: 'notification_repository', avatarId });
  });

  it('subjects of notifications', async (context) => {
    const stage = await openClientStage(dialect, { issues: 160 });
    const threads = await allItems(createNotifications(stage.clientOf('classic')).list({ all: true }));
    const types = threads.map(({ subject }) => subject.type);
    expect(types).toEqual(expect.arrayContaining(['Issue', 'PullRequest', 'Commit']));
    claim(context, '2.6/subject-type/Issue', '2.6/subject-kinds');
  });

  it('severities, scopes and what budgets are of', async (context) => {
    const stage = await openClientStage(dialect, { repositories: 12 });
    const { organization } = stage.sandbox.ready;
    const place = { type: 'organization', name: organization } as const;
    const alerts = await allItems(createAlerts(stage.clientOf('classic')).list(place));
    const severities = alerts.map(({ security_advisory: advisory }) => advisory.severity);
    expect(severities).toEqual(expect.arrayContaining(['high', 'medium']));
    expect(
      membersOf(
        alerts.map(({ dependency }) => dependency),
        'scope',
      ),
    ).toContain('runtime');
    claim(context, '2.4/severity/high', '2.4/severity/medium', '2.4/scope/runtime');
    const budgets = await allItems(createBudgets(stage.clientOf('fine_grained'), organization).list());
    const ofRepository = budgets.filter(({ budget_scope: scope }) => scope === 'repository');
    const names = stage.sandbox.world.repositories.map(({ name }) => name);
    expect(ofRepository.length).toBeGreaterThan(0);
    expect(ofRepository.every(({ budget_entity_name: name }) => names.includes(name))).toBe(true);
    claim(context, '2.3/budget_entity_name/repository');
  });

  it('the envelopes of budgets', async (context) => {
    const stage = await openClientStage(dialect);
    const { organization } = stage.sandbox.ready;
    const client = stage.clientOf('fine_grained');
    const budgets = createBudgets(client, organization);
    const route = '/organizations/{org}/settings/billing/budgets';
    const basics = { action: 'see the envelope', parameters: { org: organization } };
    const listed = await client.request({ ...basics, method: 'GET', route });
    claimShape(context, [listed.body], { resource: 'budget_list', avatarId });
    const made = await client.request({ ...basics, method: 'POST', route, body: { budget_amount: 3 } });
    claimShape(context, [made.body], { resource: 'budget_change', avatarId });
    const { id } = (made.body as { readonly budget: { readonly id: string } }).budget;
    // The endpoint takes the budget out of its envelope, and the list to the end that its envelope tells.
    expect(await budgets.get(id)).toMatchObject({ id, budget_amount: 3 });
    const { total_count: total } = listed.body as { readonly total_count: number };
    expect(await allItems(budgets.list())).toHaveLength(total + 1);
    const gone = await client.request({
      ...basics,
      method: 'DELETE',
      route: `${route}/{budget_id}`,
      parameters: { org: organization, budget_id: id },
    });
    claimShape(context, [gone.body], { resource: 'budget_deletion', avatarId });
  });

  it('kinds and payloads of events', async (context) => {
    const stage = await openClientStage(dialect, { repositories: 5, issues: 220, years: 1 });
    const events = createEvents(stage.clientOf('classic'));
    const { user, organization, repositories } = stage.sandbox.ready;
    const feeds: readonly FeedName[] = ['public', 'received', 'organization', 'user', 'repository'];
    const found: { readonly type: string; readonly payload: unknown }[] = [];
    for (const feed of feeds) {
      for (const repository of feed === 'repository' ? repositories : ['']) {
        found.push(...(await allItems(events.list({ feed, username: user, org: organization, repository }))));
      }
    }
    const payloads = (type: string) =>
      found.filter((event) => event.type === type).map(({ payload }) => payload as Payload);
    claimShape(context, payloads('WatchEvent'), { resource: 'watch_payload', avatarId });
    expect(payloads('WatchEvent').every(({ action }) => action === 'started')).toBe(true);
    claim(context, '6/WatchEvent', '6/WatchEvent/started');
    claimShape(context, payloads('CreateEvent'), { resource: 'create_payload', avatarId });
    expect(payloads('CreateEvent').every((payload) => payload['pusher_type'] === 'user')).toBe(true);
    claim(context, '6/CreateEvent', '6/CreateEvent/user');
  });

  it('the creation of a repository is an event', async (context) => {
    const stage = await openClientStage(dialect, { years: 1 });
    const { world } = stage.sandbox;
    const createdAt = new Date(stage.clock.now() - 86_400_000).toISOString().replace('.000', '');
    const young = await openClientStage(dialect, {
      world: { ...world, repositories: world.repositories.map((item) => ({ ...item, createdAt })) },
    });
    const events = createEvents(young.clientOf('classic'));
    const found = await allItems(events.list({ feed: 'received', username: young.sandbox.ready.user }));
    const own = await allItems(events.list({ feed: 'user', username: young.sandbox.ready.user }));
    const made = [...found, ...own].filter(({ type }) => type === 'CreateEvent');
    expect(made.some(({ payload }) => (payload as Payload)['ref_type'] === 'repository')).toBe(true);
    claim(context, '6/CreateEvent/repository');
  });

  it('what a migration says of its repositories, in list and in one', async (context) => {
    const stage = await openClientStage(dialect, { repositories: 8 });
    const client = stage.clientOf('classic');
    const migrations = createMigrations(client, { type: 'user' });
    await migrations.start({ repositories: stage.sandbox.ready.repositories });
    const { body } = await client.request({ action: 'list', method: 'GET', route: '/user/migrations' });
    const [listed] = body as readonly {
      readonly node_id: string;
      readonly repositories: readonly object[];
    }[];
    expect(listed?.node_id).toMatch(/\w/);
    claim(context, '2.8/list-node_id');
    const states = new Set(
      listed!.repositories.flatMap((item) =>
        membersOf((item as { readonly security_and_analysis?: unknown }).security_and_analysis, 'status'),
      ),
    );
    expect(states).toEqual(new Set(['enabled', 'disabled']));
    claim(context, '2.2/status/enabled', '2.2/status/disabled');
  });
});

type Payload = Readonly<Record<string, unknown>>;
