import { describe, expect, it } from 'vitest';
import { checkKindForMigrations, checkTokenText } from '../../src/client/check-token.ts';
import type { ApiCall } from '../../src/client/send.ts';
import { tokenKindOf } from '../../src/model/dialect.ts';
import { DIALECTS } from '../../src/model/dialects.table.ts';
import { EXIT_CODES } from '../../src/model/exit-codes.table.ts';
import { exitOf } from '../../src/model/failure.ts';
import { ENDPOINT_ACCESS } from '../../src/model/permissions.table.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';
import { createTestClient, READ } from './support/test-client.ts';

describe('checkTokenText() and checkKindForMigrations()', () => {
  it.each([
    'svp_abc123',
    'ghp_abc123',
    'gho_abc',
    'svo_abc',
    '0123456789abcdef0123456789abcdef01234567',
    'a-b.c~d+e/f==',
  ])('accepts %s', (token) => {
    expect(() => checkTokenText(token)).not.toThrow();
    expect(() => checkKindForMigrations(tokenKindOf(token), DIALECTS.service)).not.toThrow();
  });

  it.each([
    ['github_pat_SECRET', 'a fine-grained personal access token'],
    ['ghs_SECRET', 'an app installation access token'],
    ['ghu_SECRET', 'an app user access token'],
    ['service_pat_SECRET', 'a fine-grained personal access token'],
    ['svw_SECRET', 'the built-in token of a workflow'],
  ])('refuses %s and says what it is', (token, title) => {
    expect(() => checkKindForMigrations(tokenKindOf(token), DIALECTS.github)).toThrow(
      expect.objectContaining({
        code: 'token-kind',
        message: `Cannot use this token for migrations of GitHub: it is ${title}`,
        hint: expect.stringContaining('Create a classic personal access token with the repo scope'),
      }),
    );
  });

  it.each(['RSA PRIVATE KEY', 'PRIVATE KEY'])('says what to use instead of an app: %s', (title) => {
    const key = `-----BEGIN ${title}-----\nc3ZwX1NFQ1JFVA==\n-----END ${title}-----\n`;
    expect(() => checkTokenText(key)).toThrow(
      expect.objectContaining({
        code: 'token-kind',
        message: 'Cannot use the token: it is a private key, such as that of an app',
        hint: expect.stringContaining('Migrations do not accept apps: use a classic personal access token'),
      }),
    );
  });

  it.each([
    ['', 'it is empty'],
    [' \n ', 'it is empty'],
    ['svp_SECRET\nsvp_other', 'it has more than one line'],
    ['Bearer svp_SECRET', 'it contains spaces or other unexpected characters'],
    ['"svp_SECRET"', 'it contains spaces or other unexpected characters'],
    ['svp_SECRET\n', 'it contains spaces or other unexpected characters'],
    ['svp_SECRETé', 'it contains spaces or other unexpected characters'],
  ])('refuses the text %j without showing it', (token, found) => {
    expect(() => checkTokenText(token)).toThrow(
      expect.objectContaining({ code: 'usage', message: `Cannot use the token: ${found}` }),
    );
  });
});

const FINE_GRAINED = 'service_pat_0123456789abcdefghij';
const NOTIFICATIONS: ApiCall = { ...READ, route: '/notifications' };

describe('withTokenKind()', () => {
  it.each([
    ['/notifications', 'notifications or repo'],
    ['/user/migrations', 'repo'],
    ['/enterprises/{enterprise}/depmonitor/alerts', 'repo or security_events'],
    ['/enterprises/{enterprise}/dependabot/alerts', 'repo or security_events'],
  ])('asks nothing of %s with a token that it refuses', async (route, scopes) => {
    const server = await startScriptedServer(json(200, []));
    const client = createTestClient(server.url, { token: FINE_GRAINED });
    await expect(client.request({ ...READ, route, parameters: { enterprise: 'e' } })).rejects.toMatchObject({
      code: 'token-kind',
      message:
        'Cannot read the thing: the service requires a classic personal access token for this, and this is a fine-grained personal access token',
      hint: `Create a classic personal access token with the scope ${scopes}`,
    });
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    ['a token of unknown kind', NOTIFICATIONS, '0123456789abcdef0123'],
    ['a classic token', NOTIFICATIONS, 'svp_0123456789abcdefghij'],
    ['an endpoint for all', { ...READ, route: '/events' }, FINE_GRAINED],
    ['an endpoint that no table has', READ, FINE_GRAINED],
  ])('lets %s through', async (_, call, token) => {
    const server = await startScriptedServer(json(200, []));
    expect((await createTestClient(server.url, { token }).request(call)).status).toBe(200);
  });
});

/** Each kind of token, with the first call of each group of endpoints that does not accept it. */
const REFUSED = ENDPOINT_ACCESS.flatMap(({ calls: [call = ''], tokens }) =>
  DIALECTS.service.tokenPrefixes
    .filter(({ kind }) => !tokens.includes(kind))
    .map(({ kind, prefix }) => ({ kind, prefix, call, isClassic: tokens.includes('classic') })),
);

describe('a kind of token that an endpoint does not accept', () => {
  it.each(REFUSED)(
    '$kind for $call is refused, with the kind to use',
    async ({ prefix, call, isClassic }) => {
      const server = await startScriptedServer(json(403, { message: 'Resource not accessible' }));
      const client = createTestClient(server.url, { token: `${prefix}0123456789abcdefghij` });
      const [, route = ''] = call.split(' ');
      const parameters = { org: 'acme', enterprise: 'acme' };
      const failure = await client.request({ ...READ, route, parameters }).catch((error: unknown) => error);
      const accepted = isClassic
        ? 'requires a classic personal'
        : 'a fine-grained or app token needs Administration';
      expect(EXIT_CODES[exitOf(failure)].status).toBe(4);
      expect(failure).toMatchObject({ message: expect.stringContaining(accepted) });
      expect(server.requests).toHaveLength(isClassic ? 0 : 1);
    },
  );

  it('is tested for apps and workflows', () => {
    const kinds = REFUSED.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['app_user', 'app_installation', 'workflow', 'classic']));
  });
});

describe('describeNeeds()', () => {
  const BUDGETS: ApiCall = {
    ...READ,
    route: '/organizations/{org}/settings/billing/budgets',
    parameters: { org: 'acme' },
  };

  it('names the permission that the service names', async () => {
    const server = await startScriptedServer(
      json(
        403,
        { message: 'No' },
        { 'x-accepted-service-permissions': 'administration=read; plan=read,members=read' },
      ),
    );
    await expect(createTestClient(server.url).request(BUDGETS)).rejects.toThrow(
      'the token does not permit this: it needs the permission administration=read, or plan=read and members=read',
    );
  });

  it('names the permission of the tables if the service does not', async () => {
    const server = await startScriptedServer(json(403, { message: 'No' }));
    await expect(createTestClient(server.url).request(BUDGETS)).rejects.toThrow(
      'a fine-grained or app token needs Administration (organization, read)',
    );
  });

  it('names the tokens that an endpoint accepts', async () => {
    const server = await startScriptedServer(json(401, { message: 'No' }));
    await expect(createTestClient(server.url).request(BUDGETS)).rejects.toMatchObject({
      hint: 'Use a fine-grained personal access token or an app user access token or an app installation access token',
    });
  });
});
