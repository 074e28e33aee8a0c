import { describe, expect, it } from 'vitest';
import { getRateLimit } from '../../src/endpoints/rate-limit.ts';
import { json } from '../client/support/scripted-server.ts';
import { startScriptedService } from './support/scripted-service.ts';

describe('getRateLimit()', () => {
  it('returns every resource, even unknown ones', async () => {
    const { client } = await startScriptedService(
      json(200, {
        resources: {
          core: { limit: 5000, used: 1, remaining: 4999, reset: 1777888800 },
          novelty: { limit: 10, remaining: 4, reset: 1777888800 },
        },
        rate: {},
      }),
    );
    expect(await getRateLimit(client)).toEqual([
      { resource: 'core', limit: 5000, used: 1, remaining: 4999, resetAt: '2026-05-04T10:00:00Z' },
      { resource: 'novelty', limit: 10, used: 6, remaining: 4, resetAt: '2026-05-04T10:00:00Z' },
    ]);
  });

  it('returns undefined if a server has limits disabled', async () => {
    const { client } = await startScriptedService(json(404, { message: 'Rate limiting is not enabled.' }));
    expect(await getRateLimit(client)).toBeUndefined();
  });
});
