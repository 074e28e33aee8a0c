import { type Clock, createSystemClock } from '../../../src/base/clock.ts';

/** No pause becomes shorter than this: polling an export more often would only cost time. */
const MIN_PAUSE_MS = 100;
const SPEED = 10;

/**
 * The system's clock, but long pauses take a tenth of their time, such as the second in which a bucket becomes
 * consistent, or the delay before a retry. Code that waits until a point in time still waits until then, because it
 * checks the time after each pause.
 */
export function createHastyClock(): Clock {
  const clock = createSystemClock();
  return {
    ...clock,
    sleep: (durationMs, signal) =>
      clock.sleep(Math.min(durationMs, Math.max(MIN_PAUSE_MS, durationMs / SPEED)), signal),
  };
}
