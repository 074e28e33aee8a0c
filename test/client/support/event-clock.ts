import type { Clock } from '../../../src/base/index.ts';

/** A clock that stands still while anything can go on, and then jumps to the end of the next sleep. */
export interface EventClock extends Clock {
  /** Lets time pass until the work is done, but not while something happens outside of it. */
  runUntil<Result>(work: Promise<Result>, outside?: Outside): Promise<Result>;
}

/** What happens in other processes. */
export interface Outside {
  isBusy(): boolean;
  /** Resolves as soon as they may no longer be. */
  untilChange(): Promise<void>;
}

interface Sleeper {
  readonly dueMs: number;
  readonly wake: () => void;
}

export function createEventClock(startMs: number): EventClock {
  let nowMs = startMs;
  const sleepers: Sleeper[] = [];

  function wakeNext(): void {
    const [next] = sleepers;
    if (next === undefined) {
      throw new Error('Everybody waits, and nobody sleeps');
    }
    nowMs = Math.max(nowMs, next.dueMs);
    // Those of one moment wake together, and contend for what comes next.
    for (const sleeper of sleepers.splice(0, sleepers.filter(({ dueMs }) => dueMs <= nowMs).length)) {
      sleeper.wake();
    }
  }

  return {
    now: () => nowMs,
    async sleep(durationMs, signal) {
      signal?.throwIfAborted();
      await new Promise<void>((resolve) => {
        const sleeper = { dueMs: nowMs + durationMs, wake: resolve };
        const place = sleepers.findIndex(({ dueMs }) => dueMs > sleeper.dueMs);
        sleepers.splice(place === -1 ? sleepers.length : place, 0, sleeper);
      });
    },
    async runUntil(work, outside) {
      let isDone = false;
      const ended = work.finally(() => {
        isDone = true;
      });
      ended.catch(() => undefined); // Heard below.
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve)); // All that can go on goes on.
        if (isDone) {
          return await ended;
        }
        if (outside?.isBusy() === true) {
          await Promise.race([outside.untilChange(), ended.catch(() => undefined)]);
        } else {
          wakeNext();
        }
      }
    },
  };
}
