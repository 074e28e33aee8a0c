import type { Clock } from '../../../base/clock.ts';
import {
  ANONYMOUS_REQUESTS_PER_HOUR,
  CALLER_LIMITS,
  INSTALLATION_GROWTH,
  OAUTH_APP_REQUESTS_PER_HOUR,
  type Plan,
} from '../../limits.table.ts';
import { HOUR_MS } from '../../world/timestamps.ts';
import type { Caller } from './caller.ts';

/** The state of a caller's primary limit (specification 2.9). */
export interface Quota {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Seconds since the Unix epoch. */
  readonly resetAtSeconds: number;
  /** True if the counted request exceeds the limit. */
  readonly isExceeded: boolean;
}

/** What determines the limits besides the kind of caller. */
export interface LimitTerms {
  readonly plan: Plan;
  readonly installation: { readonly repositories: number; readonly users: number };
}

/** Counts requests per caller in windows of an hour, which start with the first request. */
export class RateLimiter {
  readonly #counters: WindowCounters;
  readonly #terms: LimitTerms;

  constructor(clock: Clock, terms: LimitTerms) {
    this.#counters = new WindowCounters(clock, HOUR_MS);
    this.#terms = terms;
  }

  /** Counts one request unless the limit is reached. */
  take(caller: Caller): Quota {
    return this.#count(caller, 1);
  }

  /** Uncounts one request that turned out to be free. */
  refund(caller: Caller): Quota {
    return this.#count(caller, -1);
  }

  /** Returns the state without counting a request. */
  peek(caller: Caller): Quota {
    return this.#count(caller, 0);
  }

  #count(caller: Caller, change: -1 | 0 | 1): Quota {
    const bucket = bucketOf(caller);
    const limit = requestsPerHour(caller, this.#terms);
    const isExceeded = change === 1 && this.#counters.add(bucket, 0).count >= limit;
    const { count: used, endsAtMs } = this.#counters.add(bucket, isExceeded ? 0 : change);
    const remaining = Math.max(0, limit - used);
    return { limit, used, remaining, resetAtSeconds: Math.ceil(endsAtMs / 1000), isExceeded };
  }
}

/** Callers with the same bucket share a limit. */
export function bucketOf(caller: Caller): string {
  switch (caller.type) {
    case 'anonymous':
      return `address ${caller.address}`;
    case 'app':
    case 'oauth_app':
      return `${caller.type} ${caller.clientId}`;
    case 'token':
      return `${CALLER_LIMITS[caller.kind].bucket} ${caller.login}`;
  }
}

function requestsPerHour(caller: Caller, terms: LimitTerms): number {
  if (caller.type === 'anonymous') {
    return ANONYMOUS_REQUESTS_PER_HOUR;
  }
  if (caller.type !== 'token') {
    return OAUTH_APP_REQUESTS_PER_HOUR[terms.plan];
  }
  return caller.kind === 'app_installation' && terms.plan === 'standard'
    ? installationLimit(terms.installation)
    : CALLER_LIMITS[caller.kind][terms.plan];
}

function installationLimit({ repositories, users }: LimitTerms['installation']): number {
  const { free, requestsEach, max } = INSTALLATION_GROWTH;
  const beyondFree = Math.max(0, repositories - free) + Math.max(0, users - free);
  return Math.min(max, CALLER_LIMITS.app_installation.standard + requestsEach * beyondFree);
}

/** Counts per key in windows, each of which starts with the first use of the key after the previous one. */
export class WindowCounters {
  readonly #clock: Clock;
  readonly #windowMs: number;
  /** With the end of each in milliseconds since the Unix epoch. */
  readonly #windows = new Map<string, { readonly count: number; readonly endsAtMs: number }>();

  constructor(clock: Clock, windowMs: number) {
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  /** Adds to the count of a key, which never falls below zero; add 0 to read it. */
  add(key: string, amount: number) {
    const nowMs = this.#clock.now();
    const known = this.#windows.get(key);
    const current =
      known !== undefined && nowMs < known.endsAtMs ? known : { count: 0, endsAtMs: nowMs + this.#windowMs };
    const next = { ...current, count: Math.max(0, current.count + amount) };
    this.#windows.set(key, next);
    return next;
  }
}
