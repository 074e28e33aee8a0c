import type { Clock } from '../../base/clock.ts';
import type { Decorator } from '../send.ts';

interface PaceOptions {
  readonly clock: Clock;
  readonly perMinute: number;
}

const MINUTE_MS = 60_000;

/** Sends at most `perMinute` requests in any minute; the others wait. */
export function withPace({ clock, perMinute }: PaceOptions): Decorator {
  let sentAtMs: number[] = [];
  return (next) => async (request) => {
    for (;;) {
      request.signal?.throwIfAborted();
      const nowMs = clock.now();
      // Times after now are of a clock that was set back since.
      sentAtMs = sentAtMs.filter((atMs) => atMs > nowMs - MINUTE_MS && atMs <= nowMs);
      const [oldestMs] = sentAtMs;
      if (oldestMs === undefined || sentAtMs.length < perMinute) {
        sentAtMs.push(nowMs);
        return await next(request);
      }
      await clock.sleep(oldestMs + MINUTE_MS - nowMs, request.signal);
    }
  };
}
