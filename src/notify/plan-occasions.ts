import { describeDrop, findDrops, type SnapshotSizes } from '../model/index.ts';
import type { Occasion } from './message.ts';

/** A run that is over, as far as it decides who is told what. */
export interface Ending {
  readonly outcome: 'succeeded' | 'warned' | 'skipped' | 'failed' | 'interrupted';
  /** What was proved whole and loaded; without it, nothing is called a success. */
  readonly verified: SnapshotSizes | undefined;
  /** What the last good run brought home. */
  readonly lastGood: SnapshotSizes | undefined;
  /** Whether the run before failed. */
  readonly wasFailing: boolean;
  readonly maxDropPercent: number;
}

interface Plan {
  readonly occasions: readonly Occasion[];
  readonly drops: readonly string[];
}

/** Decides of what to tell: success only after verifying and loading, recovery after failures, drops on their own. */
export function planOccasions({ outcome, verified, lastGood, wasFailing, maxDropPercent }: Ending): Plan {
  if (outcome === 'skipped') {
    return { occasions: ['success'], drops: [] }; // What makes it needless was verified and loaded in its time.
  }
  if (outcome === 'failed' || outcome === 'interrupted' || verified === undefined) {
    return { occasions: ['failure'], drops: [] };
  }
  const drops = lastGood === undefined ? [] : findDrops(lastGood, verified, maxDropPercent / 100);
  return {
    occasions: [
      'success',
      ...(wasFailing ? (['recovery'] as const) : []),
      ...(drops.length > 0 ? (['suspicion'] as const) : []),
    ],
    drops: drops.map(describeDrop),
  };
}
