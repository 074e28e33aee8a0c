import type { Clock } from '../../../base/index.ts';
import type { Caller } from './caller.ts';
import { ANONYMOUS_REQUESTS_PER_HOUR, CALLER_LIMITS } from './caller-limits.table.ts';

const WINDOW_MS = 3_600_000;

/** What a caller has left of its primary limit (specification 2.9). */
export interface Quota {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** End of the window in seconds since the Unix epoch. */
  readonly resetAtSeconds: number;
  /** True when the request that asked is one too many. */
  readonly isExceeded: boolean;
}

export interface RateLimiter {
  /** Counts one request, unless nothing is left. */
  take(caller: Caller): Quota;
  /** Takes back one counted request: it turned out to be free. */
  giveBack(caller: Caller): Quota;
  /** The state of things, without counting. */
  look(caller: Caller): Quota;
}

interface Window {
  readonly endsAtMs: number;
  used: number;
}

/** Counts requests per caller in windows of an hour that begin with a caller's first request. */
export function createRateLimiter(clock: Clock): RateLimiter {
  const windows = new Map<string, Window>();

  function windowOf(bucket: string): Window {
    const current = windows.get(bucket);
    if (current !== undefined && clock.now() < current.endsAtMs) {
      return current;
    }
    const fresh = { endsAtMs: clock.now() + WINDOW_MS, used: 0 };
    windows.set(bucket, fresh);
    return fresh;
  }

  function count(caller: Caller, change: -1 | 0 | 1): Quota {
    const { bucket, requestsPerHour } = budgetOf(caller);
    const window = windowOf(bucket);
    const isExceeded = change === 1 && window.used >= requestsPerHour;
    window.used = Math.min(requestsPerHour, Math.max(0, window.used + change));
    return {
      limit: requestsPerHour,
      used: window.used,
      remaining: requestsPerHour - window.used,
      resetAtSeconds: Math.ceil(window.endsAtMs / 1000),
      isExceeded,
    };
  }

  return {
    take: (caller) => count(caller, 1),
    giveBack: (caller) => count(caller, -1),
    look: (caller) => count(caller, 0),
  };
}

function budgetOf(caller: Caller): { readonly bucket: string; readonly requestsPerHour: number } {
  return caller.type === 'anonymous'
    ? { bucket: `address ${caller.address}`, requestsPerHour: ANONYMOUS_REQUESTS_PER_HOUR }
    : CALLER_LIMITS[caller.kind];
}
