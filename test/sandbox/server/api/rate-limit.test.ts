import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../../src/base/clock.ts';
import type { Caller, IssuedTokenKind } from '../../../../src/sandbox/server/api/caller.ts';
import { type LimitTerms, RateLimiter } from '../../../../src/sandbox/server/api/rate-limit.ts';

const START_MS = 1_000_000_000_000;
const TERMS: LimitTerms = { plan: 'standard', installation: { repositories: 3, users: 5 } };

function holder(kind: IssuedTokenKind): Caller {
  return { type: 'token', kind, token: kind, login: 'alice', scopes: [], permissions: {} };
}

describe('RateLimiter', () => {
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
});
