import type { Random } from './random.ts';

interface BackoffOptions {
  /** The wait after the first try. */
  readonly firstMs: number;
  /** No wait is longer. */
  readonly maxMs: number;
  /** Spreads the wait over its upper half, so that many callers do not come back at once. */
  readonly random?: Random;
}

/** How long to wait, in milliseconds, after the try of this number (from 1): twice as long each time. */
export function backoffMs(tryNumber: number, { firstMs, maxMs, random }: BackoffOptions): number {
  const fullMs = Math.min(maxMs, firstMs * 2 ** (tryNumber - 1));
  return random === undefined ? fullMs : Math.round(fullMs * (0.5 + random.next() / 2));
}
