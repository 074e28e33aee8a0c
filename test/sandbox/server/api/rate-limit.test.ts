import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../../src/base/index.ts';
import type { Caller, IssuedTokenKind } from '../../../../src/sandbox/server/api/caller.ts';
import { createRateLimiter } from '../../../../src/sandbox/server/api/rate-limit.ts';

const START_MS = 1_000_000_000_000;

function holder(kind: IssuedTokenKind): Caller {
  return { type: 'token', kind, token: kind };
}

describe('createRateLimiter()', () => {
  it.each([
    ['classic', 5_000],
    ['fine_grained', 5_000],
    ['oauth', 5_000],
    ['app_user', 5_000],
    ['app_installation', 5_000],
    ['workflow', 1_000],
  ] as const)('gives %s tokens %d requests an hour', (kind, limit) => {
    const limiter = createRateLimiter(createDrivenClock(START_MS));
    expect(limiter.look(holder(kind))).toMatchObject({ limit, used: 0, remaining: limit });
  });

  it('gives each address 60 requests an hour and refuses the next', () => {
    const limiter = createRateLimiter(createDrivenClock(START_MS));
    const caller: Caller = { type: 'anonymous', address: '192.0.2.1' };
    const quotas = Array.from({ length: 60 }, () => limiter.take(caller));
    expect(quotas.every((quota) => !quota.isExceeded)).toBe(true);
    expect(limiter.take(caller)).toMatchObject({ used: 60, remaining: 0, isExceeded: true });
    expect(limiter.take({ type: 'anonymous', address: '192.0.2.2' })).toMatchObject({ used: 1 });
  });

  it('counts everything that acts for the account together, and installations apart', () => {
    const limiter = createRateLimiter(createDrivenClock(START_MS));
    limiter.take(holder('classic'));
    limiter.take(holder('oauth'));
    expect(limiter.take(holder('app_user')).used).toBe(3);
    expect(limiter.take(holder('app_installation')).used).toBe(1);
  });

  it('begins a window with the first request and a new one after an hour', () => {
    const clock = createDrivenClock(START_MS);
    const limiter = createRateLimiter(clock);
    const caller = holder('classic');
    const first = limiter.take(caller);
    expect(first.resetAtSeconds).toBe(START_MS / 1000 + 3600);
    clock.advance(3_599_999);
    expect(limiter.take(caller)).toMatchObject({ used: 2, resetAtSeconds: first.resetAtSeconds });
    clock.advance(1);
    expect(limiter.take(caller)).toMatchObject({ used: 1, resetAtSeconds: first.resetAtSeconds + 3600 });
  });

  it('gives a free request back', () => {
    const limiter = createRateLimiter(createDrivenClock(START_MS));
    const caller = holder('classic');
    limiter.take(caller);
    expect(limiter.giveBack(caller).used).toBe(0);
    expect(limiter.giveBack(caller).used).toBe(0);
  });
});
