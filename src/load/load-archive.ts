import { basename } from 'node:path';
import type { ArchiveEvent, ContainerSummary } from '../archive/index.ts';
import { type Clock, invariant, type JsonValue } from '../base/index.ts';
import {
  type ChangeCounts,
  type LoadOrder,
  openStoreWriter,
  type StoreTable,
  type StoreWriter,
} from '../store/index.ts';
import type { FileKeeper } from './keep-files/file-keeper.ts';
import { kindOfRecordFile } from './kind-of-record-file.ts';

/** What is known of an archive apart from its bytes. */
export interface ArchiveFacts {
  /** Path or name; the store keeps the name without folders. */
  readonly name: string;
  /** When it was taken, in UTC; where nobody knows, its newest tar time, else its newest record. */
  readonly takenAt?: string;
  readonly migrationId?: number;
  /** What the migration covered, as JSON. */
  readonly scope?: JsonValue;
  /** Whether it may be older than what the store holds; the default is `newest`: it may not. */
  readonly order?: LoadOrder;
}

export interface LoadProgress {
  /** Records written so far. */
  readonly records: number;
  /** Entries of the archive read so far. */
  readonly entries: number;
}

export interface LoadOptions {
  readonly events: AsyncIterable<ArchiveEvent>;
  readonly dbPath: string;
  readonly archive: ArchiveFacts;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** Sees every event before it is loaded. */
  readonly observe?: (event: ArchiveEvent) => void;
  /** Called after each batch of records; how often to draw is the caller's choice. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Called after the last event and before anything is published; throws to refuse the archive. */
  readonly accept?: () => void | Promise<void>;
  /** Keeps the files of the archive; whoever makes the events hands their bytes to it. */
  readonly files?: Pick<FileKeeper, 'begin' | 'settle' | 'abandon'> | undefined;
}

export interface LoadReport {
  readonly dbPath: string;
  readonly snapshotId: number;
  /** False when this very archive was in the store already: then nothing was changed. */
  readonly isNew: boolean;
  /** Records in the archive by kind, without the rejected ones. */
  readonly counts: Readonly<Record<string, number>>;
  /** What the load changed, by kind: rows were written for all records but the unchanged. */
  readonly changes: Readonly<Record<string, ChangeCounts>>;
  /** Records that broke their schema and were kept aside. */
  readonly rejected: number;
  /** Tables and views of the store as it is now. */
  readonly tables: readonly StoreTable[];
  readonly durationMs: number;
}

/**
 * Loads one archive into the store at `dbPath`, all of it or nothing: until the end the store is as it was, and a
 * failure, an abort or a refusal leaves it so. Memory does not grow with the archive.
 */
export async function loadArchive(options: LoadOptions): Promise<LoadReport> {
  const { dbPath, clock } = options;
  const startedAtMs = clock.now();
  const writer = await openStoreWriter(dbPath, { clock, order: options.archive.order });
  try {
    await options.files?.begin(writer.files);
    const { container, newestMs } = await writeEvents(writer, options);
    await options.accept?.();
    options.signal?.throwIfAborted();
    for (const finding of (await options.files?.settle()) ?? []) {
      options.observe?.({ type: 'finding', finding });
    }
    const { archive } = options;
    const newestTarTime = newestMs === undefined ? undefined : formatTimestamp(newestMs);
    const written = await writer.finish({
      archiveName: basename(archive.name),
      archiveSha256: container.sha256,
      packedBytes: container.packedBytes,
      unpackedBytes: container.unpackedBytes,
      entryCount: container.entryCount,
      takenAt: archive.takenAt ?? newestTarTime ?? writer.newestTimestamp(),
      migrationId: archive.migrationId,
      scope: archive.scope,
    });
    return { dbPath, ...written, durationMs: clock.now() - startedAtMs };
  } catch (error) {
    await options.files?.abandon(); // While the store is still locked, as the next load begins with the same folders.
    await writer.abandon();
    throw error;
  }
}

interface Reading {
  readonly container: ContainerSummary;
  /** The newest modification time in the tar, in milliseconds since the epoch. */
  readonly newestMs: number | undefined;
}

async function writeEvents(writer: StoreWriter, options: LoadOptions): Promise<Reading> {
  const { events, signal, observe, onProgress } = options;
  let container: ContainerSummary | undefined;
  let newestMs: number | undefined;
  let records = 0;
  let entries = 0;
  for await (const event of events) {
    signal?.throwIfAborted();
    observe?.(event);
    switch (event.type) {
      case 'entry':
        entries += 1;
        newestMs = Math.max(newestMs ?? 0, event.entry.modifiedAtMs ?? 0) || undefined;
        if (event.entry.class === 'records') {
          writer.noteKind(kindOfRecordFile(event.entry.name));
        }
        break;
      case 'records':
        writer.insertBatch(event.batch);
        records += event.batch.records.length;
        onProgress?.({ records, entries });
        break;
      case 'document':
        writer.insertDocument(event.entryName, event.value);
        break;
      case 'end':
        container = event.container;
        break;
      case 'finding':
        break;
    }
  }
  invariant(container !== undefined, 'the events of an archive end with the summary of its container');
  return { container, newestMs };
}

/** A time in the store's own spelling: UTC, to the second. */
function formatTimestamp(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}
