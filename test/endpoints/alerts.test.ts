import { describe, expect, it } from 'vitest';
import { listPages } from '../../src/client/list-pages.ts';
import type { AlertFilters } from '../../src/endpoints/alert-filters.table.ts';
import { createAlerts } from '../../src/endpoints/alerts.ts';
import { json } from '../client/support/scripted-server.ts';
import { allItems } from './conformance/support/all-items.ts';
import { openClientStage } from './conformance/support/client-stage.ts';
import { startScriptedService } from './support/scripted-service.ts';

describe('createAlerts()', () => {
  it.each([
    ['an object', { percentage: 0.1, percentile: '0.16001e0' }],
    ['numbers', { percentage: 0.1, percentile: 0.16 }],
    ['a list', [{ percentage: 0.1, percentile: 0.16 }]],
    ['an empty list', []],
  ])('accepts an EPSS that is %s, as recordings have it', async (_, epss) => {
    const stage = await openClientStage('github');
    const place = { type: 'organization', name: stage.sandbox.ready.organization } as const;
    const [alert] = await allItems(createAlerts(stage.clientOf('classic')).list(place));
    const changed = { ...alert, security_advisory: { ...alert!.security_advisory, epss } };
    const { client } = await startScriptedService(json(200, [changed]));
    const [read] = await allItems(createAlerts(client).list(place));
    expect(read?.security_advisory).toMatchObject({ epss });
  });

  it.each(['service', 'github'] as const)(
    'lists all alerts before a cursor, and no others (%s)',
    async (dialect) => {
      const stage = await openClientStage(dialect);
      const { organization: name } = stage.sandbox.ready;
      const client = stage.clientOf('classic');
      const list = async (filters: AlertFilters) =>
        (await allItems(createAlerts(client).list({ type: 'organization', name }, filters))).map(
          ({ url }) => url,
        );
      const all = await list({});
      const route = `/orgs/${name}/${client.dialect.alertTool}/alerts`;
      const ask = { action: 'ask', method: 'GET', route } as const;
      const cursors: string[] = [];
      for await (const { headers } of listPages(client, { ...ask, query: { per_page: 1 } })) {
        cursors.push(/[?&]before=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? '');
      }
      const before = [decodeURIComponent(cursors[2] ?? '')];
      expect(await list({ before })).toEqual(all.slice(0, 2));
      expect(await list({ before, per_page: ['1'] })).toEqual(all.slice(0, 2));
    },
  );
});
