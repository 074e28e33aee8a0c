import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client/create-client.ts';
import { ALERT_FILTERS, type AlertFilters } from '../../../src/endpoints/alert-filters.table.ts';
import { createAlerts } from '../../../src/endpoints/alerts.ts';
import { createBudgets } from '../../../src/endpoints/budgets.ts';
import { createEvents } from '../../../src/endpoints/events.ts';
import { FEEDS, type FeedName } from '../../../src/endpoints/feeds.table.ts';
import { createMigrations } from '../../../src/endpoints/migrations.ts';
import { createNotifications } from '../../../src/endpoints/notifications.ts';
import { getRateLimit } from '../../../src/endpoints/rate-limit.ts';
import { Failure } from '../../../src/model/failure.ts';
import { claim } from '../../spec/claim.ts';
import { ENDPOINTS } from '../../spec/rows/endpoints.table.ts';
import { startScriptedService } from '../support/scripted-service.ts';

/** One call of every endpoint with everything that it takes, by the id of its rows. */
type Call = (client: Client) => Promise<unknown>;

const DRAFT = {
  amount: 20,
  preventsFurtherUsage: true,
  willAlert: false,
  alertRecipients: [],
  scope: 'user',
  entityName: '',
  type: 'BundlePricing',
  productSku: 'ai_credits',
  user: 'mira',
};

const CHANGE = {
  state: 'dismissed',
  dismissedReason: 'tolerable_risk',
  dismissedComment: 'only in tests',
  customInstructions: 'be brief',
  customAgent: 'helper',
  model: 'small',
} as const;

/** A value for each filter of alerts; those of organizations last. */
const FILTER_VALUES: Readonly<Record<string, readonly string[]>> = {
  epss_percentage: ['>=0.5'],
  has: ['patch', 'deployment'],
  per_page: ['50'],
};

function filtersFor(place: 'enterprise' | 'organization'): AlertFilters {
  const rows = Object.entries(ALERT_FILTERS).filter(
    ([, row]) => !('places' in row) || row.places.some((name) => name === place),
  );
  return Object.fromEntries(
    rows.map(([name, row]) => [name, FILTER_VALUES[name] ?? ('values' in row ? [row.values[0]] : ['x'])]),
  );
}

const FILTER = {
  all: true,
  participating: true,
  since: '2026-01-01T00:00:00Z',
  before: '2026-02-01T00:00:00Z',
};
const ADDRESS = { org: 'acme', repository: 'acme/rocket', username: 'mira' };

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items) {
    // Only the request matters.
  }
}

const CALLS: Readonly<Record<string, Call>> = {
  '4.1/list': (client) => drain(createBudgets(client, 'acme').list({ scope: 'user', user: 'mira' })),
  '4.1/create': (client) => createBudgets(client, 'acme').create(DRAFT),
  '4.1/get': (client) => createBudgets(client, 'acme').get('b1'),
  '4.1/update': (client) => createBudgets(client, 'acme').update('b1', DRAFT),
  '4.1/delete': (client) => createBudgets(client, 'acme').delete('b1'),
  '4.2/list-enterprise': (client) =>
    drain(createAlerts(client).list({ type: 'enterprise', name: 'acme' }, filtersFor('enterprise'))),
  '4.2/list-organization': (client) =>
    drain(createAlerts(client).list({ type: 'organization', name: 'acme' }, filtersFor('organization'))),
  '4.2/update': (client) => createAlerts(client).update('acme/rocket', 7, CHANGE),
  ...Object.fromEntries(
    (Object.keys(FEEDS) as FeedName[]).map((feed): [string, Call] => [
      `4.3/${feed}`,
      (client) => drain(createEvents(client).list({ ...ADDRESS, feed })),
    ]),
  ),
  '4.4/list': (client) => drain(createNotifications(client).list(FILTER)),
  '4.4/mark-all': (client) =>
    createNotifications(client).markAllRead({ lastReadAt: '2026-01-01T00:00:00Z', read: true }),
  '4.4/get-thread': (client) => createNotifications(client).get(7),
  '4.4/mark-thread': (client) => createNotifications(client).markRead(7),
  '4.4/finish-thread': (client) => createNotifications(client).markDone(7),
  '4.4/get-subscription': (client) => createNotifications(client).getSubscription(7),
  '4.4/set-subscription': (client) => createNotifications(client).setSubscription(7, true),
  '4.4/delete-subscription': (client) => createNotifications(client).deleteSubscription(7),
  '4.4/list-repository': (client) =>
    drain(createNotifications(client).list({ ...FILTER, repository: 'acme/rocket' })),
  '4.5/list': (client) => drain(createMigrations(client, { type: 'user' }).list()),
  '4.5/start': (client) =>
    createMigrations(client, { type: 'user' }).start({
      repositories: ['acme/rocket'],
      lockRepositories: true,
      excludeMetadata: true,
      excludeGitData: true,
      excludeAttachments: true,
      excludeReleases: true,
      excludeOwnerProjects: true,
      orgMetadataOnly: false,
      exclude: ['repositories'],
    }),
  '4.5/repositories': (client) => drain(createMigrations(client, { type: 'user' }).repositories(7)),
  '4.6/rate-limit': (client) => getRateLimit(client),
};

