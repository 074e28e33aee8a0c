import type { Clock } from '../../../base/index.ts';

/** How much was counted under a key, and until when it counts, in milliseconds since the Unix epoch. */
export interface CountingWindow {
  readonly count: number;
  readonly endsAtMs: number;
}

/** Counts per key in windows that begin with a key's first use after the last one ended. */
export interface WindowCounters {
  /** Adds to a key (nothing, to look); never falls below zero. */
  add(key: string, amount: number): CountingWindow;
}

/** Creates counters with windows of one length. */
export function createWindowCounters(clock: Clock, windowMs: number): WindowCounters {
  const windows = new Map<string, CountingWindow>();
  return {
    add(key, amount) {
      const known = windows.get(key);
      const current =
        known !== undefined && clock.now() < known.endsAtMs
          ? known
          : { count: 0, endsAtMs: clock.now() + windowMs };
      const next = { ...current, count: Math.max(0, current.count + amount) };
      windows.set(key, next);
      return next;
    },
  };
}
