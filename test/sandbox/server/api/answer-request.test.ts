import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../../src/model/dialects.table.ts';
import { ANY_CHARACTER } from '../../../base/support/any-character.ts';
import { askUrl, openHarbour, type Reply } from '../support/harbour.ts';
import { createSmallWorld } from '../support/small-world.ts';

const DIALECT_NAMES = ['service', 'github'] as const;

function errorOf({ status, json }: Reply) {
  return [status, json.message, json.status];
}

/** The names of both families' endpoints of migrations. */
const MIGRATION_ENDPOINTS = ['/user/migrations', '/orgs/Harbour-Works/migrations'].flatMap(
  (list) =>
    [
      ['GET', list],
      ['POST', list],
      ['GET', `${list}/1`],
      ['GET', `${list}/1/archive`],
      ['DELETE', `${list}/1/archive`],
      ['DELETE', `${list}/1/repos/x/lock`],
      ['GET', `${list}/1/repositories`],
    ] as const,
);

describe('answerRequest()', () => {
  it.each(DIALECT_NAMES)('has the headers of the dialect (%s)', async (dialect) => {
    const { ask } = await openHarbour({ dialect });
    const names = DIALECTS[dialect];
    const { headers } = await ask('/user', { headers: { [names.versionHeader]: '2026-03-10' } });
    expect(headers[names.versionSelectedHeader.toLowerCase()]).toBe('2026-03-10');
    expect(headers[names.mediaTypeHeader.toLowerCase()]).toBe(`${dialect}.v3; format=json`);
    expect(headers[names.requestIdHeader.toLowerCase()]).toMatch(/^[0-9A-F]{4}(:[0-9A-F]{6,8}){4}$/);
    expect(headers[names.tokenExpirationHeader.toLowerCase()]).toBe('2026-06-08 12:00:00 UTC');
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': '4999',
      'x-ratelimit-used': '1',
      'x-ratelimit-reset': String(Date.parse('2026-03-10T13:00:00Z') / 1000),
      'x-ratelimit-resource': 'core',
      'x-oauth-scopes': expect.stringContaining('repo'),
      date: 'Tue, 10 Mar 2026 12:00:00 GMT',
    });
  });

  it('selects the standard version without a header', async () => {
    const { ask } = await openHarbour();
    expect((await ask('/user')).headers['x-service-api-version-selected']).toBe('2022-11-28');
  });

  it('refuses an unknown version and names header, value and what is supported', async () => {
    const { ask } = await openHarbour({ dialect: 'github' });
    const reply = await ask('/user', { headers: { 'x-github-api-version': 'v3' } });
    expect(errorOf(reply)).toEqual([
      400,
      'The version you specified in the "X-GitHub-Api-Version" request header, "v3", is not a supported version. ' +
        'The following versions are currently supported: "2022-11-28", "2026-03-10" (most recent).',
      '400',
    ]);
    expect(reply.headers).not.toHaveProperty('x-github-api-version-selected');
  });

  it('refuses a request without a User-Agent', async () => {
    const { ask } = await openHarbour();
    const reply = await ask('/user', { headers: { 'user-agent': '' } });
    expect(reply.status).toBe(403);
    expect(reply.json.message).toContain('User-Agent');
  });

  it('answers 401 to wrong credentials, and counts them against the address', async () => {
    const { ask } = await openHarbour();
    const reply = await ask('/user', { authorization: 'Bearer wrong' });
    expect(errorOf(reply)).toEqual([401, 'Bad credentials', '401']);
    expect(reply.headers['x-ratelimit-limit']).toBe('60');
    expect((await ask('/', { authorization: 'Bearer wrong' })).status).toBe(401);
  });

  it('asks for authentication at each endpoint of migrations, and refuses fine-grained and app tokens', async () => {
    const { ask, sandbox } = await openHarbour();
    const { fine_grained: personal, ...others } = sandbox.ready.tokens;
    const integrations = [others.app_user, others.app_installation, others.workflow];
    for (const [method, path] of MIGRATION_ENDPOINTS) {
      const askWith = async (token: string | null) => {
        const authorization = token === null ? null : `Bearer ${token}`;
        const { status, json } = await ask(path, { method, authorization });
        return [method, path, status, json.message];
      };
      const end = [403, 'Resource not accessible by integration'];
      expect(await askWith(null)).toEqual([method, path, 401, 'Requires authentication']);
      expect(await askWith(personal)).toEqual([
        method,
        path,
        403,
        'Resource not accessible by personal access token',
      ]);
      for (const token of integrations) {
        expect(await askWith(token)).toEqual([method, path, ...end]);
      }
    }
  });

  it('lets classic and OAuth tokens in, and "token" for "Bearer"', async () => {
    const { ask, sandbox } = await openHarbour();
    const { tokens } = sandbox.ready;
    expect((await ask('/user/migrations', { authorization: `token ${tokens.classic}` })).status).toBe(200);
    expect((await ask('/user/migrations', { authorization: `Bearer ${tokens.oauth}` })).status).toBe(200);
  });

  it('names the permissions of an endpoint in every answer to a fine-grained token', async () => {
    const { ask, sandbox } = await openHarbour();
    const authorization = `Bearer ${sandbox.ready.tokens.fine_grained}`;
    const permissionsOf = async (path: string) =>
      (await ask(path, { authorization })).headers['x-accepted-service-permissions'];
    expect(await permissionsOf('/user/repos')).toBe('metadata=read');
    expect(await permissionsOf('/user/migrations')).toBe('');
    expect(await permissionsOf('/nowhere')).toBeDefined();
    expect((await ask('/user')).headers).not.toHaveProperty('x-accepted-service-permissions');
  });

  it.each(['/nowhere', '/user/', '/user/migrations/', '/user//migrations', '/orgs', '/%', '/%ff', '/api/v4'])(
    'does not know %s',
    async (path) => {
      const { ask } = await openHarbour();
      const reply = await ask(path);
      expect(reply.json).toEqual({
        message: 'Not Found',
        documentation_url: DIALECTS.service.docsUrl,
        status: '404',
      });
      expect(reply.headers['x-ratelimit-used']).toBe('1');
    },
  );

  it('does not know other methods', async () => {
    const { ask } = await openHarbour();
    expect((await ask('/user', { method: 'DELETE' })).status).toBe(404);
    expect((await ask('/user/migrations', { method: 'PUT', body: {} })).status).toBe(404);
  });

  it('answers HEAD like GET, without a body', async () => {
    const { ask } = await openHarbour();
    const reply = await ask('/user', { method: 'HEAD' });
    expect(reply.status).toBe(200);
    expect(reply.bytes).toHaveLength(0);
  });

  it('makes validators that differ by token and version', async () => {
    const { ask, sandbox } = await openHarbour();
    const etagOf = async (token: string, version: string) => {
      const headers = { 'x-service-api-version': version };
      return (await ask('/versions', { authorization: `Bearer ${token}`, headers })).headers['etag'];
    };
    const { classic, oauth } = sandbox.ready.tokens;
    const etags = [
      await etagOf(classic, '2022-11-28'),
      await etagOf(classic, '2026-03-10'),
      await etagOf(oauth, '2022-11-28'),
    ];
    expect(new Set(etags).size).toBe(3);
  });

  it('counts a 304 of anonymous callers only', async () => {
    const { ask } = await openHarbour();
    const usedAfter304 = async (authorization: string | null | undefined) => {
      const question = authorization === undefined ? {} : { authorization };
      const { headers } = await ask('/versions', question);
      const reply = await ask('/versions', { ...question, headers: { 'if-none-match': headers['etag']! } });
      expect(reply.status).toBe(304);
      return reply.headers['x-ratelimit-used'];
    };
    expect(await usedAfter304(null)).toBe('2');
    expect(await usedAfter304(undefined)).toBe('1');
  });

  it('names account, request and time when a token is at its limit', async () => {
    const { ask, sandbox, clock } = await openHarbour();
    const authorization = `Bearer ${sandbox.ready.tokens.workflow}`;
    for (let count = 0; count < 1_000; count += 1) {
      await ask('/versions', { authorization });
      clock.advance(count % 500 === 0 ? 60_000 : 0);
    }
    const reply = await ask('/versions', { authorization });
    expect(reply.status).toBe(403);
    expect(reply.json.message).toBe(
      'API rate limit exceeded for user ID 11. If you reach out to Support for help, please include the request ID ' +
        `${reply.headers['x-service-request-id']} and timestamp 2026-03-10 12:02:00 UTC.`,
    );
  });

  it.each([
    ['{', 'Problems parsing JSON'],
    ['nonsense', 'Problems parsing JSON'],
    ['[]', 'Body should be a JSON object'],
    ['null', 'Body should be a JSON object'],
    ['"text"', 'Body should be a JSON object'],
  ])('refuses the body %s', async (body, message) => {
    const { ask } = await openHarbour();
    expect(errorOf(await ask('/user/migrations', { method: 'POST', body }))).toEqual([400, message, '400']);
  });

  it('refuses a body over 1 MiB, and accepts one of exactly 1 MiB', async () => {
    const { ask } = await openHarbour();
    const exact = `{"repositories":["logbook"]}${' '.repeat(1_048_576 - 28)}`;
    const largest = await ask('/user/migrations', { method: 'POST', body: exact });
    expect(largest.status).toBe(201);
    expect((await ask('/user/migrations', { method: 'POST', body: `${exact} ` })).status).toBe(413);
    const huge = ' '.repeat(20 * 1_048_576);
    expect((await ask('/user/migrations', { method: 'POST', body: huge })).status).toBe(413);
    expect((await ask('/user')).status).toBe(200);
  });

  it('answers 201 or 422 to any JSON object, 400 to any other body, and never fails', async () => {
    const faults: unknown[] = [];
    const { ask, clock } = await openHarbour({ onError: (error) => faults.push(error) });
    const post = async (body: string) => {
      clock.advance(10_000);
      return (await ask('/user/migrations', { method: 'POST', body })).status;
    };
    const name = fc.oneof(fc.constantFrom('alice/logbook', 'SHARED', '', '/', 'alice/'), fc.string());
    const order = fc.record(
      {
        repositories: fc.oneof(fc.array(name, { maxLength: 3 }), fc.jsonValue()),
        lock_repositories: fc.oneof(fc.boolean(), fc.jsonValue()),
        org_metadata_only: fc.oneof(fc.boolean(), fc.jsonValue()),
        exclude: fc.oneof(fc.constant(['repositories']), fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(order, async (body) => {
        expect([201, 422]).toContain(await post(JSON.stringify(body)));
      }),
      { numRuns: 150 },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: ANY_CHARACTER })), async (body) => {
        expect([201, 400, 422]).toContain(await post(body));
      }),
      { numRuns: 150 },
    );
    expect(faults).toEqual([]);
  });

  it('survives any path, query and header', async () => {
    const faults: unknown[] = [];
    const { ask } = await openHarbour({ onError: (error) => faults.push(error) });
    const header = fc.string({ unit: fc.constantFrom(...'aZ09 ",;=*/W:-') });
    await fc.assert(
      fc.asyncProperty(
        fc.webPath(),
        fc.webQueryParameters(),
        fc.record({ 'if-none-match': header, range: header, 'x-service-api-version': header }),
        async (path, query, headers) => {
          const { status } = await ask(`/user/migrations${path}?${query}`, { headers });
          expect([200, 304, 400, 404]).toContain(status);
        },
      ),
      { numRuns: 150 },
    );
    expect(faults).toEqual([]);
  });

  it('answers 400 to invalid HTTP', async () => {
    const { sandbox } = await openHarbour();
    for (const bytes of ['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n']) {
      const socket = connect(Number(new URL(sandbox.ready.url).port), '127.0.0.1');
      socket.end(bytes);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect((await askUrl(`${sandbox.ready.url}/versions`)).status).toBe(200);
  });

  it('answers 500 to an internal error, and reports it', async () => {
    const faults: unknown[] = [];
    const small = createSmallWorld('service');
    const world = {
      ...small,
      repositories: small.repositories.map((item) => ({ ...item, owner: 'nobody' })),
    };
    const { ask } = await openHarbour({ world, onError: (error) => faults.push(error) });
    expect(errorOf(await ask('/user/repos'))).toEqual([500, 'Server Error', '500']);
    expect(faults).toHaveLength(1);
  });
});
