import { setFlagsFromString } from 'node:v8';

/**
 * Has each thread of this process clear its own short-lived memory, without helpers. Few objects outlive a batch of
 * records, so that to wait for helpers, which the other busy threads keep from a core, takes longer than the work.
 */
export function collectAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
