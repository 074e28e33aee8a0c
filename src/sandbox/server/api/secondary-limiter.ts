import type { Clock } from '../../../base/index.ts';
import { REQUEST_COSTS, SECONDARY_LIMITS } from './limits.table.ts';
import { createWindowCounters } from './rate-limit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A request as the secondary limits see it. */
export interface ChargedRequest {
  /** Whose limits it counts against. */
  readonly bucket: string;
  /** Method and path template: each endpoint has points of its own. */
  readonly endpoint: string;
  readonly isReading: boolean;
  readonly makes?: 'content' | 'token';
  /** See `Entry`. */
  readonly isCrowded?: boolean;
}

/** Which limit was exceeded. */
export interface SecondaryExcess {
  readonly limit: 'concurrency' | 'content' | 'cpu' | 'points' | 'tokens';
  /** Seconds to wait; undefined where nobody can tell. */
  readonly retryAfterSeconds: number | undefined;
}

/** A request that is under way. */
export interface Entry {
  /** True where too many were under way already when it arrived. */
  readonly isCrowded: boolean;
  /** Counts it out, once. */
  readonly leave: () => void;
}

/** Watches the secondary limits of all callers. */
export interface SecondaryLimiter {
  /** Counts a request in, from its arrival to the end of its answer, however long either takes. */
  enter(bucket: string): Entry;
  /** Charges a request that was counted in, or tells which limit it exceeds; then it costs nothing. */
  charge(request: ChargedRequest): SecondaryExcess | undefined;
}

/** Creates the limits of specification 8.2, on the clock given. */
export function createSecondaryLimiter(clock: Clock): SecondaryLimiter {
  const running = new Map<string, number>();
  const minutes = createWindowCounters(clock, MINUTE_MS);
  const hours = createWindowCounters(clock, HOUR_MS);
  const runningOf = (bucket: string) => running.get(bucket) ?? 0;

  return {
    enter(bucket) {
      running.set(bucket, runningOf(bucket) + 1);
      let isInside = true;
      return {
        isCrowded: runningOf(bucket) > SECONDARY_LIMITS.concurrentRequests,
        leave() {
          running.set(bucket, runningOf(bucket) - (isInside ? 1 : 0));
          isInside = false;
        },
      };
    },
    charge(request) {
      if (request.isCrowded === true) {
        return { limit: 'concurrency', retryAfterSeconds: undefined };
      }
      const charges = chargesOf(request).map((charge) => ({
        ...charge,
        counters: charge.span === 'minute' ? minutes : hours,
      }));
      for (const { limit, key, amount, max, counters } of charges) {
        const { count, endsAtMs } = counters.add(key, 0);
        if (count + amount > max) {
          return { limit, retryAfterSeconds: Math.ceil((endsAtMs - clock.now()) / 1000) };
        }
      }
      for (const { key, amount, counters } of charges) {
        counters.add(key, amount);
      }
      return undefined;
    },
  };
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
