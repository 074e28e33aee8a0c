import { ARCHIVE_LIMITS, type ArchiveLimits } from '../model/index.ts';
import type { ArchiveEvent } from './archive-event.ts';
import { type ArchiveSchemas, createArchiveSchemas } from './archive-schemas.ts';
import type { ArchiveSource } from './archive-source.ts';
import { EntryReader, type OpenFile } from './entry-reader.ts';
import { createEventQueue } from './event-queue.ts';
import { readFolder } from './read-folder.ts';
import { readPacked } from './read-packed.ts';
import type { SplitterName } from './record-file.ts';

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
  /** Asked for each file that holds neither records nor a document: git data, attachments, logs. */
  readonly openFile?: OpenFile | undefined;
  /** Compiled schemas to share between archives; made anew without it. */
  readonly schemas?: ArchiveSchemas | undefined;
}

/**
 * Reads an archive in one pass and in bounded memory, at the pace of whoever takes the events.
 * The source of a record is a view of a larger buffer: who keeps it long keeps a copy.
 * Faults of the archive are findings: those of a rejected record stand in its batch, all others are events, and `end`
 * is always the last one. Throws only where the source cannot be read (`absent`, `file-system`) or the signal aborts
 * (`interrupted`, or the signal's own failure).
 */
export async function* readArchive(options: ReadArchiveOptions): AsyncGenerator<ArchiveEvent, void> {
  const limits = { ...ARCHIVE_LIMITS, ...options.limits };
  const events = createEventQueue();
  const entries = new EntryReader({
    limits,
    schemas: options.schemas ?? createArchiveSchemas(),
    skipRecords: options.skipRecords === true,
    splitter: options.splitter ?? 'bytes',
    openFile: options.openFile,
    emit: (event) => events.add(event),
  });
  const { source, signal, onProgress } = options;
  const reading =
    source.type === 'folder'
      ? readFolder({ source, entries, events, signal, onProgress })
      : readPacked({ source, entries, events, signal, onProgress, limits });
  try {
    for (;;) {
      const step = await reading.next();
      if (step.done === true) {
        entries.finish();
        yield* events.take();
        const isWhole = !events.hasContainerFault && !entries.isStopped;
        yield { type: 'end', container: { ...step.value, isWhole, entryCount: entries.entryCount } };
        return;
      }
      yield* events.take();
    }
  } finally {
    await reading.return({ packedBytes: 0, unpackedBytes: 0, sha256: undefined });
  }
}
