import { type Clock, createSystemClock } from '../../../src/base/index.ts';

/** Shorter pauses let something else happen, such as an export that is polled. */
const MIN_PAUSE_MS = 100;
const SPEED = 10;

/**
 * The system's clock, but long pauses take a tenth of their time: a second for a bucket that is not consistent yet, or
 * before a request is repeated. What waits for a certain time asks for the time again, and still waits for it.
 */
export function createHastyClock(): Clock {
  const clock = createSystemClock();
  return {
    ...clock,
    sleep: (durationMs, signal) =>
      clock.sleep(
        durationMs <= MIN_PAUSE_MS ? durationMs : Math.max(MIN_PAUSE_MS, durationMs / SPEED),
        signal,
      ),
  };
}
