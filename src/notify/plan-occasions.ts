import type { Occasion } from './message.ts';

export interface Ending {
  readonly outcome: 'succeeded' | 'warned' | 'skipped' | 'failed' | 'interrupted';
  /** True if everything was verified and loaded: otherwise the run does not count as a success. */
  readonly isVerified: boolean;
  /** Sudden decreases, compared with the previous backup. */
  readonly drops: readonly string[];
  /** True if the previous run failed. */
  readonly wasFailing: boolean;
}

/** Decides which notifications to send: success only after verifying and loading, recovery after failures. */
export function planOccasions({ outcome, isVerified, drops, wasFailing }: Ending): readonly Occasion[] {
  if (outcome === 'skipped') {
    return ['success']; // The earlier backup that makes it unnecessary was verified and loaded.
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
