import { describe, expect, it } from 'vitest';
import { listPages } from '../../../src/client/list-pages.ts';
import { createAlerts } from '../../../src/endpoints/alerts.ts';
import { createBudgets } from '../../../src/endpoints/budgets.ts';
import { createEvents } from '../../../src/endpoints/events.ts';
import { createMigrations } from '../../../src/endpoints/migrations.ts';
import { createNotifications } from '../../../src/endpoints/notifications.ts';
import { DIALECTS } from '../../../src/model/dialects.table.ts';
import { type Step, startScriptedServer } from '../../client/support/scripted-server.ts';
import { createAnonymousClient, START_MS, TOKEN } from '../../client/support/test-client.ts';
import { claimShape } from '../../sandbox/conformance/support/claim-shape.ts';
import { claim } from '../../spec/claim.ts';
import { ENDPOINTS } from '../../spec/rows/endpoints.table.ts';
import { migrationJson, startScriptedService } from '../support/scripted-service.ts';
import { allItems } from './support/all-items.ts';
import { DIALECT_NAMES, openClientStage, type TokenName } from './support/client-stage.ts';

function answers(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

describe('every request, specification 4.0', () => {
  it('carries the media type, the version and the token, below the prefix of self-managed servers', async (context) => {
    const server = await startScriptedServer(answers(200, []));
    for (const [prefix, row] of [['/', '1/hosted'] as const, ['/api/v3', '1/self-managed'] as const]) {
      const client = createAnonymousClient(new URL(prefix, server.url), { token: TOKEN });
      await allItems(createMigrations(client, { type: 'organization', name: 'Acme' }).list());
      const request = server.requests.at(-1)!;
      expect(request.path.startsWith(`${prefix === '/' ? '' : prefix}/orgs/Acme/migrations`)).toBe(true);
      expect(request.headers).toMatchObject({
        accept: 'application/vnd.service+json',
        'x-service-api-version': '2022-11-28',
        authorization: `Bearer ${TOKEN}`,
      });
      claim(context, row);
    }
    claim(context, '4.0/accept', '4.0/version', '4.0/authorization');
  });

  it('removes .git from the name of a repository', async (context) => {
    const service = await startScriptedService(answers(200, []));
    await allItems(createEvents(service.client).list({ feed: 'repository', repository: 'acme/rocket.git' }));
    expect(service.requests[0]?.path).toMatch(/^\/repos\/acme\/rocket\/events\?/);
    claim(context, '4.0/repo/no-git');
  });

  it('follows the links of pages, and counts the pages of budgets', async (context) => {
    const stage = await openClientStage('service');
    const client = stage.clientOf('classic');
    for (const endpoint of ENDPOINTS.filter(({ query = [] }) => query.some(({ name }) => name === 'page'))) {
      claim(context, `${endpoint.id}/query/page`);
    }
    const { user } = stage.sandbox.ready;
    const call = {
      action: 'read pages',
      method: 'GET',
      route: '/users/{username}/events',
      parameters: { username: user },
      query: { per_page: 7 },
    } as const;
    const pages = await allItems(listPages(client, call));
    expect(pages.length).toBeGreaterThan(1);
    expect(stage.requests.some(({ path }) => path.includes('page=2'))).toBe(true);
    const budgets = createBudgets(stage.clientOf('fine_grained'), stage.sandbox.ready.organization);
    expect((await allItems(budgets.list())).length).toBeGreaterThan(10);
    const alerts = createAlerts(client);
    const place = { type: 'organization', name: stage.sandbox.ready.organization } as const;
    expect(await allItems(alerts.list(place, { per_page: ['1'] }))).toEqual(
      await allItems(alerts.list(place)),
    );
    expect(stage.requests.some(({ path }) => path.includes('after='))).toBe(true);
    claim(context, '4.0/page', '4.0/per_page', '4.0/cursors');
  });
});

describe('token kinds, specification 5', () => {
  it.each(['classic', 'fine_grained', 'app_user', 'app_installation', 'oauth', 'workflow'] as const)(
    'authenticates with a token of the kind %s',
    async (kind) => {
      const stage = await openClientStage('service');
      await allItems(createEvents(stage.clientOf(kind)).list({ feed: 'public' }, { maxEvents: 1 }));
      expect(stage.requests[0]).toMatchObject({ caller: kind, status: 200 });
    },
  );

  it('authenticates with all six', (context) => {
    const kinds = ['classic', 'fine_grained', 'app_user', 'app_installation', 'oauth', 'workflow'];
    claim(context, ...kinds.map((kind) => `5/kind/${kind}`));
  });

  it('names the kind of token that an endpoint accepts if it rejects one', async (context) => {
    const stage = await openClientStage('service');
    const { organization, enterprise } = stage.sandbox.ready;
    const refused: readonly TokenName[] = ['fine_grained', 'app_user', 'app_installation'];
    for (const kind of refused) {
      const client = stage.clientOf(kind);
      const code = expect.stringMatching(/^(?:forbidden|token-kind)$/);
      await expect(allItems(createNotifications(client).list()), kind).rejects.toMatchObject({ code });
      const list = createAlerts(client).list({ type: 'enterprise', name: enterprise });
      await expect(allItems(list), kind).rejects.toMatchObject({ code });
      await expect(allItems(createMigrations(client, { type: 'user' }).list()), kind).rejects.toMatchObject({
        code,
      });
      claim(context, `4.4/refuses/${kind}`, `4.2/enterprise/refuses/${kind}`, `4.5/refuses/${kind}`);
      expect((await allItems(createBudgets(client, organization).list())).length, kind).toBeGreaterThan(0);
      claim(context, `4.1/token/${kind}`);
    }
    claim(context, '5/rule/3/budgets');
  });

  it('reads public data without a token', async (context) => {
    const stage = await openClientStage('service');
    const client = createAnonymousClient(new URL(stage.sandbox.ready.base_url), { clock: stage.clock });
    const own = stage.sandbox.world.repositories.find(({ isPrivate }) => !isPrivate)!;
    const events = createEvents(client).list({ feed: 'repository', repository: `${own.owner}/${own.name}` });
    expect((await allItems(events)).length).toBeGreaterThan(0);
    await expect(allItems(createNotifications(client).list())).rejects.toMatchObject({
      code: 'unauthorized',
    });
    claim(context, '5/rule/2/public', '4.3/repository/anonymous');
  });

  it('authenticates an app by its id and secret', async (context) => {
    const server = await startScriptedServer(answers(200, []));
    const application = { clientId: 'Iv1.app', clientSecret: 'app-secret-0123456789' };
    const client = createAnonymousClient(server.url, { application });
    await allItems(createEvents(client).list({ feed: 'public' }));
    const basic = Buffer.from('Iv1.app:app-secret-0123456789').toString('base64');
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${basic}`);
    claim(context, '5/rule/1/basic');
  });
});

describe('limited answers, specification 7', () => {
  const LIMITED = { message: 'You have exceeded a secondary rate limit.' };

  it.each([
    ['7/client/retry-after', 403, { 'retry-after': '17' }, 17_000],
    ['7/client/minute', 429, {}, 60_000],
    ['7/client/primary', 403, resetIn(90), 90_000],
    ['7/client/reset', 429, resetIn(45), 45_000],
  ] as const)('waits as long as %s says', async (_row, status, headers, waitMs) => {
    const service = await startScriptedService(answers(status, LIMITED, headers), answers(200, []));
    const startMs = service.client.clock.now();
    await allItems(createEvents(service.client).list({ feed: 'public' }));
    expect(service.requests).toHaveLength(2);
    expect(service.client.clock.now() - startMs).toBeGreaterThanOrEqual(waitMs);
  });

  it('waits longer each time, and fails after a fixed number of attempts', async (context) => {
    const service = await startScriptedService(answers(403, LIMITED));
    const startMs = service.client.clock.now();
    const failure = allItems(createEvents(service.client).list({ feed: 'public' }));
    await expect(failure).rejects.toMatchObject({ code: 'rate-limited' });
    expect(service.requests.length).toBeLessThan(20);
    expect(service.client.clock.now() - startMs).toBeGreaterThan(60_000 * service.requests.length);
    const rows = 'primary retry-after reset minute exponential tries'.split(' ');
    claim(context, ...rows.map((name) => `7/client/${name}`), '2.9/retry-after', '7/403/limit', '7/429');
    claim(
      context,
      '7/primary/remaining',
      '7/secondary/message',
      '2.9/x-ratelimit-remaining',
      '2.9/x-ratelimit-reset',
    );
  });

  function resetIn(seconds: number): Readonly<Record<string, string>> {
    return {
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-used': '5000',
      'x-ratelimit-reset': String(START_MS / 1_000 + seconds),
      'x-ratelimit-resource': 'core',
    };
  }
});

describe.each(DIALECT_NAMES)('answers that are read in words of our own (%s)', (dialect) => {
  const avatarId = DIALECTS[dialect].avatarIdField;

  it('migrations, their repositories and events pass the schemas as the service has them', async (context) => {
    const stage = await openClientStage(dialect);
    const client = stage.clientOf('classic');
    const migrations = createMigrations(client, { type: 'user' });
    const { migration } = await migrations.start({ repositories: [stage.sandbox.ready.repositories[0]!] });
    const call = {
      action: 'read',
      method: 'GET',
      route: '/user/migrations/{id}',
      parameters: { id: migration.id },
    };
    const { body } = await client.request({ ...call, method: 'GET' });
    expect(JSON.stringify(body)).toContain('"temp_clone_token":null');
    const text = JSON.stringify(body).replaceAll('"temp_clone_token":null', '"temp_clone_token":""');
    claimShape(context, [JSON.parse(text)], { resource: 'migration', avatarId });
    claim(context, '2.2/temp_clone_token/hidden', '2/offset', '2.2/full_name');
    const events = await allItems(createEvents(client).list({ feed: 'public' }));
    const payloads = events.filter(({ type }) => type === 'PushEvent').map(({ payload }) => payload);
    if (dialect === 'service' && payloads.length > 0) {
      claimShape(context, payloads, { resource: 'push_payload', avatarId });
      claim(context, '6/PushEvent');
    }
  });
});

describe('the start body, specification 4.5', () => {
  it('is empty of repositories if only the metadata of an organization is asked for', async (context) => {
    const service = await startScriptedService(answers(201, migrationJson({ repositories: [] })));
    const migrations = createMigrations(service.client, { type: 'user' });
    await migrations.start({ repositories: [], orgMetadataOnly: true });
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({
      repositories: [],
      org_metadata_only: true,
    });
    await migrations.start({ repositories: ['a/b'] });
    expect(JSON.parse(service.requests[1]?.body ?? '')).toEqual({ repositories: ['a/b'] });
    claim(context, '4.5/org_metadata_only/empty', '4.5/start/body/org_metadata_only/default');
    // Flags that would be ignored are refused before anything is sent.
    const both = { repositories: [], orgMetadataOnly: true, excludeReleases: true };
    await expect(migrations.start(both)).rejects.toMatchObject({ code: 'usage' });
    expect(service.requests).toHaveLength(2);
    claim(context, '4.5/org_metadata_only/ignores');
  });
});
