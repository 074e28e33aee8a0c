import { setTimeout as delay } from 'node:timers/promises';

/** Where time comes from. Rooms get one handed in, so that tests never sleep. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `durationMs`; rejects with the signal's reason when aborted before. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that moves only when it is told to. */
export interface DrivenClock extends Clock {
  /** Moves time on and lets every sleep that is due by then end. */
  advance(durationMs: number): void;
}

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    async sleep(durationMs, signal) {
      signal?.throwIfAborted();
      try {
        await delay(durationMs, undefined, signal === undefined ? {} : { signal });
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    },
  };
}

interface Sleeper {
  readonly dueMs: number;
  readonly wake: () => void;
}

/**
 * Creates a clock that stands at `startMs` until it is advanced.
 * With `skipSleeps` a sleep advances it to its own end at once: waiting costs no real time.
 */
export function createDrivenClock(
  startMs: number,
  options: { readonly skipSleeps?: boolean } = {},
): DrivenClock {
  let nowMs = startMs;
  let sleepers: Sleeper[] = [];

  function advance(durationMs: number): void {
    nowMs += durationMs;
    const due = sleepers.filter((sleeper) => sleeper.dueMs <= nowMs);
    sleepers = sleepers.filter((sleeper) => sleeper.dueMs > nowMs);
    for (const sleeper of due) {
      sleeper.wake();
    }
  }

  return {
    now: () => nowMs,
    advance,
    async sleep(durationMs, signal) {
      signal?.throwIfAborted();
      if (options.skipSleeps === true) {
        advance(durationMs);
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const sleeper = { dueMs: nowMs + durationMs, wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener(
          'abort',
          () => {
            sleepers = sleepers.filter((other) => other !== sleeper);
            reject(signal.reason);
          },
          { once: true },
        );
      });
    },
  };
}

/** Calls `listener` once a second until it is stopped. It keeps no process alive. */
export function eachSecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1_000);
  timer.unref();
  return () => clearInterval(timer);
}
