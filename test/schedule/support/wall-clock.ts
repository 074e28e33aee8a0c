import type { Clock } from '../../../src/base/clock.ts';

/** A clock whose wall can be set while its timers go on evenly, as those of a machine do. */
export interface WallClock extends Clock {
  /** Sets the wall by so much; sleeps under way last as long as before. */
  set(byMs: number): void;
  /** Lets time pass until the next sleep ends; gives false where nobody sleeps until `untilMs` on the wall. */
  passUntil(untilMs: number): boolean;
  /** Forgets every sleep: the process that slept is dead. */
  forgetSleepers(): void;
}

interface Sleeper {
  readonly dueMs: number;
  readonly wake: () => void;
}

export function createWallClock(startMs: number): WallClock {
  let evenMs = 0;
  let wallMs = startMs;
  let sleepers: Sleeper[] = [];
  return {
    now: () => wallMs,
    set(byMs) {
      wallMs += byMs;
    },
    async sleep(durationMs, signal) {
      signal?.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const sleeper = { dueMs: evenMs + durationMs, wake: resolve };
        const place = sleepers.findIndex(({ dueMs }) => dueMs > sleeper.dueMs);
        sleepers.splice(place === -1 ? sleepers.length : place, 0, sleeper);
        signal?.addEventListener('abort', () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          reject(signal.reason);
        });
      });
    },
    passUntil(untilMs) {
      const [next] = sleepers;
      const byMs = next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, next.dueMs - evenMs);
      if (next === undefined || wallMs + byMs > untilMs) {
        const restMs = Math.max(0, untilMs - wallMs);
        evenMs += restMs;
        wallMs += restMs;
        return false;
      }
      evenMs += byMs;
      wallMs += byMs;
      sleepers.shift();
      next.wake();
      return true;
    },
    forgetSleepers() {
      sleepers = [];
    },
  };
}
