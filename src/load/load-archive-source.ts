import type { ArchiveEvent } from '../archive/archive-event.ts';
import type { ArchiveSource } from '../archive/archive-source.ts';
import { isThreadWorthwhile, readInThread } from '../archive/feed-archive.ts';
import { type ReadArchiveOptions, readTogether } from '../archive/read-archive.ts';
import type { VerifyExtent } from '../archive/verify-checks.ts';
import type { Clock } from '../base/clock.ts';
import type { Lock, LockWait } from '../base/lock.ts';
import type { FindKnown } from '../model/records.ts';
import type { EarlyReading, ReadableStore } from '../store/early-reading.ts';
import { lockStore } from '../store/store-lock.ts';
import {
  createFileKeeper,
  type FileKeeper,
  type FormerFolders,
  type KeepFilesOptions,
  type KeptEvent,
} from './file-keeper.ts';
import {
  type ArchiveFacts,
  type LoadOptions,
  loadVerified,
  type VerifiedLoad,
  type VerifiedLoadOptions,
} from './load-archive.ts';
import type { LoadCounts } from './load-tally.ts';

export interface LoadSourceOptions
  extends Pick<LoadOptions, 'dbPath' | 'signal' | 'hasSearch' | 'onRecords' | 'onCounts' | 'onRead'>,
    Pick<ReadArchiveOptions, 'limits' | 'splitter' | 'onProgress'> {
  /** Facts about the archive; a function is called after the store was locked, so that what it reads cannot change. */
  readonly archive: ArchiveFacts | (() => ArchiveFacts);
  readonly clock: Clock;
  /** The archive, or the parts of one export, which form one snapshot. */
  readonly sources: readonly ArchiveSource[];
  /** Where attachments, release assets and repositories are kept; if omitted, only records are loaded. */
  readonly files?: KeepFilesOptions | undefined;
  /**
   * Loads the readable part of a damaged archive; records that it lacks do not count as vanished. The default is false.
   */
  readonly isSalvage?: boolean | undefined;
  /** How thoroughly the archive is verified; the default is completely. */
  readonly extent?: VerifyExtent | undefined;
  /** The command, for others that wait for the store; the default is `satchel load`. */
  readonly command?: string | undefined;
  /** For those who read a new store before its texts are indexed. A small one is never offered to them. */
  readonly early?: EarlyReading | undefined;
  /** How long to wait for other writers of the store; without it, a store that is being written is refused at once. */
  readonly lockWait?: LockWait | undefined;
}

const WORKER = new URL('./load-worker.js', import.meta.url);

/**
 * Verifies and loads one export in one pass. If the container is damaged, the store is left unchanged and the load
 * fails with `archive-damaged`, unless it is a salvage; records that violate their schema are stored separately and
 * reported.
 */
export async function loadArchiveSource(options: LoadSourceOptions): Promise<VerifiedLoad> {
  const { sources, files, signal, dbPath, clock, command = 'satchel load', lockWait } = options;
  const lock = await lockStore(dbPath, { command, clock, lockWait });
  const keeper = files && createFileKeeper(files, lock);
  try {
    const job: LoadJob = {
      ...options,
      name: sources.map((source) => source.name).join('" and "'),
      archive: typeof options.archive === 'function' ? options.archive() : options.archive,
      isSalvage: options.isSalvage ?? false,
      keeper,
      lock,
    };
    return await (isThreadWorthwhile(sources, WORKER) ? loadInThread(job) : loadHere(job));
  } catch (error) {
    await keeper?.abandon(signal); // While the store is locked: the next load uses the same folders.
    throw error;
  } finally {
    await lock.release();
  }
}

/** A load that holds the lock of its store. */
interface LoadJob extends LoadSourceOptions {
  readonly archive: ArchiveFacts;
  readonly name: string;
  readonly isSalvage: boolean;
  readonly keeper: FileKeeper | undefined;
  readonly lock: Lock;
}

