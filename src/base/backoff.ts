import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

interface BackoffOptions {
  /** The delay after the first attempt. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** How many times as long each further delay is; default: 2. */
  readonly growth?: number;
  /** Adds jitter: the delay is between half and all of its full length, so that clients do not return all at once. */
  readonly random?: Pick<Random, 'next'> | undefined;
}

/** Exponential backoff: the delay in milliseconds after an attempt, counted from 1. */
export function backoffMs(attempt: number, { firstMs, maxMs, growth = 2, random }: BackoffOptions): number {
  const fullMs = Math.min(maxMs, firstMs * growth ** (attempt - 1));
  return random === undefined ? fullMs : Math.round(fullMs * (0.5 + random.next() / 2));
}

interface RetryOptions extends BackoffOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
  /** Default: without limit. */
  readonly maxAttempts?: number;
  /** Whether another attempt may succeed. */
  readonly mayPass: (error: unknown) => boolean;
  /** Called before each delay. */
  readonly onTrouble?: (error: unknown) => void;
}

/** Attempts work until it succeeds; throws its last error. */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  { clock, signal, maxAttempts = Number.POSITIVE_INFINITY, mayPass, onTrouble, ...delays }: RetryOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (attempt >= maxAttempts || !mayPass(error)) {
        throw error;
      }
      onTrouble?.(error);
      await clock.sleep(backoffMs(attempt, delays), signal);
    }
  }
}
