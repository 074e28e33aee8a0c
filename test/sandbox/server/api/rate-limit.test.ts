import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../../src/base/index.ts';
import type { Caller, IssuedTokenKind } from '../../../../src/sandbox/server/api/caller.ts';
import { type LimitTerms, RateLimiter } from '../../../../src/sandbox/server/api/rate-limit.ts';

const START_MS = 1_000_000_000_000;
const TERMS: LimitTerms = { plan: 'standard', installation: { repositories: 3, users: 5 } };

function holder(kind: IssuedTokenKind): Caller {
  return { type: 'token', kind, token: kind, login: 'alice', scopes: [], permissions: {} };
}

describe('RateLimiter', () => {
  it.each([
    ['classic', 5_000],
    ['fine_grained', 5_000],
    ['oauth', 5_000],
    ['app_user', 5_000],
    ['app_installation', 5_000],
    ['workflow', 1_000],
  ] as const)('gives %s tokens %d requests an hour', (kind, limit) => {
    const limiter = new RateLimiter(createDrivenClock(START_MS), TERMS);
    expect(limiter.peek(holder(kind))).toMatchObject({ limit, used: 0, remaining: limit });
  });

  it.each([
    ['classic', 5_000],
    ['oauth', 15_000],
    ['app_user', 15_000],
    ['app_installation', 15_000],
    ['workflow', 15_000],
  ] as const)('gives %s tokens %d requests an hour on enterprise cloud', (kind, limit) => {
    const terms: LimitTerms = { ...TERMS, plan: 'enterprise_cloud' };
    const limiter = new RateLimiter(createDrivenClock(START_MS), terms);
    expect(limiter.peek(holder(kind)).limit).toBe(limit);
  });

  it.each([
    [20, 20, 5_000],
    [21, 20, 5_050],
    [22, 23, 5_250],
    [500, 500, 12_500],
  ])('gives an installation on %d repositories and %d users %d requests', (repositories, users, limit) => {
    const terms: LimitTerms = { plan: 'standard', installation: { repositories, users } };
    const limiter = new RateLimiter(createDrivenClock(START_MS), terms);
    expect(limiter.peek(holder('app_installation')).limit).toBe(limit);
  });

  it('gives an app with id and secret a separate limit', () => {
    const limiter = new RateLimiter(createDrivenClock(START_MS), TERMS);
    limiter.take(holder('classic'));
    expect(limiter.take({ type: 'oauth_app', clientId: 'one' })).toMatchObject({ limit: 5_000, used: 1 });
  });

  it('counts requests with a higher limit against a lower one of the same account', () => {
    const limiter = new RateLimiter(createDrivenClock(START_MS), { ...TERMS, plan: 'enterprise_cloud' });
    for (let count = 0; count < 6_000; count += 1) {
      limiter.take(holder('app_user'));
    }
    expect(limiter.peek(holder('app_user')).remaining).toBe(9_000);
    expect(limiter.take(holder('classic'))).toMatchObject({ remaining: 0, isExceeded: true });
  });

  it('gives each IP address 60 requests per hour', () => {
    const limiter = new RateLimiter(createDrivenClock(START_MS), TERMS);
    const caller: Caller = { type: 'anonymous', address: '192.0.2.1' };
    const quotas = Array.from({ length: 60 }, () => limiter.take(caller));
    expect(quotas.every((quota) => !quota.isExceeded)).toBe(true);
    expect(limiter.take(caller)).toMatchObject({ used: 60, remaining: 0, isExceeded: true });
    expect(limiter.take({ type: 'anonymous', address: '192.0.2.2' })).toMatchObject({ used: 1 });
  });

  it('counts all tokens that act for the account together, and installations separately', () => {
    const limiter = new RateLimiter(createDrivenClock(START_MS), TERMS);
    limiter.take(holder('classic'));
    limiter.take(holder('oauth'));
    expect(limiter.take(holder('app_user')).used).toBe(3);
    expect(limiter.take(holder('app_installation')).used).toBe(1);
  });

  it('starts a window with the first request and a new one after an hour', () => {
    const clock = createDrivenClock(START_MS);
    const limiter = new RateLimiter(clock, TERMS);
    const caller = holder('classic');
    const first = limiter.take(caller);
    expect(first.resetAtSeconds).toBe(START_MS / 1000 + 3600);
    clock.advance(3_599_999);
    expect(limiter.take(caller)).toMatchObject({ used: 2, resetAtSeconds: first.resetAtSeconds });
    clock.advance(1);
    expect(limiter.take(caller)).toMatchObject({ used: 1, resetAtSeconds: first.resetAtSeconds + 3600 });
  });

  it('uncounts a free request', () => {
    const limiter = new RateLimiter(createDrivenClock(START_MS), TERMS);
    const caller = holder('classic');
    limiter.take(caller);
    expect(limiter.refund(caller).used).toBe(0);
    expect(limiter.refund(caller).used).toBe(0);
  });
});
