import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Adapts V8's garbage collection to this program. Must be called first: V8 reads most flags only once. */
export function tuneCollection(): void {
  collectAlone();
  limitYoungGeneration();
}

/**
 * Disables the parallel and concurrent garbage collection. Its helper threads compete with our worker threads for the
 * cores: few objects outlive a batch of records, so waiting for helpers takes longer than collecting. Besides, the
 * hundreds of megabytes outside of the heap that an archive needs trigger the marking of a nearly unchanged heap again
 * and again, which took a sixth of all CPU time when measured. The helper that frees buffers may also be late, which
 * is the likely reason why two of a hundred Parquet dumps of large records took 280 MiB instead of 195.
 */
function collectAlone(): void {
  for (const helper of [
    'parallel-scavenge',
    'concurrent-marking',
    'concurrent-sweeping',
    'concurrent-array-buffer-sweeping',
  ]) {
    setFlagsFromString(`--no-${helper}`);
  }
}

/** Both halves of the young generation together. */
const MAX_YOUNG_BYTES = 16 * 1024 * 1024;

/**
 * Stops the growth of the young generation at 16 MiB. While many objects survive, V8 lets it grow to 32 MiB in Node.js
 * 20 and to 128 MiB in Node.js 24. That saves no time, but with a hundred thousand repositories it takes 15 or 70 MiB
 * more. A running program cannot set this maximum, but it can set the factor of growth.
 */
function limitYoungGeneration(): void {
  const observer = new PerformanceObserver(() => {
    if (stopGrowth()) {
      observer.disconnect();
    }
  });
  observer.observe({ entryTypes: ['gc'] });
}

/** Returns false while the young generation may still grow. */
function stopGrowth(): boolean {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  if (young === undefined || young.space_size < MAX_YOUNG_BYTES) {
    return false;
  }
  setFlagsFromString('--semi-space-growth-factor=1');
  return true;
}

/** How much larger than what was in use after a collection the heap may become before the next one. */
const MAX_GROWTH_PERCENT = 20;

/**
 * Collects garbage more often than V8 would: it lets the heap become three times as large as what is in use. For long work whose garbage
 * outlives the young generation, such as thousands of pages.
 */
export function limitGarbage(): void {
  setFlagsFromString(`--heap-growing-percent=${MAX_GROWTH_PERCENT}`);
}

/** Smaller texts die young, as V8 expects. */
const LARGE_BYTES = 512 * 1024;

/** How much of large texts may be garbage before it is collected. */
const MAX_GARBAGE_BYTES = 8 * 1024 * 1024;

/**
 * Creates what is called with the size of each text that was used and is needed no longer. V8 lets large texts pile up
 * until they take several times the rest of its heap; after enough of them this collects garbage at once.
 */
export function createLargeCollector(): (sizeBytes: number) => void {
  let garbageBytes = 0;
  let collect: (() => void) | undefined;
  return (sizeBytes) => {
    garbageBytes += sizeBytes < LARGE_BYTES ? 0 : sizeBytes;
    if (garbageBytes >= MAX_GARBAGE_BYTES) {
      garbageBytes = 0;
      /$/.test(''); // V8 keeps the text that was searched last.
      collect ??= openCollector();
      collect();
      stopGrowth(); // Each collection lets the young generation grow, and no observer is called in the middle of a loop.
    }
  };
}

/** V8's own function, which it only shows to contexts that are created after the flag was set. */
function openCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
