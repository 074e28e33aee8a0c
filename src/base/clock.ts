import { setTimeout as delay } from 'node:timers/promises';

/** The source of time. It is injected, so that tests never sleep. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `durationMs`; rejects with the signal's reason if aborted earlier. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `ring` after `durationMs`; returns a function that cancels it. Only driven clocks need it, because a sleep
   * advances their time. With other clocks a concurrent sleep has the same effect.
   */
  alarm?(durationMs: number, ring: () => void): () => void;
}

/** A clock that only moves when it is advanced. */
export interface DrivenClock extends Clock {
  /** Advances the time and ends every sleep that is due by then. */
  advance(durationMs: number): void;
}

/** What Node's timers can wait; a longer time would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * The clock of the system, which sleeps in real time.
 *
 * @example
 * await createSystemClock().sleep(1_000, signal);
 */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    async sleep(durationMs, signal) {
      signal?.throwIfAborted();
      try {
        for (let restMs = durationMs; restMs > 0; restMs -= MAX_TIMER_MS) {
          await delay(Math.min(restMs, MAX_TIMER_MS), undefined, signal === undefined ? {} : { signal });
        }
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    },
  };
}

/**
 * Creates a clock that stays at `startMs` until it is advanced.
 * With `skipSleeps`, each sleep advances it at once, so that waiting takes no real time.
 *
 * @example
 * const clock = createDrivenClock(Date.parse('2026-01-01'), { skipSleeps: true });
 * await using client = createClient({ token, clock }); // Waits for no limit.
 */
export function createDrivenClock(
  startMs: number,
  options: { readonly skipSleeps?: boolean | undefined } = {},
): DrivenClock {
  let nowMs = startMs;
  let sleepers: { readonly dueMs: number; readonly wake: () => void }[] = [];
  let alarms: { readonly dueMs: number; readonly ring: () => void }[] = [];

  /** Stops the time at each alarm that is due before `untilMs`, so that whatever the alarm ends, ends at that time. */
  function ringUntil(untilMs: number, isAborted: () => boolean): void {
    for (;;) {
      const [next] = alarms.filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs);
      if (next === undefined || isAborted()) {
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

/** Lets everything else that waits run first, such as other requests and signals. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Calls `listener` every second; returns a function that stops it. Does not keep the process alive. */
export function eachSecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1_000);
  timer.unref();
  return () => clearInterval(timer);
}

/** Calls `listener` once after this time, unless the returned function is called before. Does not keep the process alive. */
export function afterTime(durationMs: number, listener: () => void): () => void {
  const timer = setTimeout(listener, durationMs);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Timers overflow at 2^31 milliseconds. */
const MAX_SLEEP_MS = 2_000_000_000;

interface DeadlineOptions {
  readonly clock: Clock;
  /** Undefined for no deadline. */
  readonly afterMs: number | undefined;
  /** Aborts the work as well. */
  readonly signal: AbortSignal | undefined;
  /** Creates the error that the work fails with after the deadline. */
  readonly failure: () => Error;
}

/**
 * Runs `work` with a deadline: the signal that it receives, and must honour, is aborted with the failure as its reason.
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

/** Calls `ring` after this time by the clock, unless the returned function is called before. */
export function startAlarm(clock: Clock, afterMs: number, ring: () => void): () => void {
  if (clock.alarm !== undefined) {
    return clock.alarm(afterMs, ring);
  }
  const stopped = new AbortController();
  const sleepAll = async () => {
    for (let leftMs = afterMs; leftMs > 0; leftMs -= MAX_SLEEP_MS) {
      await clock.sleep(Math.min(leftMs, MAX_SLEEP_MS), stopped.signal);
    }
  };
  sleepAll().then(ring, () => undefined); // A rejected sleep means that the alarm was cancelled.
  return () => stopped.abort();
}
