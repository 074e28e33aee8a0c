import { createHash } from 'node:crypto';
import { createLargeCollector } from '../base/garbage.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../model/archive-limits.table.ts';
import type { FindKnown } from '../model/records.ts';
import { openDocument, validateDocument } from './archive-document.ts';
import { type ArchiveEvent, type ContainerSummary, NOTHING_READ } from './archive-event.ts';
import type { ArchiveSource } from './archive-source.ts';
import { EntryReader, type OpenFile, type ReadingSink, type RecordFile } from './entry-reader.ts';
import {
  type ArchiveSchemas,
  createArchiveSchemas,
  createKindReaders,
  type DocumentName,
} from './kind-schemas.ts';
import { readFolder } from './read-folder.ts';
import { readPacked } from './read-packed.ts';
import type { RecordCutter, SplitterName } from './record-cutter.ts';
import type { TakeRecord } from './record-text.ts';
import { createRecordValidator } from './record-validator.ts';
import type { BodyTaker } from './tar-reader.ts';

/** Options for reading an archive. */
export interface ReadArchiveOptions {
  readonly source: ArchiveSource;
  readonly signal?: AbortSignal | undefined;
  /** Overrides individual limits of `ARCHIVE_LIMITS`. */
  readonly limits?: Partial<ArchiveLimits> | undefined;
  readonly onProgress?: ((packedBytesRead: number) => void) | undefined;
  /** Only reads the container: entries and findings about them, without records and documents. */
  readonly skipRecords?: boolean | undefined;
  /**
   * The splitter of record files: a scanner of bytes, which is several times as fast and the default, or `stream-json`
   * alone. With the latter, the source of a record is serialized from its tokens.
   */
  readonly splitter?: SplitterName | undefined;
  /** Called for each file that is not parsed: git data, attachments, logs; with `skipRecords`, all files. */
  readonly openFile?: OpenFile | undefined;
  /** Compiled schemas that are shared between archives; by default they are compiled for this archive. */
  readonly schemas?: ArchiveSchemas | undefined;
  /** Finds records that the consumer already has; by default all are validated. */
  readonly findKnown?: FindKnown | undefined;
}

/** Options for unpacking an archive, without those for validating its records. */
export type UnpackOptions = Omit<ReadArchiveOptions, 'schemas' | 'findKnown'>;

/**
 * Reads an archive in one pass and in bounded memory, with backpressure from the consumer.
 * The source of a record is a view of a larger buffer: copy it to keep it for long.
 * Defects of the archive are findings: those of a rejected record are in its batch, all others are events, and `end` is
 * always the last event. Only throws if the source cannot be read (`absent`, `file-system`), or the reason of the signal.
 */
export async function* readArchive(options: ReadArchiveOptions): AsyncGenerator<ArchiveEvent, void> {
  const cutting = await import('./record-cutter.ts'); // Imported late because it loads a large package.
  const queue = new EventQueue(options, cutting.RecordCutter);
  const reading = readSource(options, queue);
  try {
    for (;;) {
      const step = await reading.next();
      yield* queue.take();
      if (step.done === true) {
        yield { type: 'end', container: step.value };
        return;
      }
    }
  } finally {
    await reading.return(NOTHING_READ);
  }
}

interface ReadTogetherOptions extends Omit<ReadArchiveOptions, 'source'> {
  /** The parts of one export, such as git data and metadata, in any order. */
  readonly sources: readonly ArchiveSource[];
}

/**
 * Reads several archives of one export as one: a single stream of events with one `end`, whose digest is the SHA-256 of
 * the sorted hexadecimal digests of the parts, joined by line feeds. A single archive keeps its own digest.
 */
export async function* readTogether({
  sources,
  ...options
}: ReadTogetherOptions): AsyncGenerator<ArchiveEvent, void> {
  const parts: ContainerSummary[] = [];
  for (const source of sources) {
    for await (const event of readArchive({ ...options, source })) {
      if (event.type === 'end') {
        parts.push(event.container);
      } else {
        yield event;
      }
    }
  }
  yield { type: 'end', container: joinSummaries(parts) };
}

/** Combines the summaries of archives that are read as one; for the digest see `readTogether`. */
export function joinSummaries(parts: readonly ContainerSummary[]): ContainerSummary {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) {
    return first;
  }
  return {
    isWhole: parts.every(({ isWhole }) => isWhole),
    packedBytes: parts.reduce((sum, { packedBytes }) => sum + packedBytes, 0),
    unpackedBytes: parts.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0),
    entryCount: parts.reduce((sum, { entryCount }) => sum + entryCount, 0),
    sha256: digestOf(parts),
  };
}

