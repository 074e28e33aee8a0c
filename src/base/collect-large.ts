import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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
      collect ??= openCollector();
      collect();
    }
  };
}

/** V8's own function, which it only shows to contexts that are created after the flag was set. */
function openCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
