import { setTimeout as delay } from 'node:timers/promises';

/** Where time comes from. Rooms get one handed in, so that tests never sleep. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `durationMs`; rejects with the signal's reason when aborted before. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
  /** Calls `work` at this interval until the answer is called; keeps no process alive. */
  repeat(intervalMs: number, work: () => void): () => void;
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
    repeat(intervalMs, work) {
      const timer = setInterval(work, intervalMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

interface Repetition {
  readonly intervalMs: number;
  readonly work: () => void;
  dueMs: number;
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
  const repetitions = new Set<Repetition>();

  function advance(durationMs: number): void {
    nowMs += durationMs;
    for (const repetition of repetitions) {
      if (repetition.dueMs <= nowMs) {
        repetition.dueMs = nowMs + repetition.intervalMs;
        repetition.work();
      }
    }
    const due = sleepers.filter((sleeper) => sleeper.dueMs <= nowMs);
    sleepers = sleepers.filter((sleeper) => sleeper.dueMs > nowMs);
    for (const sleeper of due) {
      sleeper.wake();
    }
  }

  return {
    now: () => nowMs,
    advance,
    repeat(intervalMs, work) {
      const repetition = { intervalMs, work, dueMs: nowMs + intervalMs };
      repetitions.add(repetition);
      return () => void repetitions.delete(repetition);
    },
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
