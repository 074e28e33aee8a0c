import type { Clock } from '../base/index.ts';
import type { Browsing } from '../store/index.ts';

/** What pages read from. */
export interface Sources {
  /** The store, as it is at the time of the request. */
  readonly store: Browsing;
  readonly clock: Clock;
  /** Aborted when the reader ends. */
  readonly signal?: AbortSignal | undefined;
}
