import type { VerifyExtent } from '../archive/index.ts';
import type { FormerFolders, KeepFilesOptions, KeptEvent } from './keep-files/file-keeper.ts';
import type { ArchiveFacts, VerifiedLoad } from './load-archive.ts';
import type { LoadCounts } from './load-tally.ts';

/** What the thread that loads is started with. */
export interface ThreadedLoad {
  readonly dbPath: string;
  readonly archive: ArchiveFacts;
  readonly hasSearch: boolean | undefined;
  readonly loadedAtMs: number;
  readonly extent: VerifyExtent | undefined;
  readonly files: Pick<KeepFilesOptions, 'folders' | 'keepsOrphans'> | undefined;
  /** What messages call the archive. */
  readonly name: string;
  /** Whether a damaged archive is loaded as far as it can be read. */
  readonly isSalvage: boolean;
  /** Whether counts by kind and repository are wanted. */
  readonly hasCounts: boolean;
  /** The file of the store's lock, which the other thread holds. */
  readonly lockFile: string;
  /** One number in shared memory: 1 once the load should stop. */
  readonly stop: Int32Array;
}

/** What both threads of a load say to each other. */
export interface LoadDialogue {
  readonly opened: FormerFolders;
  readonly extra: KeptEvent;
  /** The number of records so far, or counts by kind and repository. */
  readonly note: number | LoadCounts;
  readonly answer: VerifiedLoad;
}
