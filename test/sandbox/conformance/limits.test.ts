import { beforeEach, describe, expect, it } from 'vitest';
import type { World } from '../../../src/sandbox/world/world.ts';
import { claim } from '../../spec/claim.ts';
import type { Reply } from '../server/support/harbour.ts';
import { DIALECTS, HOUR_MS, type Kind, openStage, START_MS, type Stage, worldOf } from './support/stage.ts';

describe.each(DIALECTS)('primary limits, specification 8.1 (%s)', (dialect) => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await openStage(dialect);
  });

  function look(as: Kind | null): Promise<Reply> {
    return stage.ask('/orgs/nowhere/repos', { as });
  }

  it('are in the headers of each response', async (context) => {
    const first = (await look('classic')).headers;
    const second = (await look('classic')).headers;
    expect([first['x-ratelimit-limit'], second['x-ratelimit-limit']]).toEqual(['5000', '5000']);
    expect([first['x-ratelimit-remaining'], second['x-ratelimit-remaining']]).toEqual(['4999', '4998']);
    expect([first['x-ratelimit-used'], second['x-ratelimit-used']]).toEqual(['1', '2']);
    expect(first['x-ratelimit-reset']).toBe(String((START_MS + HOUR_MS) / 1000));
    expect(first['x-ratelimit-resource']).toBe('core');
    claim(context, '2.9/x-ratelimit-limit', '2.9/x-ratelimit-remaining', '2.9/x-ratelimit-used');
    claim(context, '2.9/x-ratelimit-reset', '2.9/x-ratelimit-resource', '8.1/user');
  });

  it('let 60 anonymous requests an hour pass, by address', async (context) => {
    const statuses = new Set<number>();
    for (let count = 0; count < 60; count += 1) {
      statuses.add((await look(null)).status);
    }
    expect(statuses).toEqual(new Set([404]));
    const refused = await look(null);
    expect([403, 429]).toContain(refused.status);
    expect(refused.headers['x-ratelimit-remaining']).toBe('0');
    expect(refused.headers['x-ratelimit-limit']).toBe('60');
    expect(refused.json.message).toContain('rate limit exceeded');
    expect((await look('classic')).status).toBe(404);
    claim(context, '8.1/anonymous', '5/rule/2/address', '7/primary/remaining', '7/403/limit');

    stage.clock.advance(HOUR_MS);
    expect((await look(null)).status).toBe(404);
  });

  it('count all that acts for the account together', async (context) => {
    const used: (string | undefined)[] = [];
    for (const as of ['classic', 'fine_grained', 'app_user', 'oauth'] as const) {
      const { headers } = await look(as);
      expect(headers['x-ratelimit-limit']).toBe('5000');
      used.push(headers['x-ratelimit-used']);
    }
    expect(used).toEqual(['1', '2', '3', '4']);
    claim(context, '8.1/user/combined', '8.1/app-user');
  });

  it('give installations 5,000 and workflows 1,000 an hour of their own', async (context) => {
    await look('classic');
    const installation = (await look('app_installation')).headers;
    const workflow = (await look('workflow')).headers;
    expect(Number(installation['x-ratelimit-limit'])).toBeGreaterThanOrEqual(5_000);
    expect(installation['x-ratelimit-used']).toBe('1');
    expect([workflow['x-ratelimit-limit'], workflow['x-ratelimit-used']]).toEqual(['1000', '1']);
    claim(context, '8.1/installation/minimum', '8.1/workflow');
  });

  it('are higher for an organization on the enterprise plan', async (context) => {
    stage = await openStage(dialect, { plan: 'enterprise_cloud' });
    const limits: (string | undefined)[] = [];
    for (const as of ['app_user', 'oauth', 'app_installation', 'workflow'] as const) {
      limits.push((await look(as)).headers['x-ratelimit-limit']);
    }
    expect(limits).toEqual(['15000', '15000', '15000', '15000']);
    const classic = (await look('classic')).headers;
    expect([classic['x-ratelimit-limit'], classic['x-ratelimit-used']]).toEqual(['5000', '3']);
    const { client_id: clientId, client_secret: clientSecret } = stage.sandbox.ready.oauth_app;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const app = await stage.ask('/orgs/nowhere/repos', { authorization: `Basic ${basic}` });
    expect(app.headers['x-ratelimit-limit']).toBe('15000');
    claim(context, '8.1/enterprise-app', '8.1/enterprise-app/same-budget', '8.1/installation/enterprise');
    claim(context, '8.1/workflow/enterprise', '8.1/oauth-client/enterprise');
  });

  it('of installations grow with repositories and users, to 12,500', async (context) => {
    const limitWith = async (repositories: number, users: number) => {
      stage = await openStage(dialect, { world: grow(worldOf(dialect), { repositories, users }) });
      return Number((await look('app_installation')).headers['x-ratelimit-limit']);
    };
    expect(await limitWith(20, 20)).toBe(5_000);
    expect(await limitWith(24, 20)).toBe(5_000 + 4 * 50);
    expect(await limitWith(20, 25)).toBe(5_000 + 5 * 50);
    expect(await limitWith(24, 25)).toBe(5_000 + 9 * 50);
    expect(await limitWith(170, 20)).toBe(12_500);
    expect(await limitWith(171, 20)).toBe(12_500);
    claim(context, '8.1/installation/repositories', '8.1/installation/users', '8.1/installation/cap');
  });

  it('do not count questions about the limit itself', async (context) => {
    const before = await stage.ask('/rate_limit');
    expect(before.status).toBe(200);
    expect(before.json.resources.core).toMatchObject({ limit: 5000, used: 0, remaining: 5000 });
    await look('classic');
    await stage.ask('/rate_limit');
    const { core } = (await stage.ask('/rate_limit')).json.resources;
    expect([core.used, core.remaining]).toEqual([1, 4999]);
    claim(context, '4.6/rate-limit', '4.6/rate-limit/success', '4.6/rate-limit/status/200', '4.6/free');
  });
});

/** A world whose organization has the given number of repositories and members, without other repositories. */
function grow(
  world: World,
  { repositories, users }: { readonly repositories: number; readonly users: number },
): World {
  const [first] = world.repositories.filter(({ ownerType }) => ownerType === 'Organization');
  const [member] = world.organization.members;
  return {
    ...world,
    contents: [],
    repositories: Array.from({ length: repositories }, (_, index) => ({
      ...first!,
      name: `repository-${index}`,
    })),
    organization: {
      ...world.organization,
      members: [
        member!,
        ...Array.from({ length: users - 1 }, (_, index) => ({ ...member!, login: `member-${index}` })),
      ],
    },
  };
}
