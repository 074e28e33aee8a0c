import { basename } from 'node:path';
import type { ArchiveEvent, ContainerSummary } from '../archive/index.ts';
import {
  ageOf,
  type Clock,
  invariant,
  isJsonObject,
  type JsonValue,
  type Lock,
  utcSeconds,
} from '../base/index.ts';
import { kindOfRecordFile, type MigrationId } from '../model/index.ts';
import {
  type ArchiveClaim,
  type FileRegister,
  type LoadOrder,
  openStoreWriter,
  type StoreWriter,
  type WrittenSnapshot,
} from '../store/index.ts';
import { createReadingLosses } from './reading-losses.ts';

/** What is known of an archive apart from its bytes. */
export interface ArchiveFacts {
  /** Path or name; the store keeps the name without folders. */
  readonly name: string;
  /** When it was taken, in UTC; where nobody knows, its newest tar time, else its newest record. */
  readonly takenAt?: string;
  readonly migrationId?: MigrationId;
  /** What the migration covered, as JSON. */
  readonly scope?: JsonValue;
  /** Whether it may be older than what the store holds; the default is `newest`: it may not. */
  readonly order?: LoadOrder;
  /** What it speaks for; the default is `request`: what was asked for. */
  readonly claim?: ArchiveClaim;
}

/** What a load came to. */
export interface LoadResult extends WrittenSnapshot {
  readonly dbPath: string;
}

/** Where an archive goes. */
export interface LoadTarget {
  readonly dbPath: string;
  readonly archive: ArchiveFacts;
  readonly clock: Pick<Clock, 'now'>;
  /** Builds parts of a new store in threads of their own. */
  readonly hasThreads?: boolean | undefined;
  /** False leaves the full-text index empty. */
  readonly hasSearch?: boolean | undefined;
  /** The lock of the store, where the caller holds it. */
  readonly lock?: Lock | undefined;
}

/** One archive on its way into a store that nobody sees yet. */
export interface ArchiveLoading {
  /** The list of files that are kept beside the store. */
  readonly register: FileRegister;
  /** Records written so far. */
  readonly recordCount: number;
  /** Writes what an event holds; to be called with every event of the archive. */
  observe(event: ArchiveEvent): void;
  /** Gives the store its place, once the last event was seen. */
  finish(): Promise<LoadResult>;
  /** Throws everything away: the store at the path is as it was. */
  abandon(): Promise<void>;
}

/** Begins to load an archive. Fails as `openStoreWriter` does. */
export async function beginLoading(target: LoadTarget): Promise<ArchiveLoading> {
  const { dbPath, archive, ...options } = target;
  const writer = await openStoreWriter(dbPath, {
    ...options,
    order: archive.order,
    claim: archive.claim,
  });
  return new OpenLoading(writer, target);
}

class OpenLoading implements ArchiveLoading {
  readonly #writer: StoreWriter;
  readonly #target: LoadTarget;
  readonly #losses = createReadingLosses();
  #container: ContainerSummary | undefined;
  #newestMs = 0;
  #recordCount = 0;

  constructor(writer: StoreWriter, target: LoadTarget) {
    this.#writer = writer;
    this.#target = target;
  }

  get register(): FileRegister {
    return this.#writer.files;
  }

  get recordCount(): number {
    return this.#recordCount;
  }

  observe(event: ArchiveEvent): void {
    this.#losses.observe(event);
    switch (event.type) {
      case 'entry':
        this.#newestMs = Math.max(this.#newestMs, this.#pastOf(event.entry.modifiedAtMs ?? 0));
        if (event.entry.class === 'records') {
          this.#writer.noteKind(kindOfRecordFile(event.entry.name));
        }
        break;
      case 'records':
        this.#writer.insertBatch(event.batch);
        if (this.#newestMs === 0 && this.#target.archive.takenAt === undefined) {
          this.#writer.noteTimes(event.batch); // Nothing else dates the archive so far.
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
  }

  /** A file dated in the future says nothing about the archive's age. */
  #pastOf(timeMs: number): number {
    return ageOf(timeMs, this.#target.clock.now()) === undefined ? 0 : timeMs;
  }

  async finish(): Promise<LoadResult> {
    const container = this.#container;
    invariant(container !== undefined, 'the events of an archive end with the summary of its container');
    const { archive, dbPath } = this.#target;
    const newestTarTime = this.#newestMs === 0 ? undefined : utcSeconds(this.#newestMs);
    const written = await this.#writer.finish({
      archiveName: basename(archive.name),
      archiveSha256: container.sha256,
      packedBytes: container.packedBytes,
      unpackedBytes: container.unpackedBytes,
      entryCount: container.entryCount,
      takenAt: archive.takenAt ?? newestTarTime ?? this.#writer.newestTimestamp(),
      migrationId: archive.migrationId,
      scope: scopeOf(archive.scope, this.#losses.first()),
    });
    return { dbPath, ...written };
  }

  async abandon(): Promise<void> {
    await this.#writer.abandon();
  }
}

/** What an archive covers: where not everything could be read, its absences tell nothing (`salvaged`). */
function scopeOf(scope: JsonValue | undefined, loss: string | undefined): JsonValue | undefined {
  const request = scope !== undefined && isJsonObject(scope) ? scope : {};
  return loss === undefined ? scope : { ...request, salvaged: loss };
}
