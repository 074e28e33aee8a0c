import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import { formatTimestamp } from '../../base/timestamps.ts';
import { Failure } from '../../model/failure.ts';
import type { ApiRequest, ApiResponse, Decorator, Wait } from '../send.ts';
import { type LimitWait, planLimitWait, readResource, readRest } from './plan-limit-wait.ts';
import type { LimitReport, RateGate } from './rate-gate.ts';
import { ALL, MAX_WINDOW_MS, type Rest } from './token-limits.ts';

/** Attempts of one request that meets limits (specification 7: "a set number of retries"). */
export const MAX_LIMIT_TRIES = 6;

interface RateLimitOptions {
  readonly gate: RateGate;
  readonly clock: Clock;
  readonly random: Random;
  /** False: a limit is a failure at once. */
  readonly canWait: boolean;
}

/**
 * Sends requests through the gate, and repeats those that meet a limit nevertheless. As the service does not execute
 * them, this is safe for every method. The limits in a response apply to all requests of the token.
 */
export function withRateLimit({ gate, clock, random, canWait }: RateLimitOptions): Decorator {
  return (next) => async (request) => {
    let notBefore: Wait | undefined;
    for (let attempt = 1; ; attempt += 1) {
      const pass = await gate.enter(request, request.signal, notBefore);
      let report: LimitReport | undefined;
      try {
        const response = await next(request);
        const nowMs = clock.now();
        const wait = planLimitWait(response, { attempt, nowMs, random });
        report = reportOf(response, wait, nowMs);
        if (wait === undefined) {
          return response;
        }
        if (attempt === MAX_LIMIT_TRIES || wait.delayMs > MAX_WINDOW_MS || !canWait) {
          throw limitFailure(request, { reason: wait.reason, untilMs: nowMs + wait.delayMs }, canWait);
        }
        notBefore = { reason: wait.reason, untilMs: nowMs + wait.delayMs };
      } finally {
        pass.leave(report);
      }
    }
  };
}

/** Creates a function that throws if a wait is longer than any window, or if waiting is not allowed at all. */
export function createWaitCheck(
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
 * The failure of a request because of a limit, with the time at which the limit ends. It says if waiting is not allowed:
 * otherwise the loop that polls a migration would repeat the request.
 */
function limitFailure(
  request: Pick<ApiRequest, 'action'>,
  { reason, untilMs }: Wait,
  canWait: boolean,
): Failure {
  const isDate = Math.abs(untilMs) <= MAX_DATE_MS;
  const until = isDate ? formatTimestamp(untilMs) : 'the end of time';
  return new Failure('rate-limited', `Cannot ${request.action}: ${reason}, until ${until}`, {
    details: { until, ...(canWait ? {} : { isWaitUnwanted: true }) },
  });
}

/** The maximum of a Date (ECMAScript, time values). */
const MAX_DATE_MS = 8.64e15;

function reportOf(response: ApiResponse, wait: LimitWait | undefined, nowMs: number): LimitReport {
  const resource = readResource(response);
  if (wait?.scope === 'resource') {
    return { resource, limits: { notBefore: { [resource]: remembered(wait, nowMs) }, left: {} } };
  }
  const rest = readRest(response, nowMs);
  const left: Record<string, Rest> = rest === undefined ? {} : { [resource]: rest };
  const limits = { notBefore: wait === undefined ? {} : { [ALL]: remembered(wait, nowMs) }, left };
  return rest === undefined ? { limits } : { resource, limits };
}

/** A wait that is longer than any window is not remembered for longer: it is wrong or malicious. */
function remembered({ reason, delayMs }: LimitWait, nowMs: number): Wait {
  return { reason, untilMs: nowMs + Math.min(delayMs, MAX_WINDOW_MS) };
}
