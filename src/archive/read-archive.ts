import { ARCHIVE_LIMITS } from '../model/index.ts';
import { judgeDocument, openDocument } from './archive-document.ts';
import { type ArchiveEvent, NOTHING_READ } from './archive-event.ts';
import { type ArchiveSchemas, createArchiveSchemas } from './archive-schemas.ts';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import { createKindReaders } from './kind-readers.ts';
import { type ReadArchiveOptions, readSource } from './read-source.ts';
import type { ReadingSink } from './reading-sink.ts';
import type { openRecordFile } from './record-file.ts';

/**
 * Reads an archive in one pass and in bounded memory, at the pace of whoever takes the events.
 * The source of a record is a view of a larger buffer: who keeps it long keeps a copy.
 * Faults of the archive are findings: those of a rejected record stand in its batch, all others are events, and `end`
 * is always the last one. Throws only where the source cannot be read (`absent`, `file-system`) or the signal aborts
 * (`interrupted`, or the signal's own failure).
 */
export async function* readArchive(options: ReadArchiveOptions): AsyncGenerator<ArchiveEvent, void> {
  const events = createEventQueue();
  const schemas = options.schemas ?? createArchiveSchemas();
  const { openRecordFile } = await import('./record-file.ts'); // What cuts records loads a large package.
  const reading = readSource(options, createSink({ ...options, schemas, openRecordFile }, events));
  try {
    for (;;) {
      const step = await reading.next();
      yield* events.take();
      if (step.done === true) {
        yield { type: 'end', container: step.value };
        return;
      }
    }
  } finally {
    await reading.return(NOTHING_READ);
  }
}

/** Reads records where they are unpacked: events wait in a queue for whoever asks. */
function createSink(
  options: ReadArchiveOptions & {
    readonly schemas: ArchiveSchemas;
    readonly openRecordFile: typeof openRecordFile;
  },
  events: EventQueue,
): ReadingSink {
  const kinds = createKindReaders(options.schemas);
  const limits = { ...ARCHIVE_LIMITS, ...options.limits };
  const splitter = options.splitter ?? 'bytes';
  const emit = (event: ArchiveEvent) => events.add(event);
  return {
    add: emit,
    openRecords: (entryName) => options.openRecordFile({ entryName, kinds, limits, emit, splitter }),
    openDocument(entryName, document) {
      const judging = { entryName, document, schemas: options.schemas, emit };
      return openDocument({ ...judging, limits, onDocument: (bytes) => judgeDocument(bytes, judging) });
    },
    finish() {
      for (const finding of kinds.drift()) {
        emit({ type: 'finding', finding });
      }
    },
    get isFull() {
      return events.isFull;
    },
    get hasContainerFault() {
      return events.hasContainerFault;
    },
  };
}
