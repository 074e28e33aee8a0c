import { describe, expect, it } from 'vitest';
import {
  createAlerts,
  createBudgets,
  createEvents,
  createMigrations,
  createNotifications,
} from '../../src/endpoints/index.ts';
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
  const ODD_ITEMS = [null, 'text', 7, [], { id: {} }, { id: 2, number: 'two', created_at: 7, updated_at: 7 }];
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
      notices.filter((text) => text.includes('the unreadable items of its response are left out')),
    ).toHaveLength(3);
  });

  it('is empty if the service answers that it has no content', async () => {
    const { client } = await startScriptedService(text(204, ''), text(204, ''));
    expect(await take(createNotifications(client).list())).toEqual([]);
    const listed = take(createMigrations(client, { type: 'user' }).list());
    await expect(listed).rejects.toThrow('it answered 204 without a body');
  });

  it('fails if no item can be read, and whenever the list decides what is exported', async () => {
    const migration = { id: 1, state: 'exported' };
    const { client } = await startScriptedService(json(200, ODD_ITEMS), json(200, [migration, null]));
    await expect(take(createNotifications(client).list())).rejects.toMatchObject({ code: 'not-the-service' });
    await expect(take(createMigrations(client, { type: 'user' }).list())).rejects.toMatchObject({
      code: 'not-the-service',
    });
  });
});
