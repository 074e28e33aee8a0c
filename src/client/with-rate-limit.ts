import { type Clock, Failure, type Random } from '../base/index.ts';
import { MAX_WINDOW_MS } from './gate/gate-state.ts';
import type { RateGate } from './gate/rate-gate.ts';
import type { LimitNews } from './gate/settle-send.ts';
import { type LimitWait, planLimitWait } from './plan-limit-wait.ts';
import { readBucket, readResource } from './read-bucket.ts';
import type { ApiRequest, ApiResponse, Decorator } from './send.ts';
import type { Wait } from './wait.ts';

/** How often one request meets a limit before it is given up (specification 7: "a set number of retries"). */
export const MAX_LIMIT_TRIES = 6;

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
    let notBefore: Wait | undefined;
    for (let tryNumber = 1; ; tryNumber += 1) {
      const pass = await gate.enter(request, request.signal, notBefore);
      let news: LimitNews | undefined;
      try {
        const response = await next(request);
        const nowMs = clock.now();
        const wait = planLimitWait(response, { tryNumber, nowMs, random });
        news = newsOf(response, wait, nowMs);
        if (wait === undefined) {
          return response;
        }
        if (tryNumber === MAX_LIMIT_TRIES || wait.delayMs > MAX_WINDOW_MS || !canWait) {
          throw limitFailure(request, { reason: wait.reason, untilMs: nowMs + wait.delayMs }, canWait);
        }
        notBefore = { reason: wait.reason, untilMs: nowMs + wait.delayMs };
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
    if (!canWait || wait.untilMs - clock.now() > MAX_WINDOW_MS) {
      throw limitFailure(request, wait, canWait);
    }
  };
}

/**
 * The failure of a request that a limit stands against, with the time at which it ends. Where nobody wants to wait for
 * that, it says so: the same request, sent again while a migration is waited for, would do just that.
 */
function limitFailure(
  request: Pick<ApiRequest, 'action'>,
  { reason, untilMs }: Wait,
  canWait: boolean,
): Failure {
  const isTellable = Math.abs(untilMs) <= MAX_DATE_MS;
  const until = isTellable ? new Date(untilMs).toISOString() : 'the end of time';
  return new Failure('rate-limited', `Cannot ${request.action}: ${reason}, until ${until}`, {
    details: { until, ...(canWait ? {} : { isWaitUnwanted: true }) },
  });
}

/** The last moment that a Date can hold (ECMAScript, time values). */
const MAX_DATE_MS = 8.64e15;

function newsOf(response: ApiResponse, wait: LimitWait | undefined, nowMs: number): LimitNews {
  const bucket = readBucket(response, nowMs);
  if (wait === undefined) {
    return bucket === undefined ? {} : { bucket };
  }
  // What is longer than any window is not remembered so long: a service that says so is wrong, or evil.
  const untilMs = nowMs + Math.min(wait.delayMs, MAX_WINDOW_MS);
  return wait.scope === 'resource'
    ? { refusal: { resource: readResource(response), untilMs } }
    : { ...(bucket === undefined ? {} : { bucket }), pause: { reason: wait.reason, untilMs } };
}
