import type { Clock } from '../base/index.ts';

/** Slows transfers down to a rate; several that share one share the rate. */
export interface Throttle {
  /** Resolves when the bytes that came are within the rate. */
  take(sizeBytes: number, signal?: AbortSignal): Promise<void>;
}

/** Waits shorter than this are saved up: timers are no finer. */
const MIN_SLEEP_MS = 20;

/** Creates a throttle of so many bytes a second. Time that nobody used is not made up for later. */
export function createThrottle(bytesPerSecond: number, clock: Clock): Throttle {
  let paidUntilMs = 0;
  return {
    async take(sizeBytes, signal) {
      const nowMs = clock.now();
      paidUntilMs = Math.max(paidUntilMs, nowMs) + (sizeBytes * 1_000) / bytesPerSecond;
      if (paidUntilMs - nowMs >= MIN_SLEEP_MS) {
        await clock.sleep(paidUntilMs - nowMs, signal);
      }
    },
  };
}
