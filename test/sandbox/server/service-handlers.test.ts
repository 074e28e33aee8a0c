import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../src/model/dialects.table.ts';
import { openHarbour, START_MS } from './support/harbour.ts';

const ANONYMOUS = { authorization: null } as const;

describe('showRoot()', () => {
  it('lets anyone recognize the service', async () => {
    const { ask, sandbox } = await openHarbour({ dialect: 'github' });
    const { status, json } = await ask('/', ANONYMOUS);
    expect(status).toBe(200);
    expect(json.current_user_url).toBe(`${sandbox.ready.base_url}/user`);
  });
});

describe('listVersions()', () => {
  it('lists the supported versions, newest first', async () => {
    const { ask } = await openHarbour();
    expect((await ask('/versions', ANONYMOUS)).json).toEqual(['2026-03-10', '2022-11-28']);
  });
});

describe('showRateLimit()', () => {
  it('shows the remaining requests without counting the request', async () => {
    const { ask } = await openHarbour();
    await ask('/user');
    const core = { limit: 5_000, used: 1, remaining: 4_999, reset: START_MS / 1000 + 3_600 };
    await ask('/rate_limit');
    const { json, headers } = await ask('/rate_limit');
    expect(json.resources.core).toEqual(core);
    expect(json.rate).toEqual(core);
    expect(json.resources.search.limit).toBe(30);
    expect(headers['x-ratelimit-used']).toBe('1');
  });

  it('does not have a separate "rate" in the newest version of the real service', async () => {
    const { ask } = await openHarbour({ dialect: 'github' });
    const headers = { [DIALECTS.github.versionHeader]: '2026-03-10' };
    expect((await ask('/rate_limit', { headers })).json).not.toHaveProperty('rate');
  });

  it('shows all resources that the real service has', async () => {
    const { ask } = await openHarbour();
    const { json } = await ask('/rate_limit');
    expect(Object.keys(json.resources)).toHaveLength(13);
    expect(json.resources.graphql).toEqual({
      limit: 5_000,
      used: 0,
      remaining: 5_000,
      reset: START_MS / 1000 + 3_600,
    });
  });

  it('shows anonymous callers their own limits', async () => {
    const { ask } = await openHarbour();
    const { json } = await ask('/rate_limit', ANONYMOUS);
    expect(json.resources.core).toMatchObject({ limit: 60, used: 0 });
    expect(json.resources.search.limit).toBe(10);
  });
});
