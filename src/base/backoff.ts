import type { Random } from './random.ts';

interface BackoffOptions {
  /** The delay after the first attempt. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** Adds jitter: the delay is between half and all of its full length, so that clients do not return all at once. */
  readonly random?: Pick<Random, 'next'> | undefined;
}

/** Exponential backoff: the delay in milliseconds after an attempt, counted from 1. */
export function backoffMs(attempt: number, { firstMs, maxMs, random }: BackoffOptions): number {
  const fullMs = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
  return random === undefined ? fullMs : Math.round(fullMs * (0.5 + random.next() / 2));
}
