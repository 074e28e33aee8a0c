import { ARCHIVE_LIMITS, type ArchiveLimits } from '../model/index.ts';
import type { ContainerSummary } from './archive-event.ts';
import type { ArchiveSchemas } from './archive-schemas.ts';
import type { ArchiveSource } from './archive-source.ts';
import { EntryReader, type OpenFile } from './entry-reader.ts';
import { readFolder } from './read-folder.ts';
import { readPacked } from './read-packed.ts';
import type { ReadingSink } from './reading-sink.ts';
import type { SplitterName } from './record-cutter.ts';

/** How to read an archive. */
export interface ReadArchiveOptions {
  readonly source: ArchiveSource;
  readonly signal?: AbortSignal | undefined;
  /** Replaces single limits of `ARCHIVE_LIMITS`. */
  readonly limits?: Partial<ArchiveLimits> | undefined;
  readonly onProgress?: ((packedBytesRead: number) => void) | undefined;
  /** Reads the container only: entries and what is wrong with them, no records and no documents. */
  readonly skipRecords?: boolean;
  /**
   * What cuts record files into records: our own scanner of bytes, several times as fast and the default, or
   * `stream-json` alone. With the latter the source of a record is its tokens, written again.
   */
  readonly splitter?: SplitterName | undefined;
  /** Asked for each file that is not read itself: git data, attachments, logs; with `skipRecords`, all files. */
  readonly openFile?: OpenFile | undefined;
  /** Compiled schemas to share between archives; made anew without it. */
  readonly schemas?: ArchiveSchemas | undefined;
}

/** Reads one archive into the sink. It yields whenever the sink should be emptied, and gives what the container is. */
export async function* readSource(
  options: Omit<ReadArchiveOptions, 'schemas'>,
  sink: ReadingSink,
): AsyncGenerator<void, ContainerSummary> {
  const { source, signal, onProgress } = options;
  const limits = { ...ARCHIVE_LIMITS, ...options.limits };
  const entries = new EntryReader({
    limits,
    skipRecords: options.skipRecords === true,
    openFile: options.openFile,
    openRecords: (entryName) => sink.openRecords(entryName),
    openDocument: (entryName, document) => sink.openDocument(entryName, document),
    emit: (event) => sink.add(event),
  });
  const bytes =
    source.type === 'folder'
      ? yield* readFolder({ source, entries, sink, signal, onProgress })
      : yield* readPacked({ source, entries, sink, signal, onProgress, limits });
  sink.finish();
  entries.finish({ isDamaged: sink.hasContainerFault });
  const isWhole = !sink.hasContainerFault && !entries.isStopped;
  return { ...bytes, isWhole, entryCount: entries.entryCount };
}
