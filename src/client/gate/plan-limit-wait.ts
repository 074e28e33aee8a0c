import { backoffMs } from '../../base/backoff.ts';
import type { Random } from '../../base/random.ts';
import type { ApiResponse } from '../send.ts';
import { serviceErrorOf } from '../service-error.ts';
import { readRetryAfter, serviceTimeMs } from '../service-time.ts';
import { MAX_WINDOW_MS, type Rest, USED_UP } from './token-limits.ts';

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

/** Times of the service are whole seconds: one more ensures that the window has ended. */
const RESET_MARGIN_MS = 1_000;

/** Reads the state of the primary limit from a response (specification 2.9); undefined if it is absent. */
export function readRest(response: ApiResponse, nowMs: number): Rest | undefined {
  const text = response.headers.get('x-ratelimit-remaining')?.trim() ?? '';
  const leftMs = readResetLeft(response, nowMs);
  if (!/^\d{1,15}$/.test(text) || leftMs === undefined) {
    return undefined;
  }
  return { requests: Number(text), resetMs: nowMs + leftMs + RESET_MARGIN_MS };
}

/** The resource that a request counted against. */
export function readResource({ headers }: Pick<ApiResponse, 'headers'>): string {
  const resource = headers.get('x-ratelimit-resource')?.trim() ?? '';
  return resource === '' ? 'core' : resource;
}

/** True if the primary limit is used up. */
function isUsedUp({ headers }: Pick<ApiResponse, 'headers'>): boolean {
  const text = headers.get('x-ratelimit-remaining')?.trim() ?? '';
  return text !== '' && Number(text) <= 0;
}

/**
 * How many milliseconds the window still lasts; negative if it is over. The header is in seconds since the Unix epoch
 * according to the specification, but gateways send fractions and milliseconds. Undefined if the time is impossible by
 * the service's clock and by ours.
 */
function readResetLeft(response: Pick<ApiResponse, 'headers'>, nowMs: number): number | undefined {
  const text = response.headers.get('x-ratelimit-reset')?.trim() ?? '';
  if (!/^\d{1,15}(\.\d+)?$/.test(text)) {
    return undefined;
  }
  const value = Number(text);
  return [serviceTimeMs(response, nowMs), nowMs]
    .flatMap((baseMs) => [value * 1_000 - baseMs, value - baseMs])
    .map((leftMs) => Math.ceil(leftMs))
    .find((leftMs) => Math.abs(leftMs) <= MAX_WINDOW_MS);
}
