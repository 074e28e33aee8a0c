import type { Occasion } from './message.ts';

/** A run that is over, as far as it decides who is told what. */
export interface Ending {
  readonly outcome: 'succeeded' | 'warned' | 'skipped' | 'failed' | 'interrupted';
  /** Whether everything was proved whole and loaded; otherwise nothing is called a success. */
  readonly isVerified: boolean;
  /** What is much less than in the backup before, as the backup itself found. */
  readonly drops: readonly string[];
  /** Whether the run before failed. */
  readonly wasFailing: boolean;
}

/** Decides what to tell: success only after verifying and loading, recovery after failures, drops on their own. */
export function planOccasions({ outcome, isVerified, drops, wasFailing }: Ending): readonly Occasion[] {
  if (outcome === 'skipped') {
    return ['success']; // What makes it needless was verified and loaded in its time.
  }
  if (outcome === 'failed' || outcome === 'interrupted' || !isVerified) {
    return ['failure'];
  }
  return [
    'success',
    ...(wasFailing ? (['recovery'] as const) : []),
    ...(drops.length > 0 ? (['suspicion'] as const) : []),
  ];
}
