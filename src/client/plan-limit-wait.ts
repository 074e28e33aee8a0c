import { backoffMs, type Random } from '../base/index.ts';
import { isUsedUp, RESET_MARGIN_MS, readResetLeft } from './read-bucket.ts';
import type { ApiResponse } from './send.ts';
import { serviceErrorOf } from './service-error.ts';
import { readRetryAfter, serviceTimeMs } from './service-time.ts';

/** The shortest wait after a limit that names no time (specification 7). */
const UNNAMED_WAIT_MS = 60_000;

/** The longest of them; they double with each try. */
const MAX_UNNAMED_WAIT_MS = 16 * 60_000;

/** The jitter on top of waits without a time: at most this share of them, never less than the minimum. */
const JITTER_SHARE = 0.1;

interface LimitContext {
  /** How often this request met a limit, this time included. */
  readonly tryNumber: number;
  /** On our clock: used where the service does not say its time. */
  readonly nowMs: number;
  readonly random: Random;
}

/** How long to leave the service alone, and why. */
export interface LimitWait {
  readonly reason: string;
  readonly delayMs: number;
  /** Whether it holds for the token as a whole, or for the one resource whose window is used up. */
  readonly scope: 'caller' | 'resource';
}

/**
 * Tells whether an answer is a rate limit, and how long to wait (specification 7, client behaviour): Retry-After,
 * else the reset of a used-up window, else at least a minute. Undefined for a refusal that is no limit.
 */
export function planLimitWait(response: ApiResponse, context: LimitContext): LimitWait | undefined {
  const { status, headers } = response;
  const hasText = namesLimit(response);
  // 422 is "validation failed, or the endpoint was called too often" (specification 7): only its text tells.
  if (status !== 429 && status !== 403 && !(status === 422 && hasText)) {
    return undefined;
  }
  const serviceNowMs = serviceTimeMs(response, context.nowMs);
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), serviceNowMs);
  if (retryAfterMs !== undefined && retryAfterMs > 0) {
    return { reason: 'the service asks to wait', delayMs: retryAfterMs, scope: 'caller' };
  }
  const hasNothingLeft = isUsedUp(response);
  const resetMs = readResetLeft(response, context.nowMs) ?? 0;
  // A reset in the past, or beyond any window, tells nothing; the rule for limits without a time holds then.
  if (hasNothingLeft && resetMs > 0) {
    return {
      reason: 'the hourly limit of requests is used up',
      delayMs: resetMs + RESET_MARGIN_MS,
      scope: 'resource',
    };
  }
  return hasText || hasNothingLeft || status === 429 || retryAfterMs !== undefined
    ? { reason: 'a rate limit is in effect', delayMs: unnamedWaitMs(context), scope: 'caller' }
    : undefined;
}

function unnamedWaitMs({ tryNumber, random }: LimitContext): number {
  const delayMs = backoffMs(tryNumber, { firstMs: UNNAMED_WAIT_MS, maxMs: MAX_UNNAMED_WAIT_MS });
  return Math.round(delayMs * (1 + random.next() * JITTER_SHARE));
}

/** The texts and links of limits, past ones included (facts of the real service, 2018 to 2026). */
function namesLimit(response: ApiResponse): boolean {
  const error = serviceErrorOf(response.body);
  return (
    /secondary rate limit|rate limit exceeded|abuse detection/i.test(error?.message ?? '') ||
    /(secondary-rate-limits|#abuse-rate-limits)$/.test(error?.documentationUrl ?? '')
  );
}
