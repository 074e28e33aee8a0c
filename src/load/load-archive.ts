import { basename } from 'node:path';
import {
  type ArchiveEvent,
  type ContainerSummary,
  createTimeRange,
  createVerification,
  type VerifyExtent,
  type VerifyReport,
} from '../archive/index.ts';
import {
  ageOf,
  type Clock,
  Failure,
  invariant,
  isJsonObject,
  type JsonValue,
  type Lock,
  utcSeconds,
} from '../base/index.ts';
import { firstError, kindOfRecordFile, type MigrationId, type RecordBatch } from '../model/index.ts';
import {
  type ArchiveClaim,
  type LoadOrder,
  openStoreWriter,
  type StoreWriter,
  type WrittenSnapshot,
} from '../store/index.ts';
import {
  type FormerFolders,
  type KeepFilesOptions,
  type KeptEvent,
  prepareFolders,
} from './keep-files/file-keeper.ts';
import { createLoadTally, type LoadCounts } from './load-tally.ts';
import { createReadingLosses } from './reading-losses.ts';

/** What is known of an archive apart from its bytes. */
export interface ArchiveFacts {
  /** Path or name; the store keeps the name without folders. */
  readonly name: string;
  /** When it was taken, in UTC; where that is unknown, its newest tar time, else its newest record. */
  readonly takenAt?: string;
  readonly migrationId?: MigrationId;
  /** What the migration covered, as JSON. */
  readonly scope?: JsonValue;
  /** Whether it may be older than what the store holds; the default is `newest`: it may not. */
  readonly order?: LoadOrder;
  /** What it speaks for; the default is `request`: what was asked for. */
  readonly claim?: ArchiveClaim;
}

/** Where an archive goes, and what is called on the way. */
interface LoadTarget {
  readonly dbPath: string;
  readonly archive: ArchiveFacts;
  readonly clock: Pick<Clock, 'now'>;
  /** Builds parts of a new store in threads of their own. */
  readonly hasThreads?: boolean | undefined;
  /** False leaves the full-text index empty. */
  readonly hasSearch?: boolean | undefined;
  /** The lock of the store, where the caller holds it. */
  readonly lock?: Lock | undefined;
  /** Called with the number of records so far, after every event. */
  readonly onRecords?: ((recordCount: number) => void) | undefined;
  /** Called with the counts so far by kind and repository, every few thousand records; without it nothing is counted. */
  readonly onCounts?: ((counts: LoadCounts) => void) | undefined;
  /** Called once all records were read: what follows (indexes, the comparison with former snapshots, publishing) takes its own time. */
  readonly onRead?: (() => void) | undefined;
}

/** How to load a stream of events. */
export interface LoadOptions extends LoadTarget {
  readonly events: AsyncIterable<ArchiveEvent>;
  readonly signal?: AbortSignal;
  /** Sees every event before it is loaded. */
  readonly observe?: (event: ArchiveEvent) => void;
  /** Called after the last event and before anything is published; throws to refuse the archive. */
  readonly accept?: () => unknown;
}

/** What a load came to, and how long it took. */
export interface LoadReport extends WrittenSnapshot {
  readonly dbPath: string;
  readonly durationMs: number;
}

/**
 * Loads one archive into the store at `dbPath`, all of it or nothing: until the end the store is as it was, and a
 * failure, an abort or a refusal leaves it so. Memory does not grow with the archive.
 */
export async function loadArchive({ events, signal, ...options }: LoadOptions): Promise<LoadReport> {
  const throwIfStopped = () => signal?.throwIfAborted();
  return await loadEvents({ ...options, read: () => events, throwIfStopped });
}

/** How to load what is read in this thread or in another one. */
interface ReadingOptions extends Omit<LoadOptions, 'events' | 'signal'> {
  /** Begins to read, once the store is open. */
  readonly read: (formerFolders: FormerFolders) => AsyncIterable<ArchiveEvent | KeptEvent>;
  /** Throws once the load should stop. */
  readonly throwIfStopped: () => void;
  /** Where files of the archive are kept, if they are. */
  readonly files?: Pick<KeepFilesOptions, 'folders' | 'keepsOrphans'> | undefined;
}

