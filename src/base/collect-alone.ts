import { setFlagsFromString } from 'node:v8';

/**
 * Has each thread of this process clear its own memory, without helpers. Few objects outlive a batch of records, so that
 * to wait for helpers, which the other busy threads keep from a core, takes longer than the work; and bytes outside of
 * the heap, which an archive makes by the hundred megabytes, start a marking of a heap in which hardly anything changed,
 * over and over: measured, its helpers took a sixth of all CPU. To be called before anything else, as V8 reads most
 * flags once.
 */
export function collectAlone(): void {
  for (const helper of ['parallel-scavenge', 'concurrent-marking', 'concurrent-sweeping']) {
    setFlagsFromString(`--no-${helper}`);
  }
}
