import { describe, expect, it } from 'vitest';
import { createAlerts } from '../../src/endpoints/index.ts';
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
});
