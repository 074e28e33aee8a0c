import type { ArchiveEvent } from '../archive/index.ts';
import type { Clock } from '../base/index.ts';
import { beginLoading, type LoadResult, type LoadTarget } from './archive-loading.ts';
import { type FileKeeper, type KeepFilesOptions, prepareFolders } from './keep-files/file-keeper.ts';
import { createLoadTally, type LoadCounts } from './load-tally.ts';

/** How to load a stream of events. */
export interface LoadOptions extends LoadTarget {
  readonly events: AsyncIterable<ArchiveEvent>;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** Sees every event before it is loaded. */
  readonly observe?: (event: ArchiveEvent) => void;
  /** Called with the number of records so far; how often to draw is the caller's choice. */
  readonly onRecords?: ((recordCount: number) => void) | undefined;
  /** Called with what was read so far, by kind and repository; without it nothing is counted. */
  readonly onCounts?: ((counts: LoadCounts) => void) | undefined;
  /** Called after the last event and before anything is published; throws to refuse the archive. */
  readonly accept?: () => unknown;
  /** Keeps the files of the archive; whoever makes the events hands their bytes to the keeper. */
  readonly files?: (KeepFilesOptions & { readonly keeper: FileKeeper }) | undefined;
}

/** What a load came to, and how long it took. */
export interface LoadReport extends LoadResult {
  readonly durationMs: number;
}

/**
 * Loads one archive into the store at `dbPath`, all of it or nothing: until the end the store is as it was, and a
 * failure, an abort or a refusal leaves it so. Memory does not grow with the archive.
 */
export async function loadArchive(options: LoadOptions): Promise<LoadReport> {
  const { clock, events, signal, observe, files, onCounts } = options;
  const tally = onCounts && createLoadTally();
  const startedAtMs = clock.now();
  const loading = await beginLoading(options);
  try {
    if (files !== undefined) {
      const { register } = loading;
      await prepareFolders(files, register, () => {
        signal?.throwIfAborted();
        return true;
      });
      files.keeper.begin(register.formerGitFolders(), register);
    }
    for await (const event of events) {
      signal?.throwIfAborted();
      observe?.(event);
      loading.observe(event);
      options.onRecords?.(loading.recordCount);
      if (tally?.observe(event) === true) {
        onCounts?.(tally.counts());
      }
    }
    await options.accept?.();
    signal?.throwIfAborted();
    for (const finding of (await files?.keeper.settle(signal)) ?? []) {
      observe?.({ type: 'finding', finding });
    }
    const loaded = await loading.finish();
    return { ...loaded, durationMs: clock.now() - startedAtMs };
  } catch (error) {
    await files?.keeper.abandon(signal); // While the store is still locked, as the next load begins with the same folders.
    await loading.abandon();
    throw error;
  }
}
