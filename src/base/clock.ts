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

/** Calls `listener` once a second until it is stopped. It keeps no process alive. */
export function eachSecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1_000);
  timer.unref();
  return () => clearInterval(timer);
}

/** Timers take no longer time than this (2^31 milliseconds). */
const MAX_SLEEP_MS = 2_000_000_000;

interface DeadlineOptions {
  readonly clock: Clock;
  /** How long the work may take; as long as it wants unless given. */
  readonly afterMs: number | undefined;
  /** Ends the work as well. */
  readonly signal: AbortSignal | undefined;
  /** Made when the time is over: the work fails with it. */
  readonly failure: () => Error;
}

/**
 * Does work under a deadline: the signal that it gets ends every request and wait of it when the time is over. The work
 * has to listen to it; its reason is the failure.
 */
export async function withDeadline<Result>(
  { clock, afterMs, signal, failure }: DeadlineOptions,
  work: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  if (afterMs === undefined || afterMs === Number.POSITIVE_INFINITY) {
    return await work(signal);
  }
  const joined = new AbortController();
  const pass = () => joined.abort(signal?.reason);
  const stop = startAlarm(clock, afterMs, () => joined.abort(failure()));
  signal?.addEventListener('abort', pass, { once: true });
  try {
    signal?.throwIfAborted();
    return await work(joined.signal);
  } finally {
    stop();
    signal?.removeEventListener('abort', pass);
  }
}

/** Calls `ring` after a time; gives the way to prevent it. */
function startAlarm(clock: Clock, afterMs: number, ring: () => void): () => void {
  if (clock.alarm !== undefined) {
    return clock.alarm(afterMs, ring);
  }
  const stopped = new AbortController();
  const sleepAll = async () => {
    for (let leftMs = afterMs; leftMs > 0; leftMs -= MAX_SLEEP_MS) {
      await clock.sleep(Math.min(leftMs, MAX_SLEEP_MS), stopped.signal);
    }
  };
  sleepAll().then(ring, () => undefined); // Stopped, it is not wanted any more.
  return () => stopped.abort();
}
