import type { Clock } from '../../../base/clock.ts';
import { type ChargedRequest, MAX_CONCURRENT_REQUESTS, SECONDARY_LIMITS } from '../../limits.table.ts';
import { HOUR_MS, MINUTE_MS } from '../../world/timestamps.ts';
import { WindowCounters } from './rate-limit.ts';

export interface SecondaryExcess {
  readonly limit: 'concurrency' | (typeof SECONDARY_LIMITS)[number]['name'];
  /** Undefined if unknown. */
  readonly retryAfterSeconds: number | undefined;
}

/** The secondary limits of specification 8.2 for all callers. */
export class SecondaryLimiter {
  readonly #clock: Clock;
  readonly #running = new Map<string, number>();
  readonly #counters: { readonly minute: WindowCounters; readonly hour: WindowCounters };

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#counters = {
      minute: new WindowCounters(clock, MINUTE_MS),
      hour: new WindowCounters(clock, HOUR_MS),
    };
  }

  /** Counts a request as concurrent from its arrival to the end of its response. */
  enter(bucket: string) {
    const count = (this.#running.get(bucket) ?? 0) + 1;
    this.#running.set(bucket, count);
    let isInside = true;
    return {
      /** True if too many requests were in progress when it arrived. */
      isCrowded: count > MAX_CONCURRENT_REQUESTS,
      /** Ends the request; later calls have no effect. */
      leave: () => {
        this.#running.set(bucket, (this.#running.get(bucket) ?? 0) - (isInside ? 1 : 0));
        isInside = false;
      },
    };
  }

  /** Charges a request, or returns the limit that it exceeds, in which case it costs nothing. */
  charge(request: ChargedRequest & { readonly isCrowded?: boolean }): SecondaryExcess | undefined {
    if (request.isCrowded === true) {
      return { limit: 'concurrency', retryAfterSeconds: undefined };
    }
    const charges = SECONDARY_LIMITS.map(({ costOf, ...limit }) => {
      const key = `${request.bucket} ${limit.name === 'points' ? request.endpoint : limit.name}`;
      return { ...limit, key, cost: costOf(request) };
    }).filter(({ cost }) => cost > 0);
    for (const { name, window, max, key, cost } of charges) {
      const { count, endsAtMs } = this.#counters[window].add(key, 0);
      if (count + cost > max) {
        return { limit: name, retryAfterSeconds: Math.ceil((endsAtMs - this.#clock.now()) / 1000) };
      }
    }
    for (const { window, key, cost } of charges) {
      this.#counters[window].add(key, cost);
    }
    return undefined;
  }
}
