import type { Clock } from './clock.ts';

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
