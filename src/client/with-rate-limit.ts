import { type Clock, Failure, type Random } from '../base/index.ts';
import type { RateGate } from './gate/rate-gate.ts';
import type { LimitNews } from './gate/settle-send.ts';
import { type LimitWait, planLimitWait } from './plan-limit-wait.ts';
import { readBucket } from './read-bucket.ts';
import type { ApiRequest, ApiResponse, Decorator } from './send.ts';
import type { Wait } from './wait.ts';

/** How often one request meets a limit before it is given up (specification 7: "a set number of retries"). */
export const MAX_LIMIT_TRIES = 6;

/** The longest wait for a limit: windows are an hour long, and clocks differ a little. */
const MAX_LIMIT_WAIT_MS = 65 * 60_000;

/** The longest pause that is remembered: a service that names a later time is wrong, or evil. */
const MAX_PAUSE_MS = 24 * 60 * 60_000;

interface RateLimitOptions {
  readonly gate: RateGate;
  readonly clock: Clock;
  readonly random: Random;
  /** False: a limit is a failure at once. */
  readonly canWait: boolean;
}

/**
 * Sends through the gate, and again after a limit was met all the same: a limited request was not carried out, so this
 * holds for every method. What one answer tells of limits holds for all requests of the token.
 */
export function withRateLimit({ gate, clock, random, canWait }: RateLimitOptions): Decorator {
  return (next) => async (request) => {
    for (let tryNumber = 1; ; tryNumber += 1) {
      const pass = await gate.enter(request, request.signal);
      let news: LimitNews | undefined;
      try {
        const response = await next(request);
        const nowMs = clock.now();
        const wait = planLimitWait(response, { tryNumber, nowMs, random });
        news = newsOf(response, wait, nowMs);
        if (wait === undefined) {
          return response;
        }
        if (tryNumber === MAX_LIMIT_TRIES || wait.delayMs > MAX_LIMIT_WAIT_MS || !canWait) {
          throw limitFailure(request, { reason: wait.reason, untilMs: nowMs + wait.delayMs });
        }
      } finally {
        await pass.leave(news);
      }
    }
  };
}

/** Throws for a wait that is longer than any window, and for every wait where none is wanted. */
export function createWaitJudge(
  clock: Clock,
  canWait: boolean,
): (request: Pick<ApiRequest, 'action'>, wait: Wait) => void {
  return (request, wait) => {
    if (!canWait || wait.untilMs - clock.now() > MAX_LIMIT_WAIT_MS) {
      throw limitFailure(request, wait);
    }
  };
}

/** The failure of a request that a limit stands against, with the time at which it ends. */
function limitFailure(request: Pick<ApiRequest, 'action'>, { reason, untilMs }: Wait): Failure {
  const isTellable = Math.abs(untilMs) <= MAX_DATE_MS;
  const until = isTellable ? new Date(untilMs).toISOString() : 'the end of time';
  return new Failure('rate-limited', `Cannot ${request.action}: ${reason}, until ${until}`, {
    details: { until },
  });
}

/** The last moment that a Date can hold (ECMAScript, time values). */
const MAX_DATE_MS = 8.64e15;

function newsOf(response: ApiResponse, wait: LimitWait | undefined, nowMs: number): LimitNews {
  const bucket = readBucket(response, nowMs);
  return {
    ...(bucket === undefined ? {} : { bucket }),
    ...(wait === undefined || wait.scope === 'resource'
      ? {}
      : { pause: { reason: wait.reason, untilMs: nowMs + Math.min(wait.delayMs, MAX_PAUSE_MS) } }),
  };
}