/** The one loop of every load: takes the events as they are read and writes the store. */
async function loadEvents(options: ReadingOptions): Promise<LoadReport> {
  const { dbPath, archive, clock, files, observe, throwIfStopped } = options;
  const startedAtMs = clock.now();
  const { order, claim } = archive;
  const { hasThreads, hasSearch, lock } = options;
  const writer = await openStoreWriter(dbPath, { clock, order, claim, hasThreads, hasSearch, lock });
  try {
    if (files !== undefined) {
      await prepareFolders(files, writer.files, throwIfStopped);
    }
    const loading = new Loading(writer, options);
    for await (const event of options.read(writer.files.formerGitFolders())) {
      throwIfStopped();
      if (event.type === 'file') {
        writer.files.addFile(event.file);
      } else if (event.type === 'repository') {
        writer.files.addRepository(event.repository);
      } else if (event.type === 'file-finding') {
        observe?.({ type: 'finding', finding: event.finding });
      } else {
        observe?.(event);
        loading.take(event);
      }
    }
    await options.accept?.();
    throwIfStopped();
    options.onRead?.();
    const written = await loading.finish();
    return { dbPath, ...written, durationMs: clock.now() - startedAtMs };
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/** Writes the events of one archive, and learns on the way what the snapshot says of it. */
class Loading {
  readonly #writer: StoreWriter;
  readonly #options: LoadTarget;
  readonly #losses = createReadingLosses();
  readonly #tally: ReturnType<typeof createLoadTally> | undefined;
  readonly #recordTimes = createTimeRange();
  #newestTarMs = 0;
  #container: ContainerSummary | undefined;
  #recordCount = 0;

  constructor(writer: StoreWriter, options: LoadTarget) {
    this.#writer = writer;
    this.#options = options;
    this.#tally = options.onCounts && createLoadTally();
  }

  take(event: ArchiveEvent): void {
    this.#losses.observe(event);
    switch (event.type) {
      case 'entry':
        this.#newestTarMs = Math.max(this.#newestTarMs, this.#pastOf(event.entry.modifiedAtMs ?? 0));
        if (event.entry.class === 'records') {
          this.#writer.noteKind(kindOfRecordFile(event.entry.name));
        }
        break;
      case 'records':
        this.#writer.insertBatch(event.batch);
        if (this.#newestTarMs === 0 && this.#options.archive.takenAt === undefined) {
          this.#seeTimes(event.batch); // Nothing else dates the archive so far.
        }
        this.#recordCount += event.batch.records.length;
        break;
      case 'document':
        this.#writer.insertDocument(event.entryName, event.source);
        break;
      case 'end':
        this.#container = event.container;
        break;
      case 'finding':
        break;
    }
    this.#options.onRecords?.(this.#recordCount);
    if (this.#tally?.observe(event) === true) {
      this.#options.onCounts?.(this.#tally.counts());
    }
  }

  /** Times that are still to come (`due_on`) are left out. */
  #seeTimes({ records }: RecordBatch): void {
    for (const { value } of records) {
      this.#recordTimes.add(value['created_at']);
      this.#recordTimes.add(value['updated_at']);
      this.#recordTimes.add(value['created_date']);
    }
  }

  /** A file dated in the future says nothing about the archive's age. */
  #pastOf(timeMs: number): number {
    return ageOf(timeMs, this.#options.clock.now()) === undefined ? 0 : timeMs;
  }

  async finish(): Promise<WrittenSnapshot> {
    const container = this.#container;
    invariant(container !== undefined, 'the events of an archive end with the summary of its container');
    const { name, takenAt, migrationId, scope } = this.#options.archive;
    const newestTarTime = this.#newestTarMs === 0 ? undefined : utcSeconds(this.#newestTarMs);
    const { sha256, packedBytes, unpackedBytes, entryCount } = container;
    return await this.#writer.finish({
      archiveName: basename(name),
      archiveSha256: sha256,
      packedBytes,
      unpackedBytes,
      entryCount,
      takenAt: takenAt ?? newestTarTime ?? this.#recordTimes.range()?.to,
      migrationId,
      scope: scopeOf(scope, this.#losses.first()),
    });
  }
}

/** What an archive covers: where not everything could be read, what it lacks may exist all the same (`salvaged`). */
function scopeOf(scope: JsonValue | undefined, loss: string | undefined): JsonValue | undefined {
  const request = scope !== undefined && isJsonObject(scope) ? scope : {};
  return loss === undefined ? scope : { ...request, salvaged: loss };
}

/** What a load brought, and what was found on the way. */
export interface VerifiedLoad {
  readonly load: LoadReport;
  readonly verification: VerifyReport;
}

interface VerifiedLoadOptions extends Omit<ReadingOptions, 'observe' | 'accept'> {
  /** What messages call the archive. */
  readonly name: string;
  /** How much is asked of the archive; everything without it. */
  readonly extent: VerifyExtent | undefined;
  /** Loads what can be read of a damaged archive. */
  readonly isSalvage: boolean;
}

/** Loads and verifies in one pass. An archive whose container is damaged is refused, unless it is to be salvaged. */
export async function loadVerified(options: VerifiedLoadOptions): Promise<VerifiedLoad> {
  const { name, extent, isSalvage } = options;
  const verification = createVerification({ extent });
  try {
    const load = await loadEvents({
      ...options,
      observe: (event) => verification.observe(event),
      accept: () => isSalvage || requireWhole(name, verification.report()),
    });
    return { load, verification: verification.report() };
  } finally {
    verification.close();
  }
}

function requireWhole(name: string, { container, findings }: VerifyReport): void {
  if (container.isWhole) {
    return;
  }
  const reason = firstError(findings)?.message ?? 'it is incomplete';
  throw new Failure('archive-damaged', `Cannot load the archive "${name}": ${reason}`, {
    hint: 'Fetch it again if you can; "satchel load --salvage" loads what can be read of it',
    details: { findings: findings.map(({ code, count }) => ({ code, count })) },
  });
}
