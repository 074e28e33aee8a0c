import type { Clock } from '../../../base/index.ts';
import { REQUEST_COSTS, SECONDARY_LIMITS } from './limits.table.ts';
import { WindowCounters } from './rate-limit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A request as the secondary limits see it. */
export interface ChargedRequest {
  /** Whose limits it counts against. */
  readonly bucket: string;
  /** Method and path template: each endpoint has its own points. */
  readonly endpoint: string;
  readonly isReading: boolean;
  readonly makes?: 'content' | 'token';
  /** See `Entry`. */
  readonly isCrowded?: boolean;
}

/** Which limit was exceeded. */
export interface SecondaryExcess {
  readonly limit: 'concurrency' | 'content' | 'cpu' | 'points' | 'tokens';
  /** Seconds to wait; undefined where it is unknown. */
  readonly retryAfterSeconds: number | undefined;
}

/** A request that is under way. */
export interface Entry {
  /** True where too many were under way already when it arrived. */
  readonly isCrowded: boolean;
  /** Counts it out, once. */
  readonly leave: () => void;
}

/** Watches the secondary limits of specification 8.2 for all callers, on the clock given. */
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

  /** Counts a request in, from its arrival to the end of its answer, however long either takes. */
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

  /** Charges a request that was counted in, or returns the limit that it exceeds; then it costs nothing. */
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
