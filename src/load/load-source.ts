import type { ArchiveSource, ReadArchiveOptions, VerifyExtent, VerifyReport } from '../archive/index.ts';
import type { Patience } from '../base/index.ts';
import type { ArchiveFacts } from './archive-loading.ts';
import type { KeepFilesOptions } from './keep-files/file-keeper.ts';
import type { LoadOptions, LoadReport } from './load-archive.ts';

/** What to load, and where to. */
export interface LoadSourceOptions
  extends Pick<LoadOptions, 'dbPath' | 'clock' | 'signal' | 'hasSearch' | 'onRecords' | 'onCounts'>,
    Pick<ReadArchiveOptions, 'limits' | 'splitter' | 'onProgress'> {
  /** What is known of the archive; a function is asked once the store is locked, so that nobody changes what it looks at. */
  readonly archive: ArchiveFacts | (() => ArchiveFacts);
  /** The archive, or the parts of one export: one snapshot. */
  readonly sources: readonly ArchiveSource[];
  /** Where its attachments, release assets and repositories are kept; left out, only records are loaded. */
  readonly files?: KeepFilesOptions | undefined;
  /** Takes what can be read of a damaged archive; what it lacks does not count as gone. The default is false. */
  readonly isSalvage?: boolean | undefined;
  /** How much is asked of the archive beside; everything without it. */
  readonly extent?: VerifyExtent | undefined;
  /** Who loads, for others who wait for the store: `satchel load` without it. */
  readonly command?: string | undefined;
  /** How long to wait for others who write into the store; without it, one that is being written is refused at once. */
  readonly patience?: Patience | undefined;
}

/** What a load brought, and what was found on the way. */
export interface VerifiedLoad {
  readonly load: LoadReport;
  readonly verification: VerifyReport;
}

/** The same with all that is known. */
export interface LockedLoadOptions extends LoadSourceOptions {
  readonly archive: ArchiveFacts;
}
