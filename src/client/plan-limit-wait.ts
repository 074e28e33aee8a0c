import { backoffMs, type Random } from '../base/index.ts';
import { USED_UP } from './gate/token-limits.ts';
import { isUsedUp, RESET_MARGIN_MS, readResetLeft } from './read-bucket.ts';
import type { ApiResponse } from './send.ts';
import { serviceErrorOf } from './service-error.ts';
import { readRetryAfter, serviceTimeMs } from './service-time.ts';

/** The first delay after a limit without a time (specification 7). It doubles with each attempt. */
const UNNAMED_WAIT_MS = 60_000;

const MAX_UNNAMED_WAIT_MS = 16 * 60_000;

/** The maximum jitter, as a share of the delay; it is always added. */
const JITTER_SHARE = 0.1;

interface LimitContext {
  /** Counted from 1. */
  readonly attempt: number;
  /** On our clock; used if the response has no date. */
  readonly nowMs: number;
  readonly random: Random;
}

export interface LimitWait {
  readonly reason: string;
  readonly delayMs: number;
  /** Whether the limit applies to the token as a whole, or only to the resource whose window is used up. */
  readonly scope: 'caller' | 'resource';
}

/**
 * The wait that a rate limit requires (specification 7, client behaviour): Retry-After, or else the reset of a used-up
 * window, or else at least a minute. Undefined if the response is not a rate limit.
 */
export function planLimitWait(response: ApiResponse, context: LimitContext): LimitWait | undefined {
  const { status, headers } = response;
  const hasText = namesLimit(response);
  // 422 is "validation failed, or the endpoint was called too often" (specification 7): only the text shows which.
  if (status !== 429 && status !== 403 && !(status === 422 && hasText)) {
    return undefined;
  }
  const serviceNowMs = serviceTimeMs(response, context.nowMs);
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), serviceNowMs);
  if (retryAfterMs !== undefined && retryAfterMs > 0) {
    return { reason: 'the service asks to wait', delayMs: retryAfterMs, scope: 'caller' };
  }
  const isExhausted = isUsedUp(response);
  const resetMs = readResetLeft(response, context.nowMs) ?? 0;
  // A reset in the past, or beyond any window, is ignored.
  if (isExhausted && resetMs > 0) {
    return {
      reason: USED_UP,
      delayMs: resetMs + RESET_MARGIN_MS,
      scope: 'resource',
    };
  }
  return hasText || isExhausted || status === 429 || retryAfterMs !== undefined
    ? { reason: 'a rate limit is in effect', delayMs: unnamedWaitMs(context), scope: 'caller' }
    : undefined;
}

function unnamedWaitMs({ attempt, random }: LimitContext): number {
  const delayMs = backoffMs(attempt, { firstMs: UNNAMED_WAIT_MS, maxMs: MAX_UNNAMED_WAIT_MS });
  return Math.round(delayMs * (1 + random.next() * JITTER_SHARE));
}

/** Matches the messages and links of rate limits, including former ones (the real service, 2018 to 2026). */
function namesLimit(response: ApiResponse): boolean {
  const error = serviceErrorOf(response.body);
  return (
    /secondary rate limit|rate limit exceeded|abuse detection/i.test(error?.message ?? '') ||
    /(secondary-rate-limits|#abuse-rate-limits)$/.test(error?.documentationUrl ?? '')
  );
}
