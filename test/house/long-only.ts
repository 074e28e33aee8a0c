import { it } from 'vitest';
import { IS_LONG } from './long-run.ts';

/** A test of the long run alone: a campaign, or one whose promise `npm test` proves with a cheaper test. */
export const itLong = it.runIf(IS_LONG);

/** All cases of a promise in a long run; otherwise at most `count` of them, from the first one on in equal steps. */
export function sampled<T>(cases: readonly T[], count: number): readonly T[] {
  const step = IS_LONG ? 1 : Math.ceil(cases.length / count);
  return cases.filter((_, at) => at % step === 0);
}
