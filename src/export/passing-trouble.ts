import type { Clock } from '../base/clock.ts';
import { detailOf, Failure, isTemporary } from '../model/failure.ts';
import type { FailureCode } from '../model/failures.table.ts';

/** A longer Retry-After is ignored: no window of a service is longer than an hour. */
const MAX_PAUSE_MS = 3_600_000;

/** What a proxy, a login page or a replica that lags behind may answer in place of the service. */
const DOUBTFUL: ReadonlySet<FailureCode> = new Set(['absent', 'location-refused', 'not-the-service']);

/**
 * Doubtful failures are believed after this long. Restarts, login pages and lags end sooner, and after hours of waiting
 * for an export it is early enough to learn of a wrong address.
 */
const MAX_DOUBT_MS = 15 * 60_000;

/** True if a later attempt may succeed. False for a limit with `--no-wait`, which must end the work. */
export function isPassing(error: unknown): error is Failure {
  return isTemporary(error) && detailOf(error, 'isWaitUnwanted') !== true;
}

/**
 * Doubts failures that say that the service is elsewhere, or lacks a migration that it had: it never removes migrations,
 * only their archives.
 */
export function createDoubt(clock: Pick<Clock, 'now'>, maxMs = MAX_DOUBT_MS) {
  let sinceMs: number | undefined;
  return {
    /** True for such a failure, until they have lasted for `maxMs`. */
    applies(error: unknown): error is Failure {
      if (!(error instanceof Failure && DOUBTFUL.has(error.code))) {
        return false;
      }
      sinceMs ??= clock.now();
      return clock.now() - sinceMs <= maxMs;
    },
    /** To be called when the service has answered as expected. */
    end(): void {
      sinceMs = undefined;
    },
  };
}

/** How long the service or its storage asks to be left alone (RFC 9110, 10.2.3); 0 if it does not, or not plausibly. */
export function askedPauseMs(failure: Failure): number {
  const askedMs = Number(detailOf(failure, 'retryAfterMs') ?? 0);
  return askedMs <= MAX_PAUSE_MS ? askedMs : 0;
}
