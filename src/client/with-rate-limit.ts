import { type Clock, Failure, type Random } from '../base/index.ts';
import { type LimitWait, planLimitWait } from './plan-limit-wait.ts';
import type { ApiRequest, Decorator } from './send.ts';
import type { OnWait } from './wait.ts';

/** How often one request meets a limit before it is given up (specification 7: "a set number of retries"). */
export const MAX_LIMIT_TRIES = 6;

/** The longest wait for a limit: windows are an hour long, and clocks differ a little. */
const MAX_LIMIT_WAIT_MS = 65 * 60_000;

interface RateLimitOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly onWait: OnWait | undefined;
}

/**
 * Waits while a rate limit holds and sends the request again; a limited request was not carried out, so this
 * holds for every method. One limit pauses all requests of the client: going on could get the caller blocked.
 */
export function withRateLimit({ clock, random, onWait }: RateLimitOptions): Decorator {
  let pausedUntilMs = 0;

  async function passGate(request: ApiRequest): Promise<void> {
    while (clock.now() < pausedUntilMs) {
      await clock.sleep(pausedUntilMs - clock.now(), request.signal);
    }
  }

  return (next) => async (request) => {
    for (let tryNumber = 1; ; tryNumber += 1) {
      await passGate(request);
      const response = await next(request);
      const wait = planLimitWait(response, { tryNumber, nowMs: clock.now(), random });
      if (wait === undefined) {
        return response;
      }
      const untilMs = clock.now() + wait.delayMs;
      if (tryNumber === MAX_LIMIT_TRIES || wait.delayMs > MAX_LIMIT_WAIT_MS) {
        throw limitFailure(request, wait, untilMs);
      }
      pausedUntilMs = Math.max(pausedUntilMs, untilMs);
      onWait?.({ reason: wait.reason, untilMs: pausedUntilMs });
    }
  };
}

function limitFailure(request: ApiRequest, { reason }: LimitWait, untilMs: number): Failure {
  const isTellable = Math.abs(untilMs) <= MAX_DATE_MS;
  const until = isTellable ? new Date(untilMs).toISOString() : 'the end of time';
  return new Failure('rate-limited', `Cannot ${request.action}: ${reason}, until ${until}`, {
    details: { until },
  });
}

/** The last moment that a Date can hold (ECMAScript, time values). */
const MAX_DATE_MS = 8.64e15;
