import { basename } from 'node:path';
import type { ArchiveEvent, ContainerSummary } from '../archive/archive-event.ts';
import { createTimeRange } from '../archive/inspection.ts';
import { isMigrationContent, refuseForeign } from '../archive/refuse-foreign.ts';
import { type VerifyReport, withVerification } from '../archive/verification.ts';
import type { VerifyExtent } from '../archive/verify-checks.ts';
import { whyIncomplete } from '../archive/why-incomplete.ts';
import { ageOf, MAX_SKEW_MS } from '../base/durations.ts';
import { invariant } from '../base/failure.ts';
import { isJsonObject, type JsonValue } from '../base/json.ts';
import { utcSeconds } from '../base/run-id.ts';
import { Failure } from '../model/failure.ts';
import type { MigrationId } from '../model/migrations.ts';
import { kindOfRecordFile } from '../model/record-kind.ts';
import type { FindKnown, RecordBatch } from '../model/records.ts';
import type { KeptRepository } from '../store/kept-files.ts';
import type { LoadOrder } from '../store/place-snapshot.ts';
import type { ArchiveClaim } from '../store/snapshot.ts';
import type { StoreWriter, StoreWriterOptions, WrittenSnapshot } from '../store/snapshot-writer.ts';
import { openStoreWriter } from '../store/store-writer.ts';
import { type FormerFolders, type KeepFilesOptions, type KeptEvent, prepareFolders } from './file-keeper.ts';
import { createLoadTally, type LoadCounts } from './load-tally.ts';
import { createReadingLosses } from './reading-losses.ts';
import { renewFolders } from './renew-folders.ts';

/** Facts about an archive that its bytes do not contain. */
export interface ArchiveFacts {
  /** Path or name; the store keeps the name without its directory. */
  readonly name: string;
  /** When it was taken, in UTC; if unknown, its newest tar time is used, otherwise its newest record. */
  readonly takenAt?: string;
  readonly migrationId?: MigrationId;
  /** What the migration covered, as JSON. */
  readonly scope?: JsonValue;
  /** Whether it may be older than the store; the default is `newest`: it may not. */
  readonly order?: LoadOrder;
  /** What it covers; the default is `request`: what was requested. */
  readonly claim?: ArchiveClaim;
}

/** The store for an archive, and callbacks for progress. */
interface LoadTarget extends Omit<StoreWriterOptions, 'claim' | 'order'> {
  readonly dbPath: string;
  readonly archive: ArchiveFacts;
  /** Called with the number of records so far, after every event. */
  readonly onRecords?: ((recordCount: number) => void) | undefined;
  /** Called with the counts by kind and repository every few thousand records; if omitted, nothing is counted. */
  readonly onCounts?: ((counts: LoadCounts) => void) | undefined;
  /**
   * Called after all records were read: indexing, comparison with former snapshots and publishing take additional time.
   */
  readonly onRead?: (() => void) | undefined;
}

export interface LoadOptions extends LoadTarget {
  readonly events: AsyncIterable<ArchiveEvent>;
  readonly signal?: AbortSignal | undefined;
  /** Receives every event before it is loaded. */
  readonly observe?: ((event: ArchiveEvent) => void) | undefined;
  /** Called after the last event and before publishing; throws to refuse the archive. */
  readonly accept?: (() => unknown) | undefined;
}

/** The result of a load, and how long it took. */
export interface LoadReport extends WrittenSnapshot {
  readonly dbPath: string;
  readonly durationMs: number;
}

/**
 * Loads one archive into the store at `dbPath`, all or nothing: the store does not change until the end, and after a
 * failure, an abort or a refusal it remains unchanged. Memory use does not grow with the archive.
 */
export async function loadArchive({ events, signal, ...options }: LoadOptions): Promise<LoadReport> {
  const throwIfStopped = () => signal?.throwIfAborted();
  return await loadEvents({ ...options, read: () => events, throwIfStopped });
}

/** How to load events that are read in this thread or another one. */
interface ReadingOptions extends Omit<LoadOptions, 'events' | 'signal'> {
  /** Starts reading, after the store was opened. */
  readonly read: (
    formerFolders: FormerFolders,
    findKnown: FindKnown | undefined,
  ) => AsyncIterable<ArchiveEvent | KeptEvent>;
  /** Throws if the load should stop. */
  readonly throwIfStopped: () => void;
  /** Where files of the archive are kept, if at all. */
  readonly files?: Pick<KeepFilesOptions, 'folders' | 'keepsOrphans'> | undefined;
}

