import type { Decorator } from '../send.ts';
import { KnownLimits } from './known-limits.ts';
import { RateGate } from './rate-gate.ts';
import { withPace } from './with-pace.ts';
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