/** What a status ends a call with; statuses that some calls take for an answer are undefined for them. */
const CODES: Readonly<Record<number, readonly string[]>> = {
  400: ['request-refused'],
  401: ['unauthorized'],
  403: ['forbidden'],
  404: ['absent', 'forbidden'],
  409: ['request-refused'],
  422: ['request-refused'],
  500: ['service-unavailable'],
  503: ['service-unavailable'],
};

/** Parameters that pages need are the service's to number: `page` follows its links. */
const NOT_SENT = new Set(['page']);

describe('the calls of specification 4', () => {
  it.each(ENDPOINTS)('$id calls $method $path with all of its parameters', async (endpoint) => {
    const { requests } = await ask(endpoint.id, 500);
    const request = requests[0]!;
    const [path, query = ''] = request.path.split('?');
    expect(request.method).toBe(endpoint.method);
    expect(path).toMatch(new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
    const sent = new URLSearchParams(query);
    const wanted = (endpoint.query ?? []).map(({ name }) => name).filter((name) => !NOT_SENT.has(name));
    expect([...sent.keys()]).toEqual(expect.arrayContaining(wanted));
    for (const { name, max } of endpoint.query ?? []) {
      if (max !== undefined) {
        expect(Number(sent.get(name))).toBeLessThanOrEqual(max);
      }
    }
    const body = Object.keys(request.body === '' ? {} : JSON.parse(request.body));
    expect(body).toEqual(expect.arrayContaining((endpoint.body ?? []).map(({ name }) => name)));
  });

  it.each(ENDPOINTS)('$id distinguishes refusals', async ({ id, statuses }) => {
    for (const status of statuses.filter((code) => code >= 400)) {
      const { error } = await ask(id, status);
      expect(error, `${id} ${status}`).toBeInstanceOf(Failure);
      expect(CODES[status], `${id} ${status}`).toContain((error as Failure).code);
      expect((error as Failure).message).toContain(String(status));
    }
  });

  it('covers every row of the endpoint tables', (context) => {
    for (const endpoint of ENDPOINTS) {
      const { id, parameters = [], query = [], body = [] } = endpoint;
      expect(CALLS, id).toHaveProperty([id]);
      claim(context, id, ...parameters.map(({ name }) => `${id}/path/${name}`));
      for (const { name, max } of query.filter((row) => !NOT_SENT.has(row.name))) {
        claim(context, `${id}/query/${name}`, ...(max === undefined ? [] : [`${id}/query/${name}/max`]));
      }
      for (const { name, isRequired } of body) {
        claim(context, `${id}/body/${name}`, ...(isRequired === true ? [`${id}/body/${name}/required`] : []));
      }
      const refusals = endpoint.statuses.filter((status) => status >= 400);
      claim(context, ...refusals.map((status) => `${id}/status/${status}`));
    }
    claim(
      context,
      '4.2/has/repeated',
      '7/400',
      '7/401',
      '7/403',
      '7/404',
      '7/409',
      '7/422',
      '7/500',
      '7/503',
    );
    claim(context, '7/message');
  });
});

async function ask(id: string, status: number) {
  const service = await startScriptedService((response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ message: 'Refused on purpose', documentation_url: 'x', status: String(status) }),
    );
  });
  const error: unknown = await CALLS[id]?.(service.client).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return { requests: service.requests, error };
}
