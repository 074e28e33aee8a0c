import type { RunTimes } from './run-times.ts';

/** Missed due times are counted no further: it would take too long. */
const MAX_COUNTED = 10_000;

/** What is due between two moments. */
export interface DueTimes {
  /** The newest due time. */
  readonly newestMs: number;
  /** How many there are, `newestMs` included; `MAX_COUNTED` means that many or more. */
  readonly count: number;
}

/** Finds what became due after `afterMs` and by `untilMs`; undefined where nothing did. */
export function findDue(times: RunTimes, afterMs: number, untilMs: number): DueTimes | undefined {
  let newestMs: number | undefined;
  let count = 0;
  let next = times.next(afterMs);
  while (next !== undefined && next <= untilMs && count < MAX_COUNTED) {
    newestMs = next;
    count += 1;
    next = times.next(next);
  }
  if (newestMs === undefined) {
    return undefined;
  }
  return { newestMs: count < MAX_COUNTED ? newestMs : lastBefore(times, newestMs, untilMs), count };
}

/** The last due time by `untilMs`, sought in stretches that grow backwards from there. */
function lastBefore(times: RunTimes, knownMs: number, untilMs: number): number {
  for (let stretchMs = 60_000; untilMs - stretchMs > knownMs; stretchMs *= 2) {
    let next = times.next(untilMs - stretchMs);
    if (next !== undefined && next <= untilMs) {
      let last = next;
      while (next !== undefined && next <= untilMs) {
        last = next;
        next = times.next(next);
      }
      return last;
    }
  }
  return knownMs;
}