function digestOf(parts: readonly ContainerSummary[]): string | undefined {
  const digests = parts.map(({ sha256 }) => sha256).filter((sha256) => sha256 !== undefined);
  return digests.length < parts.length
    ? undefined
    : createHash('sha256').update(digests.toSorted().join('\n')).digest('hex');
}

/** Reads one archive into the sink. Yields when the sink should be emptied; returns the summary of the container. */
export async function* readSource(
  options: UnpackOptions,
  sink: ReadingSink,
): AsyncGenerator<void, ContainerSummary> {
  const { source, signal, onProgress, openFile, skipRecords = false } = options;
  const limits = { ...ARCHIVE_LIMITS, ...options.limits };
  const entries = new EntryReader({ limits, skipRecords, openFile, sink });
  const bytes =
    source.type === 'folder'
      ? yield* readFolder(source, entries, { signal, onProgress })
      : yield* readPacked(source, entries, { signal, onProgress, limits });
  sink.finish();
  entries.finish();
  const isWhole = !entries.isDamaged && !entries.isStopped;
  return { ...bytes, isWhole, entryCount: entries.entryCount };
}

/**
 * Bytes of record files after which garbage is collected: V8 itself would let unpacked chunks pile up that outlived two
 * collections of its young generation, 60 MB of them in Node.js 24.
 */
const COLLECTED_BYTES = 32 * 1024 * 1024;

/** The number of queued events, records and rejected records at which reading pauses, after the current slice. */
const FULL_WEIGHT = 2_000;

/** Reads records in this thread, and queues the events between parser (push) and consumer (pull). */
class EventQueue implements ReadingSink {
  readonly #Cutter: typeof RecordCutter;
  readonly #schemas: ArchiveSchemas;
  readonly #kinds: ReturnType<typeof createKindReaders>;
  readonly #limits: ArchiveLimits;
  readonly #splitter: SplitterName;
  readonly #findKnown: FindKnown | undefined;
  readonly #emit = (event: ArchiveEvent) => this.add(event);
  readonly #onRead = createLargeCollector();
  #uncollectedBytes = 0;
  #events: ArchiveEvent[] = [];
  #weight = 0;

  constructor({ schemas, limits, splitter, findKnown }: ReadArchiveOptions, Cutter: typeof RecordCutter) {
    this.#Cutter = Cutter;
    this.#schemas = schemas ?? createArchiveSchemas();
    this.#kinds = createKindReaders(this.#schemas);
    this.#limits = { ...ARCHIVE_LIMITS, ...limits };
    this.#splitter = splitter ?? 'bytes';
    this.#findKnown = findKnown;
  }

  get isFull(): boolean {
    return this.#weight >= FULL_WEIGHT;
  }

  add(event: ArchiveEvent): void {
    this.#events.push(event);
    this.#weight += event.type === 'records' ? event.batch.records.length + event.batch.rejected.length : 1;
  }

  /** Removes and returns all queued events, in order. */
  take(): readonly ArchiveEvent[] {
    const taken = this.#events;
    this.#events = [];
    this.#weight = 0;
    return taken;
  }

  openRecords(entryName: string): RecordFile {
    const emit = this.#emit;
    const validator = createRecordValidator({
      entryName,
      kinds: this.#kinds,
      findKnown: this.#findKnown,
      emit,
    });
    const cutting = { entryName, limits: this.#limits, splitter: this.#splitter, emit };
    const onRecord: TakeRecord = (parts, index, memberCount) => {
      this.#onRead(parts.reduce((sum, part) => sum + part.length, 0));
      validator.take(parts, index, memberCount);
    };
    const cutter = new this.#Cutter({ ...cutting, onRecord });
    return {
      write: (chunk) => {
        this.#collectChunks(chunk.length);
        cutter.write(chunk);
      },
      flush: validator.flush,
      end(isWhole) {
        cutter.end(isWhole);
        validator.flush();
      },
    };
  }

  #collectChunks(sizeBytes: number): void {
    this.#uncollectedBytes += sizeBytes;
    if (this.#uncollectedBytes >= COLLECTED_BYTES) {
      this.#onRead(this.#uncollectedBytes);
      this.#uncollectedBytes = 0;
    }
  }

  openDocument(entryName: string, document: DocumentName): BodyTaker {
    const validating = { entryName, document, schemas: this.#schemas, emit: this.#emit };
    const onDocument = (bytes: Buffer) => validateDocument(bytes, validating);
    return openDocument({ ...validating, limits: this.#limits, onDocument });
  }

  finish(): void {
    for (const finding of this.#kinds.drift()) {
      this.add({ type: 'finding', finding });
    }
  }
}
