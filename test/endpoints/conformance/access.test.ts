import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client/create-client.ts';
import { createAlerts } from '../../../src/endpoints/alerts.ts';
import { createEvents } from '../../../src/endpoints/events.ts';
import { createNotifications } from '../../../src/endpoints/notifications.ts';
import { accessOf, listPermissions, needsOf } from '../../../src/model/permissions.ts';
import { claim } from '../../spec/claim.ts';
import { PERMISSION_FAMILIES } from '../../spec/rows/permissions.table.ts';
import { startScriptedService } from '../support/scripted-service.ts';

const BUDGETS = '/organizations/{org}/settings/billing/budgets';

describe('accessOf() and needsOf(), specification 4 and 5', () => {
  it('state the permissions that section 4 names', (context) => {
    const rows = [
      ['4.1/permission/GET', 'GET', BUDGETS, 'Administration', 'read'],
      ['4.1/permission/POST', 'POST', BUDGETS, 'Administration', 'write'],
      ['4.1/permission/PATCH', 'PATCH', `${BUDGETS}/{budget_id}`, 'Administration', 'write'],
      ['4.1/permission/DELETE', 'DELETE', `${BUDGETS}/{budget_id}`, 'Administration', 'write'],
      ['4.3/user-organization/permission', 'GET', '/users/{username}/events/orgs/{org}', 'Events', 'read'],
    ] as const;
    for (const [row, method, path, permission, access] of rows) {
      const found = needsOf(method, path).rows.find(({ tokens }) => tokens.includes('fine_grained'));
      expect(found, row).toMatchObject({ permission, access, level: 'organization' });
      claim(context, row);
    }
  });

  it('state the scopes that section 4 and 5 name', (context) => {
    const enterprise = accessOf('GET', '/enterprises/{enterprise}/depmonitor/alerts');
    expect(enterprise?.scopes).toEqual(['repo', 'security_events']);
    claim(context, '4.2/scopes/enterprise/repo', '4.2/scopes/enterprise/security_events');
    const organization = accessOf('GET', '/orgs/{org}/depmonitor/alerts');
    expect(organization?.scopes).toEqual(['security_events', 'public_repo']);
    claim(context, '4.2/scopes/organization/security_events', '4.2/scopes/organization/public_repo');
    expect(accessOf('GET', '/notifications')?.scopes).toEqual(['notifications', 'repo']);
    claim(context, '5/rule/4/notifications/notifications', '5/rule/4/notifications/repo');
  });

  it('state that public feeds need nothing', (context) => {
    for (const path of ['/events', '/orgs/{org}/events', '/users/{username}/received_events']) {
      expect(accessOf('GET', path)).toMatchObject({ isOpen: true, scopes: [] });
    }
    claim(context, '4.3/no-permission', '5/rule/5/public');
  });

  it('list a call for each family of repository administration', (context) => {
    const calls = listPermissions()
      .filter(({ permission, level }) => permission === 'Administration' && level === 'repository')
      .flatMap((row) => row.calls);
    for (const family of PERMISSION_FAMILIES) {
      const [first = ''] = family.split(/[/ ]/);
      expect(
        calls.some((call) => call.includes(`/${first}`)),
        family,
      ).toBe(true);
      claim(context, `5.1/app/repository/Administration/write ${family}`);
    }
  });
});

describe('an unchanged answer, specification 4.0 and 7', () => {
  const READS: Readonly<Record<string, (client: Client) => AsyncIterable<unknown>>> = {
    '4.2/list-enterprise': (client) => createAlerts(client).list({ type: 'enterprise', name: 'acme' }),
    '4.2/list-organization': (client) => createAlerts(client).list({ type: 'organization', name: 'acme' }),
    '4.3/public': (client) => createEvents(client).list({ feed: 'public' }),
    '4.3/network': (client) => createEvents(client).list({ feed: 'network', repository: 'acme/rocket' }),
    '4.4/list': (client) => createNotifications(client).list(),
  };

  it('is the answer before it again, asked for with its validators as they came', async (context) => {
    const validators = { etag: 'W/"a b"', 'last-modified': 'Mon, 04 May 2026 10:00:00 GMT' };
    for (const [row, read] of Object.entries(READS)) {
      const service = await startScriptedService(
        (response) => {
          response.writeHead(200, { 'content-type': 'application/json', ...validators });
          response.end('[]');
        },
        (response) => {
          response.writeHead(304);
          response.end();
        },
      );
      expect(await count(read(service.client)), row).toBe(0);
      expect(await count(read(service.client)), row).toBe(0);
      expect(service.requests, row).toHaveLength(2);
      expect(service.requests[1]?.headers['if-none-match']).toBe(validators.etag);
      expect([undefined, validators['last-modified']]).toContain(
        service.requests[1]?.headers['if-modified-since'],
      );
      claim(context, `${row}/status/304`);
    }
    claim(context, '4.0/304');
  });
});

async function count(items: AsyncIterable<unknown>): Promise<number> {
  let found = 0;
  for await (const _ of items) {
    found += 1;
  }
  return found;
}
