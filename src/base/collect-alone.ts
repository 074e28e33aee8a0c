import { setFlagsFromString } from 'node:v8';

/**
 * Disables the parallel and concurrent garbage collection of V8. Its helper threads compete with our worker threads for
 * the cores: few objects outlive a batch of records, so waiting for helpers takes longer than collecting. Besides, the
 * hundreds of megabytes outside of the heap that an archive needs trigger the marking of a nearly unchanged heap again
 * and again, which took a sixth of all CPU time when measured. Must be called first: V8 reads most flags only once.
 */
export function collectAlone(): void {
  for (const helper of ['parallel-scavenge', 'concurrent-marking', 'concurrent-sweeping']) {
    setFlagsFromString(`--no-${helper}`);
  }
}
