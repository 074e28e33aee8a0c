import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/create-client.ts';
import { createAlerts } from '../../src/endpoints/alerts.ts';
import { createBudgets } from '../../src/endpoints/budgets.ts';
import { createEvents } from '../../src/endpoints/events.ts';
import { listGists, listStars } from '../../src/endpoints/gists-and-stars.ts';
import { listMemberships } from '../../src/endpoints/memberships.ts';
import { createMigrations } from '../../src/endpoints/migrations.ts';
import { createNotifications } from '../../src/endpoints/notifications.ts';
import { createRepositories } from '../../src/endpoints/repositories.ts';
import { json, startScriptedServer, text } from '../client/support/scripted-server.ts';
import { createTestClient } from '../client/support/test-client.ts';
import { startScriptedService } from './support/scripted-service.ts';

describe('ids that are numbers', () => {
  it('are let through if they are only shown: of events, threads and budgets', async () => {
    const { client } = await startScriptedService(
      json(200, [{ id: 7, type: 'PushEvent' }]),
      json(200, [{ id: 8 }]),
      json(200, { budgets: [{ id: 9 }], has_next_page: false }),
    );
    const found: unknown[] = [];
    for await (const { id } of createEvents(client).list({ feed: 'user', username: 'mira' })) {
      found.push(id);
    }
    for await (const { id } of createNotifications(client).list()) {
      found.push(id);
    }
    for await (const { id } of createBudgets(client, 'acme').list()) {
      found.push(id);
    }
    expect(found).toEqual([7, 8, 9]);
  });
});

describe('a list with an item that cannot be read', () => {
  const ODD_ITEMS = [null, 'text', 7, [], { id: {} }, { id: {}, number: 'two' }];
  const take = async <Item>(items: AsyncIterable<Item>) => {
    const taken: Item[] = [];
    for await (const item of items) {
      taken.push(item);
    }
    return taken;
  };

  it('returns the others, and reports what is left out', async () => {
    const whole = { id: '1', number: 1, type: 'PushEvent' };
    const page = json(200, [...ODD_ITEMS, whole]);
    const notices: string[] = [];
    const { url } = await startScriptedServer(page, page, page);
    const client = createTestClient(url, { onNotice: (text) => notices.push(text) });
    expect(await take(createEvents(client).list({ feed: 'user', username: 'mira' }))).toEqual([whole]);
    expect(await take(createNotifications(client).list())).toEqual([whole]);
    expect(await take(createAlerts(client).list({ type: 'organization', name: 'acme' }))).toEqual([whole]);
    expect(
      notices.filter((text) => text.includes('the unreadable values of its response are left out')),
    ).toHaveLength(3);
  });

  const repository = { id: 1, full_name: 'mira/notes' };
  const migration = { id: 1, state: 'exported', repositories: [repository, null] };
  const LISTS: readonly (readonly [string, unknown, (client: Client) => AsyncIterable<unknown>])[] = [
    [
      'repositories',
      { ...repository, topics: ['a', null] },
      (client) => createRepositories(client).listFor({ type: 'user' }),
    ],
    ['migrations', migration, (client) => createMigrations(client, { type: 'user' }).list()],
    [
      'events',
      { id: '1', actor: null },
      (client) => createEvents(client).list({ feed: 'user', username: 'm' }),
    ],
    ['notifications', { id: '1', subject: null }, (client) => createNotifications(client).list()],
    [
      'alerts',
      { number: 1, assignees: [null] },
      (client) => createAlerts(client).list({ type: 'organization', name: 'a' }),
    ],
    ['gists', { id: '1' }, listGists],
    ['stars', { repo: repository }, listStars],
  ];

  it.each(LISTS)('is read without its nulls, texts and numbers: %s', async (_, item, list) => {
    const { client } = await startScriptedService(
      json(200, [null, item, null, 'text', 7, item, null]),
      json(200, [null]),
    );
    expect(await take(list(client))).toHaveLength(2);
    expect(await take(list(client))).toEqual([]);
  });

  it('is read without a null in its envelope, or in a list below', async () => {
    const budgets = [null, { id: '1', budget_product_skus: ['a', null] }];
    const { client } = await startScriptedService(
      json(200, { budgets, has_next_page: false }),
      json(200, [null, { organization: { login: 'acme' } }]),
    );
    expect(await take(createBudgets(client, 'acme').list())).toHaveLength(1);
    expect(await listMemberships(client)).toHaveLength(1);
  });

  it('is empty if the service answers that it has no content', async () => {
    const { client } = await startScriptedService(...Array.from({ length: 8 }, () => text(204, '')));
    const lists: readonly (() => AsyncIterable<unknown>)[] = [
      () => createEvents(client).list({ feed: 'user', username: 'mira' }),
      () => createNotifications(client).list(),
      () => createAlerts(client).list({ type: 'organization', name: 'acme' }),
      () => listGists(client),
      () => listStars(client),
    ];
    for (const list of lists) {
      expect(await take(list())).toEqual([]);
    }
    const without = 'it answered 204 without a body';
    await expect(take(createMigrations(client, { type: 'user' }).list())).rejects.toThrow(without);
    await expect(take(createBudgets(client, 'acme').list())).rejects.toThrow(without);
    await expect(listMemberships(client)).rejects.toThrow(without);
  });

  it('fails if no item can be read, and whenever the list decides what is exported', async () => {
    const migration = { id: 1, state: 'exported' };
    const { client } = await startScriptedService(json(200, [7, {}]), json(200, [migration, { id: 2 }]));
    await expect(take(createNotifications(client).list())).rejects.toMatchObject({ code: 'not-the-service' });
    await expect(take(createMigrations(client, { type: 'user' }).list())).rejects.toMatchObject({
      code: 'not-the-service',
    });
  });
});
