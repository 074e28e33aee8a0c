import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import {
  type Accompaniment,
  type Companion,
  feedArchive,
  isLarge,
  READER_MEMORY,
  type VerifyExtent,
  type VerifyReport,
} from '../../archive/index.ts';
import type { Lock } from '../../base/index.ts';
import type { Finding } from '../../model/index.ts';
import type { FileFolders, KeptFile, KeptRepository } from '../../store/index.ts';
import type { ArchiveFacts, LoadResult } from '../archive-loading.ts';
import { createFileKeeper, type FileKeeper, type FormerFolders } from '../keep-files/file-keeper.ts';
import type { LoadSourceOptions, LockedLoadOptions, VerifiedLoad } from '../load-source.ts';
import type { LoadCounts } from '../load-tally.ts';

/** What the thread is told to do. */
export interface ThreadedLoad {
  readonly dbPath: string;
  readonly archive: ArchiveFacts;
  readonly hasSearch: boolean | undefined;
  readonly loadedAtMs: number;
  readonly extent: VerifyExtent | undefined;
  /** Where files are kept, if they are. */
  readonly folders: FileFolders | undefined;
  readonly keepsOrphans: boolean | undefined;
  /** What sentences call the archive. */
  readonly name: string;
  /** Whether a damaged archive is loaded as far as it can be read. */
  readonly isSalvage: boolean;
  /** Whether it tells counts by kind and repository instead of one number. */
  readonly hasCounts: boolean;
  /** The file of the store's lock, which this thread holds. */
  readonly lockFile: string;
  /** One number in shared memory: 1 once the load is to end. */
  readonly stop: Int32Array;
}

/** What the thread tells once the store is open. */
export interface ThreadedLoadOpened {
  readonly formerGitFolders: FormerFolders;
}

/** What the thread is told of the files that are kept. */
export type FileMessage =
  | { readonly type: 'file'; readonly value: KeptFile }
  | { readonly type: 'repository'; readonly value: KeptRepository }
  | { readonly type: 'finding'; readonly value: Finding };

/** What the thread makes of the archive. */
export interface ThreadedLoadAnswer {
  readonly load: LoadResult;
  readonly verification: VerifyReport;
}

const WORKER = new URL('./load-worker.js', import.meta.url);

/** Whether a second thread would help; it is there only in the compiled program, as Node.js 20 runs no TypeScript. */
export function isThreadWorthwhile({ sources }: LoadSourceOptions): boolean {
  return sources.some(isLarge) && existsSync(WORKER);
}

/** Loads with two threads: this one unpacks and keeps files, the other one reads records and writes rows. */
export async function loadInThread(
  options: LockedLoadOptions,
  { name, lock }: { readonly name: string; readonly lock: Lock },
): Promise<VerifiedLoad> {
  const { sources, limits, splitter, onProgress, signal, onRecords, onCounts, files, clock } = options;
  const { dbPath, archive, hasSearch, extent, isSalvage = false } = options;
  const startedAtMs = clock.now();
  const workerData: ThreadedLoad = {
    dbPath,
    archive,
    hasSearch,
    loadedAtMs: startedAtMs,
    extent,
    folders: files?.folders,
    keepsOrphans: files?.keepsOrphans,
    name,
    isSalvage,
    hasCounts: onCounts !== undefined,
    lockFile: lock.file,
    stop: new Int32Array(new SharedArrayBuffer(4)),
  };
  const stop = () => Atomics.store(workerData.stop, 0, 1);
  signal?.addEventListener('abort', stop);
  const worker = new Worker(WORKER, { workerData, resourceLimits: READER_MEMORY });
  const keeper = files && createFileKeeper(files, lock);
  try {
    const answer = await feedArchive(
      {
        sources,
        hasFacts: true,
        limits,
        splitter,
        onProgress,
        signal,
        onNote: (note) => {
          if (typeof note === 'number') {
            onRecords?.(note);
          } else {
            const counts = note as LoadCounts; // As the thread tells it where it is asked for counts.
            onRecords?.(counts.records);
            onCounts?.(counts);
          }
        },
        accompany: keeper && ((companion) => keepAlong(keeper, companion, { isSalvage, signal })),
      },
      worker,
    );
    const { load, verification } = answer as ThreadedLoadAnswer; // As its `complete` gives it.
    return { load: { ...load, durationMs: clock.now() - startedAtMs }, verification };
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

/** Keeps files here, and has the other thread take notes of them. */
function keepAlong(
  keeper: FileKeeper,
  { opened, send }: Companion,
  { isSalvage, signal }: { readonly isSalvage: boolean; readonly signal: AbortSignal | undefined },
): Accompaniment {
  const tell = (message: FileMessage) => send(message);
  const { formerGitFolders } = opened as ThreadedLoadOpened; // As the thread tells it.
  keeper.begin(formerGitFolders, {
    addFile: (value) => tell({ type: 'file', value }),
    addRepository: (value) => tell({ type: 'repository', value }),
  });
  return {
    openFile: keeper.openFile,
    async finish({ isWhole }) {
      // The thread refuses an archive that is not whole; its files get no place then.
      for (const value of isWhole || isSalvage ? await keeper.settle(signal) : []) {
        tell({ type: 'finding', value });
      }
    },
    abandon: () => keeper.abandon(signal),
  };
}
