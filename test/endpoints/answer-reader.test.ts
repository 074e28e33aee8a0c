import { describe, expect, it } from 'vitest';
import { createBudgets, createEvents, createNotifications } from '../../src/endpoints/index.ts';
import { json } from '../client/support/scripted-server.ts';
import { startScriptedService } from './support/scripted-service.ts';

describe('ids that are numbers', () => {
  it('are let through where they are only shown: of events, threads and budgets', async () => {
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