async function loadHere(job: LoadJob): Promise<VerifiedLoad> {
  const { extent, signal } = job;
  return await loadVerified({
    ...job,
    early: undefined, // It would block the thread that has to answer.
    extent,
    read: (formerFolders, findKnown) => readAndKeep(job, formerFolders, findKnown),
    throwIfStopped: () => signal?.throwIfAborted(),
  });
}

/** The events of the archive, together with those of the files that are kept from it. */
async function* readAndKeep(
  { sources, limits, splitter, onProgress, signal, keeper, isSalvage }: LoadJob,
  formerFolders: FormerFolders,
  findKnown: FindKnown | undefined,
): AsyncGenerator<ArchiveEvent | KeptEvent, void> {
  const kept: KeptEvent[] = [];
  keeper?.begin(formerFolders, (event) => kept.push(event));
  const reading = { sources, limits, splitter, findKnown, onProgress, signal, openFile: keeper?.openFile };
  for await (const event of readTogether(reading)) {
    if (event.type === 'end' && (event.container.isWhole || isSalvage)) {
      await keeper?.settle(signal);
    }
    yield* kept.splice(0);
    yield event;
  }
}

/** Loads with two threads: this one unpacks and keeps files, the other one reads records and writes rows. */
async function loadInThread(job: LoadJob): Promise<VerifiedLoad> {
  const { sources, limits, splitter, onProgress, signal, clock, files, keeper } = job;
  const { dbPath, archive, hasSearch, extent, name, isSalvage, lock } = job;
  const startedAtMs = clock.now();
  const workerData: ThreadedLoad = {
    dbPath,
    archive,
    hasSearch,
    loadedAtMs: startedAtMs,
    extent,
    files: files && { folders: files.folders, keepsOrphans: files.keepsOrphans },
    name,
    isSalvage,
    hasCounts: job.onCounts !== undefined,
    isReadEarly: job.early !== undefined,
    lockFile: lock.file,
    stop: new Int32Array(new SharedArrayBuffer(4)),
  };
  const stop = () => Atomics.store(workerData.stop, 0, 1);
  signal?.addEventListener('abort', stop);
  try {
    const { load, verification } = await readInThread<LoadDialogue>(WORKER, workerData, {
      sources,
      limits,
      splitter,
      onProgress,
      signal,
      onNote: (note) => takeNote(note, job),
      accompany:
        keeper &&
        ((formerFolders, add) => {
          keeper.begin(formerFolders, add);
          return {
            openFile: keeper.openFile,
            // The thread refuses an incomplete archive; its files are not moved into place then.
            beforeEnd: async ({ isWhole }) =>
              isWhole || isSalvage ? await keeper.settle(signal) : undefined,
          };
        }),
    });
    return { load: { ...load, durationMs: clock.now() - startedAtMs }, verification };
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function takeNote(note: LoadDialogue['note'], { onRecords, onCounts, onRead, early }: LoadJob): void {
  if (note === 'read') {
    onRead?.();
  } else if (note === 'complete') {
    early?.onComplete();
  } else if (typeof note === 'number') {
    onRecords?.(note);
  } else if ('cells' in note) {
    early?.onReadable(note);
  } else {
    onCounts?.(note);
  }
}

/** The start parameters of the loading thread. */
export interface ThreadedLoad
  extends Required<
    Pick<VerifiedLoadOptions, 'archive' | 'dbPath' | 'extent' | 'files' | 'hasSearch' | 'isSalvage' | 'name'>
  > {
  readonly loadedAtMs: number;
  /** Whether counts by kind and repository are needed. */
  readonly hasCounts: boolean;
  /** Whether the store may be read before its texts are indexed. */
  readonly isReadEarly: boolean;
  /** The file of the store's lock, which the other thread holds. */
  readonly lockFile: string;
  /** One number in shared memory: 1 stops the load. */
  readonly stop: Int32Array;
}

/** The messages between both threads of a load. */
export interface LoadDialogue {
  readonly opened: FormerFolders;
  readonly extra: KeptEvent;
  /**
   * The number of records so far, counts by kind and repository, that all records were read, the store that can be read
   * early, or that its index is complete.
   */
  readonly note: number | LoadCounts | 'read' | ReadableStore | 'complete';
  readonly answer: VerifiedLoad;
}
