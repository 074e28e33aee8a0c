import { backoffMs } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import { formatDuration } from '../../base/durations.ts';
import { definedMembers } from '../../base/json.ts';
import type { Random } from '../../base/random.ts';
import { Failure } from '../../model/failure.ts';
import { isBroken } from '../connection-failure.ts';
import { isBrokenJson, isServerTrouble } from '../failures/response-failure.ts';
import type { ApiMethod, ApiRequest, ApiResponse, Decorator, OnWait, Send } from '../send.ts';
import { readRetryAfter, serviceTimeMs } from '../service-time.ts';

/** How often a request is repeated unless the client says otherwise. */
export const USUAL_RETRIES = 4;

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/** A longer Retry-After is returned to the caller. */
const MAX_RETRY_AFTER_MS = 120_000;

/** Idempotent methods (RFC 9110, 9.2.2). POST and PATCH are never repeated. */
const IDEMPOTENT: ReadonlySet<ApiMethod> = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

export interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly onWait: OnWait | undefined;
  /** False: a Retry-After is a failure at once. */
  readonly canWait: boolean;
  /** How often a request is repeated; default: `USUAL_RETRIES`. */
  readonly retries?: number | undefined;
  /** Whether the same request may succeed after an answer with this status. */
  readonly isTrouble?: (status: number) => boolean;
}

/**
 * Repeats idempotent requests after server errors and broken connections, with exponential backoff and jitter. What was
 * read is also repeated after a broken answer; a write has then been done.
 */
export function withRetry(options: RetryOptions): Decorator {
  const { clock, random, onWait, canWait, retries = USUAL_RETRIES, isTrouble = isServerTrouble } = options;
  return (next) => async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await trySending(next, request);
      if (!canWait && IDEMPOTENT.has(request.method)) {
        refuseWait(request, outcome, { nowMs: clock.now(), isTrouble });
      }
      const isLast = attempt > retries || !IDEMPOTENT.has(request.method);
      const trouble = isLast
        ? undefined
        : troubleOf(request.method, outcome, { nowMs: clock.now(), isTrouble });
      if (trouble === undefined) {
        return settle(outcome);
      }
      const delayMs = backoffMs(attempt, { firstMs: FIRST_DELAY_MS, maxMs: MAX_DELAY_MS, random });
      const untilMs = clock.now() + Math.max(delayMs, trouble.retryAfterMs);
      onWait?.({ reason: trouble.reason, untilMs, ...definedMembers({ failure: trouble.failure }) });
      await clock.sleep(untilMs - clock.now(), request.signal);
    }
  };
}

type Outcome = { readonly response: ApiResponse } | { readonly failure: Failure };

async function trySending(next: Send, request: ApiRequest): Promise<Outcome> {
  try {
    return { response: await next(request) };
  } catch (error) {
    request.signal?.throwIfAborted();
    if (isBroken(error)) {
      return { failure: error };
    }
    throw error;
  }
}

function settle(outcome: Outcome): ApiResponse {
  if ('failure' in outcome) {
    throw outcome.failure;
  }
  return outcome.response;
}

/** What decides whether an answer is a reason to try again. */
interface TroubleCheck {
  readonly nowMs: number;
  readonly isTrouble: (status: number) => boolean;
}

interface Trouble {
  readonly reason: string;
  readonly retryAfterMs: number;
  readonly failure?: Failure | undefined;
}

/** The reason to try again; undefined if it is pointless. */
function troubleOf(
  method: ApiMethod,
  outcome: Outcome,
  { nowMs, isTrouble }: TroubleCheck,
): Trouble | undefined {
  if ('failure' in outcome) {
    return { reason: outcome.failure.reason, retryAfterMs: 0, failure: outcome.failure };
  }
  const { status } = outcome.response;
  if (method === 'GET' && isBrokenJson(outcome.response)) {
    return { reason: `the service answered ${status} with incomplete JSON`, retryAfterMs: 0 };
  }
  const retryAfterMs = askedWaitMs(outcome.response, nowMs);
  return !isTrouble(status) || retryAfterMs > MAX_RETRY_AFTER_MS
    ? undefined
    : { reason: `the service answered ${status}`, retryAfterMs };
}

function askedWaitMs(response: ApiResponse, nowMs: number): number {
  return readRetryAfter(response.headers.get('retry-after'), serviceTimeMs(response, nowMs)) ?? 0;
}

/** Throws a failure that also stops outer loops, such as the one that polls a migration. */
function refuseWait({ action }: ApiRequest, outcome: Outcome, { nowMs, isTrouble }: TroubleCheck): void {
  if (!('response' in outcome) || !isTrouble(outcome.response.status)) {
    return;
  }
  const { status } = outcome.response;
  const retryAfterMs = askedWaitMs(outcome.response, nowMs);
  if (retryAfterMs > 0) {
    throw new Failure(
      'service-unavailable',
      `Cannot ${action}: the service answered ${status}, and asks to wait for ${formatDuration(retryAfterMs)}`,
      { details: { status, retryAfterMs, isWaitUnwanted: true } },
    );
  }
}
