import { beforeEach, describe, expect, it } from 'vitest';
import { claim } from '../../spec/claim.ts';
import { DIALECTS, KINDS, openStage, type Stage } from './support/stage.ts';

describe.each(DIALECTS)('authentication, specification 5 (%s)', (dialect) => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await openStage(dialect);
  });

  it('accepts every kind of token as Bearer, and no other text', async (context) => {
    for (const as of KINDS) {
      const { status, headers } = await stage.ask('/rate_limit', { as });
      expect([as, status]).toEqual([as, 200]);
      expect(Number(headers['x-ratelimit-limit'])).toBeGreaterThan(60);
      claim(context, `5/kind/${as}`);
    }
    const wrong = await stage.ask('/rate_limit', { authorization: 'Bearer nothing-of-the-kind' });
    expect(wrong.status).toBe(401);
    claim(context, '4.0/authorization');
  });

  it('shows anonymous callers what is public, and only that', async (context) => {
    const { organization } = stage.sandbox.ready;
    const { status, json } = await stage.ask(`/orgs/${organization}/repos`, { as: null });
    expect(status).toBe(200);
    expect(json.every((item: { private: boolean }) => !item.private)).toBe(true);
    expect((await stage.ask('/user/migrations', { as: null })).status).toBe(401);
    claim(context, '5/rule/2/public');
  });

  it('names the accepted permissions on every response to a fine-grained token', async (context) => {
    const { organization } = stage.sandbox.ready;
    const requests = [
      ['GET', '/rate_limit'],
      ['GET', `/orgs/${organization}/repos`],
      ['GET', '/user/migrations'],
      ['POST', '/user/migrations'],
      ['GET', '/nowhere/at/all'],
    ] as const;
    const statuses: number[] = [];
    for (const [method, path] of requests) {
      const body = method === 'POST' ? {} : undefined;
      const { status, headers } = await stage.ask(path, { as: 'fine_grained', method, body });
      statuses.push(status);
      expect(headers, `${method} ${path}`).toHaveProperty(stage.names.permissions);
    }
    expect(statuses).toEqual([200, 200, 403, 403, 404]);
    const { headers } = await stage.ask('/rate_limit');
    expect(headers).not.toHaveProperty(stage.names.permissions);
    claim(context, '5/rule/5/header', '5/rule/5/refusals', '2.9/X-Accepted-Service-Permissions');
  });

  it('asks no permission for public resources', async (context) => {
    const { organization } = stage.sandbox.ready;
    const { status, json } = await stage.ask(`/orgs/${organization}/repos`, { as: 'fine_grained' });
    expect([status, Array.isArray(json)]).toEqual([200, true]);
    const events = await stage.ask('/events', { as: 'fine_grained' });
    expect(events.status).toBe(200);
    claim(context, '5/rule/5/public');
  });

  it('accepts the id and the secret of an OAuth app as Basic, for public data only', async (context) => {
    const { client_id: clientId, client_secret: clientSecret } = stage.sandbox.ready.oauth_app;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const asApp = { authorization: `Basic ${basic}` };
    const { status, json, headers } = await stage.ask(
      `/orgs/${stage.sandbox.ready.organization}/repos`,
      asApp,
    );
    expect(status).toBe(200);
    expect(json.every((item: { private: boolean }) => !item.private)).toBe(true);
    expect(headers['x-ratelimit-limit']).toBe('5000');
    expect((await stage.ask('/user/migrations', asApp)).status).toBe(401);
    claim(context, '5/rule/1/basic', '8.1/oauth-client');
  });
});