/** The loop of every load: receives the events as they are read and writes the store. */
async function loadEvents(options: ReadingOptions): Promise<LoadReport> {
  const { dbPath, archive, clock, files, observe, throwIfStopped } = options;
  const startedAtMs = clock.now();
  const { order, claim } = archive;
  const { hasSearch, early, lock } = options;
  const writer = await openStoreWriter(dbPath, { clock, order, claim, hasSearch, early, lock });
  try {
    if (files !== undefined) {
      await prepareFolders(files, writer.files, throwIfStopped);
    }
    const loading = new Loading(writer, options);
    const kept: KeptRepository[] = [];
    for await (const event of options.read(writer.files.formerGitFolders(), writer.findKnown)) {
      throwIfStopped();
      if (event.type === 'file') {
        writer.files.addFile(event.file);
      } else if (event.type === 'repository') {
        writer.files.addRepository(event.repository);
        kept.push(event.repository);
      } else if (event.type === 'audit-log') {
        writer.insertAuditLog(event.entries);
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
    if (files !== undefined && lock !== undefined && !written.isNew) {
      await renewFolders({ dbPath, lock, folders: files.folders, snapshotId: written.snapshotId, kept });
    }
    return { dbPath, ...written, durationMs: clock.now() - startedAtMs };
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/** Writes the events of one archive and collects what the snapshot stores about it. */
class Loading {
  readonly #writer: StoreWriter;
  readonly #options: LoadTarget;
  readonly #losses = createReadingLosses();
  readonly #tally: ReturnType<typeof createLoadTally> | undefined;
  /** A single record with a wrong date must not make the archive newer than all that follow. */
  readonly #recordTimes: ReturnType<typeof createTimeRange>;
  #newestTarMs = 0;
  #container: ContainerSummary | undefined;
  #recordCount = 0;

  constructor(writer: StoreWriter, options: LoadTarget) {
    this.#writer = writer;
    this.#options = options;
    this.#recordTimes = createTimeRange(utcSeconds(options.clock.now() + MAX_SKEW_MS));
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
          this.#seeTimes(event.batch); // Nothing else has dated the archive so far.
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

  /** Times that may be in the future (`due_on`) are ignored. */
  #seeTimes({ records }: RecordBatch): void {
    for (const { value } of records) {
      this.#recordTimes.add(value['created_at']);
      this.#recordTimes.add(value['updated_at']);
      this.#recordTimes.add(value['created_date']);
    }
  }

  /** A file dated in the future does not indicate the archive's age. */
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

/** What an archive covers: if it could not be read completely, records that it lacks may still exist (`salvaged`). */
function scopeOf(scope: JsonValue | undefined, loss: string | undefined): JsonValue | undefined {
  const request = scope !== undefined && isJsonObject(scope) ? scope : {};
  return loss === undefined ? scope : { ...request, salvaged: loss };
}

/** The result of a load, and of the verification in the same pass. */
export interface VerifiedLoad {
  readonly load: LoadReport;
  readonly verification: VerifyReport;
}

export interface VerifiedLoadOptions extends Omit<ReadingOptions, 'observe' | 'accept'> {
  /** The name of the archive in messages. */
  readonly name: string;
  /** How thoroughly the archive is verified; the default is completely. */
  readonly extent: VerifyExtent | undefined;
  /** Loads the readable part of a damaged archive. */
  readonly isSalvage: boolean;
}

/**
 * Loads and verifies in one pass. What is not an archive is refused: an empty snapshot would make the store appear to
 * be as recent as its files. So is an archive with a damaged container, unless the load is a salvage.
 */
export async function loadVerified(options: VerifiedLoadOptions): Promise<VerifiedLoad> {
  const { name, extent, isSalvage, archive } = options;
  return await withVerification({ extent }, async (verification) => {
    let hasContent = false;
    const load = await loadEvents({
      ...options,
      observe(event) {
        hasContent ||= isMigrationContent(event);
        verification.observe(event);
      },
      accept() {
        const report = verification.report();
        if (!isSalvage) {
          requireWhole(name, report);
        }
        if (archive.migrationId === undefined) {
          refuseForeign({ ...report, aim: `load the archive "${name}"`, hasContent });
        }
      },
    });
    return { load, verification: verification.report() };
  });
}

function requireWhole(name: string, { container, findings }: VerifyReport): void {
  if (container.isWhole) {
    return;
  }
  const { found, hint } = whyIncomplete(findings);
  throw new Failure('archive-damaged', `Cannot load the archive "${name}": ${found}`, {
    ...(hint === undefined ? SALVAGE : { hint }),
    details: { findings: findings.map(({ code, count }) => ({ code, count })) },
  });
}

const SALVAGE = {
  hint: 'Fetch it again if you can; "isSalvage" loads what can be read of it',
  commandHint: 'Fetch it again if you can; "satchel load --salvage" loads what can be read of it',
};
