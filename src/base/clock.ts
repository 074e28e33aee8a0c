import { setTimeout as delay } from 'node:timers/promises';

/** Where time comes from. Rooms get one handed in, so that tests never sleep. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `durationMs`; rejects with the signal's reason when aborted before. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `ring` when so much time has passed; gives the way to prevent it. Only clocks have it on which a sleep makes
   * time pass: elsewhere a sleep beside the work does the same.
   */
  alarm?(durationMs: number, ring: () => void): () => void;
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

interface Alarm {
  readonly dueMs: number;
  readonly ring: () => void;
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
  let alarms: Alarm[] = [];

  /** Time stops at each alarm on the way, so that what it ends, ends then. */
  function ringUntil(untilMs: number, isHeard: () => boolean): void {
    for (;;) {
      const [next] = alarms.filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs);
      if (next === undefined || isHeard()) {
        return;
      }
      nowMs = Math.max(nowMs, next.dueMs);
      alarms = alarms.filter((alarm) => alarm !== next);
      next.ring();
    }
  }

  function advance(durationMs: number): void {
    const untilMs = nowMs + durationMs;
    ringUntil(untilMs, () => false);
    nowMs = Math.max(nowMs, untilMs);
    const due = sleepers.filter((sleeper) => sleeper.dueMs <= nowMs);
    sleepers = sleepers.filter((sleeper) => sleeper.dueMs > nowMs);
    for (const sleeper of due) {
      sleeper.wake();
    }
  }

  return {
    now: () => nowMs,
    advance,
    alarm(durationMs, ring) {
      const alarm = { dueMs: nowMs + durationMs, ring };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
    async sleep(durationMs, signal) {
      signal?.throwIfAborted();
      if (options.skipSleeps === true) {
        const untilMs = nowMs + durationMs;
        ringUntil(untilMs, () => signal?.aborted === true);
        signal?.throwIfAborted();
        advance(untilMs - nowMs);
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
