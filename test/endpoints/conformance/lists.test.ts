import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client/create-client.ts';
import type { ApiCall } from '../../../src/client/send.ts';
import { createEvents } from '../../../src/endpoints/events.ts';
import { FEEDS, type FeedName } from '../../../src/endpoints/feeds.table.ts';
import { createMigrations } from '../../../src/endpoints/migrations.ts';
import { createNotifications } from '../../../src/endpoints/notifications.ts';
import { SERVICE_LIMITS } from '../../../src/model/limits.table.ts';
import { json, type Step, text } from '../../client/support/scripted-server.ts';
import { claim } from '../../spec/claim.ts';
import { migrationJson, startScriptedService } from '../support/scripted-service.ts';
import { allItems } from './support/all-items.ts';
import { DIALECT_NAMES, openClientStage } from './support/client-stage.ts';

const BUSY = { repositories: 5, issues: 260, years: 1 };

/** The items of one page, asked for as it stands. */
async function pageOf(client: Client, call: Omit<ApiCall, 'action' | 'method'>): Promise<readonly unknown[]> {
  const { body } = await client.request({ ...call, action: 'read a page', method: 'GET' });
  return body as readonly unknown[];
}

describe('a page with default size and number, specification 4.3 and 4.5', () => {
  it('is the first one of thirty events, which the feeds begin with', async (context) => {
    const stage = await openClientStage('service', BUSY);
    const client = stage.clientOf('classic');
    const { user, organization } = stage.sandbox.ready;
    const { owner, name } = stage.sandbox.world.repositories.find(({ isPrivate }) => !isPrivate)!;
    for (const feed of Object.keys(FEEDS) as FeedName[]) {
      const parameters = { owner, repo: name, username: user, org: organization };
      const usual = await pageOf(client, { route: FEEDS[feed].route, parameters });
      const first = await pageOf(client, { route: FEEDS[feed].route, parameters, query: { page: 1 } });
      const address = { feed, repository: `${owner}/${name}`, username: user, org: organization };
      const all = await allItems(createEvents(client).list(address));
      expect(usual, feed).toEqual(all.slice(0, SERVICE_LIMITS.pages.events.perPage));
      expect(all.length, feed).toBeGreaterThan(SERVICE_LIMITS.pages.events.perPage);
      expect(first, feed).toEqual(usual);
      claim(context, `4.3/${feed}/query/per_page/default`, `4.3/${feed}/query/page/default`);
    }
    expect(SERVICE_LIMITS.pages.events.perPage).toBe(30);
    claim(context, '8.3/page/events');
  });

  it.for(DIALECT_NAMES)(
    'is the first one of thirty migrations, and of their repositories (%s)',
    async (dialect, context) => {
      const stage = await openClientStage(dialect, { repositories: 36, issues: 0, years: 1 });
      const client = stage.clientOf('classic');
      const migrations = createMigrations(client, { type: 'user' });
      const { repositories } = stage.sandbox.ready;
      const { migration } = await migrations.start({ repositories });
      const route = '/user/migrations/{migration_id}/repositories';
      const parameters = { migration_id: migration.id };
      const names = (await allItems(migrations.repositories(migration.id))).map(({ fullName }) => fullName);
      expect(names.length).toBeGreaterThan(30);
      for (const query of [{}, { page: 1 }]) {
        const page = await pageOf(client, { route, parameters, query });
        expect(page.map((item) => (item as { full_name: string }).full_name)).toEqual(names.slice(0, 30));
      }
      claim(context, '4.5/repositories/query/per_page/default', '4.5/repositories/query/page/default');
      for (let count = 1; count < 34; count += 1) {
        await migrations.start({ repositories: repositories.slice(0, 1) });
      }
      const ids = (await allItems(migrations.list({ exclude: ['repositories'] }))).map(({ id }) => id);
      expect(ids).toHaveLength(34);
      for (const query of [{}, { page: 1 }]) {
        const page = await pageOf(client, { route: '/user/migrations', query });
        expect(page.map((item) => (item as { id: number }).id)).toEqual(ids.slice(0, 30));
      }
      expect(SERVICE_LIMITS.pages.migrations.perPage).toBe(30);
      claim(context, '4.5/list/query/per_page/default', '4.5/list/query/page/default', '8.3/page/migrations');
    },
  );
});

describe('304, specification 4.4 and 4.5', () => {
  const UNCHANGED = text(304, '');
  const SUBSCRIPTION = {
    subscribed: true,
    ignored: true,
    reason: null,
    created_at: '2026-05-04T10:00:00Z',
    url: 'https://api.service.example/notifications/threads/7/subscription',
    thread_url: 'https://api.service.example/notifications/threads/7',
  };

  it('to a question is the answer before it again', async (context) => {
    const stage = await openClientStage('service');
    const client = stage.clientOf('classic');
    const notifications = createNotifications(client);
    const [thread] = await allItems(notifications.list());
    const id = Number(thread!.id);
    await notifications.setSubscription(id, false);
    const migrations = createMigrations(client, { type: 'user' });
    await migrations.start({ repositories: stage.sandbox.ready.repositories.slice(0, 1) });
    const reads: Readonly<Record<string, () => Promise<unknown>>> = {
      '4.4/get-thread': () => notifications.get(id),
      '4.4/get-subscription': () => notifications.getSubscription(id),
      '4.5/list': () => allItems(migrations.list()),
    };
    for (const [row, read] of Object.entries(reads)) {
      const first = await read();
      stage.clock.advance(120_000);
      await read(); // The answer that came right after a write has been forgotten by now.
      stage.clock.advance(120_000);
      expect(await read(), row).toEqual(row === '4.5/list' ? await read() : first);
      expect(stage.requests.at(-1), row).toMatchObject({ status: 304 });
      claim(context, `${row}/status/304`);
    }
  });

  it('to a change of notifications means that nothing is left to do', async (context) => {
    const writes = {
      '4.4/mark-all': (client: Client) => createNotifications(client).markAllRead(),
      '4.4/mark-thread': (client: Client) => createNotifications(client).markRead(7),
      '4.4/delete-subscription': (client: Client) => createNotifications(client).deleteSubscription(7),
    };
    for (const [row, write] of Object.entries(writes)) {
      const { client, requests } = await startScriptedService(UNCHANGED);
      await expect(write(client), row).resolves.not.toThrow();
      expect(requests, row).toHaveLength(1);
      claim(context, `${row}/status/304`);
    }
    const { client, requests } = await startScriptedService(UNCHANGED, json(200, SUBSCRIPTION));
    expect(await createNotifications(client).setSubscription(7, true)).toEqual(SUBSCRIPTION);
    expect(requests.map(({ method }) => method)).toEqual(['PUT', 'GET']);
    claim(context, '4.4/set-subscription/status/304');
  });

  it('to a start is lost: the migration is looked for, and never started again', async (context) => {
    const request = { repositories: ['alice/notes'] };
    const found = json(200, migrationJson());
    const steps: readonly Step[] = [UNCHANGED, json(200, [migrationJson()]), found];
    const { client, requests } = await startScriptedService(...steps);
    const started = await createMigrations(client, { type: 'user' }).start(request);
    expect(started).toMatchObject({ isAdopted: true, migration: { id: 79 } });
    const none = await startScriptedService(UNCHANGED, json(200, []));
    const failure = createMigrations(none.client, { type: 'user' }).start(request);
    await expect(failure).rejects.toThrow('no migration for this request appeared');
    for (const sent of [requests, none.requests]) {
      expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
    }
    claim(context, '4.5/start/status/304');
  });
});
