import type { Clock } from '../../../base/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../world/timestamps.ts';
import { REQUEST_COSTS, SECONDARY_LIMITS } from './limits.table.ts';
import { WindowCounters } from './rate-limit.ts';

/** A request as the secondary limits see it. */
export interface ChargedRequest {
  readonly bucket: string;
  /** Method and path template: points are counted per endpoint. */
  readonly endpoint: string;
  readonly isReading: boolean;
  readonly makes?: 'content' | 'token' | undefined;
  /** See `Entry`. */
  readonly isCrowded?: boolean;
}

/** An exceeded limit. */
export interface SecondaryExcess {
  readonly limit: 'concurrency' | 'content' | 'cpu' | 'points' | 'tokens';
  /** Undefined if unknown. */
  readonly retryAfterSeconds: number | undefined;
}

/** A request in progress. */
export interface Entry {
  /** True if too many requests were in progress when it arrived. */
  readonly isCrowded: boolean;
  /** Ends the request; later calls have no effect. */
  readonly leave: () => void;
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
  enter(bucket: string): Entry {
    const count = (this.#running.get(bucket) ?? 0) + 1;
    this.#running.set(bucket, count);
    let isInside = true;
    return {
      isCrowded: count > SECONDARY_LIMITS.concurrentRequests,
      leave: () => {
        this.#running.set(bucket, (this.#running.get(bucket) ?? 0) - (isInside ? 1 : 0));
        isInside = false;
      },
    };
  }

  /** Charges a request, or returns the limit that it exceeds, in which case it costs nothing. */
  charge(request: ChargedRequest): SecondaryExcess | undefined {
    if (request.isCrowded === true) {
      return { limit: 'concurrency', retryAfterSeconds: undefined };
    }
    const charges = chargesOf(request);
    for (const { limit, span, key, amount, max } of charges) {
      const { count, endsAtMs } = this.#counters[span].add(key, 0);
      if (count + amount > max) {
        return { limit, retryAfterSeconds: Math.ceil((endsAtMs - this.#clock.now()) / 1000) };
      }
    }
    for (const { span, key, amount } of charges) {
      this.#counters[span].add(key, amount);
    }
    return undefined;
  }
}

interface Charge {
  readonly limit: SecondaryExcess['limit'];
  readonly span: 'hour' | 'minute';
  readonly key: string;
  readonly amount: number;
  readonly max: number;
}

function chargesOf({ bucket, endpoint, isReading, makes }: ChargedRequest): readonly Charge[] {
  const { points, cpuMs } = isReading ? REQUEST_COSTS.reading : REQUEST_COSTS.writing;
  const limits = SECONDARY_LIMITS;
  const content = { limit: 'content', key: `${bucket} content`, amount: 1 } as const;
  const token = { limit: 'tokens', key: `${bucket} tokens`, amount: 1 } as const;
  return [
    {
      limit: 'points',
      span: 'minute',
      key: `${bucket} ${endpoint}`,
      amount: points,
      max: limits.pointsPerMinute,
    },
    { limit: 'cpu', span: 'minute', key: `${bucket} cpu`, amount: cpuMs, max: limits.cpuMsPerMinute },
    ...(makes === 'content'
      ? [
          { ...content, span: 'minute', max: limits.contentPerMinute } as const,
          { ...content, span: 'hour', max: limits.contentPerHour } as const,
        ]
      : []),
    ...(makes === 'token' ? [{ ...token, span: 'hour', max: limits.tokenRequestsPerHour } as const] : []),
  ];
}
