import type { Clock } from '../../base/clock.ts';
import type { Decorator } from '../send.ts';
import { KnownLimits } from './known-limits.ts';
import { RateGate } from './rate-gate.ts';
import { withRateLimit } from './with-rate-limit.ts';

type LfsLimits = Omit<Parameters<typeof withRateLimit>[0], 'gate'> &
  Omit<ConstructorParameters<typeof RateGate>[0], 'limits'> & {
    readonly isKnown: boolean;
  };

/**
 * Git LFS has limits apart from those of the API (specification 8.1), and never says how many requests are left: they are counted here,
 * and a tenth is left to others. What is known of them ends with the process: they are counted by the minute.
 */
export function limitLfs({ isKnown, checkWait, ...waits }: LfsLimits): Decorator {
  const { clock, onWait } = waits;
  const limits = new KnownLimits({ path: undefined, clock, onTrouble() {} });
  const limit = withRateLimit({ ...waits, gate: new RateGate({ limits, clock, onWait, checkWait }) });
  const pace = withPace({ clock, perMinute: isKnown ? 2_700 : 270 });
  return (next) => limit(pace(next));
}

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
