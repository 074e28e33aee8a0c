import { shownBytes } from '../base/byte-text.ts';
import type { Clock } from '../base/clock.ts';
import type { Lock } from '../base/lock.ts';
import { totalOf } from '../base/sizes.ts';
import type { FindKnown, RecordBatch } from '../model/records.ts';
import { type AuditLogEntry, auditLogRow } from './audit-log-row.ts';
import { buildIndex, isIndexed } from './build-index.ts';
import type { ChangeCounts } from './change-counts.ts';
import { openPartStore, type WritableStore, writeFailure } from './database/part-store.ts';
import { readTables, type StoreTable } from './database/store-tables.ts';
import { type Database, databaseFailure, openDatabase } from './database.ts';
import type { EarlyReading } from './early-reading.ts';
import { createFileRegister, type FileRegister } from './file-register.ts';
import { type LoadOrder, placeSnapshot } from './place-snapshot.ts';
import { storableText } from './rows/conversions.ts';
import type { ArchiveClaim, SnapshotFacts } from './snapshot.ts';
import { openSearchIndex } from './text-index/open-search-index.ts';
import { createBatchWriter } from './writing/batch-writer.ts';
import type { KnownRecords } from './writing/known-records.ts';
import { createFirstLoad, createHistoryLoad, createMergeLoad } from './writing/load-mode.ts';
import { openTableWriters } from './writing/table-writer.ts';

export interface StoreWriterOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Which archives may be loaded; the default is `newest`: none that is older than the store. */
  readonly order?: LoadOrder | undefined;
  /** What the archive covers, so that covered records that it lacks have vanished; the default is `request`. */
  readonly claim?: ArchiveClaim | undefined;
  /** Whether texts are indexed at all; the default is true. Without an index there is no search. */
  readonly hasSearch?: boolean | undefined;
  /** For those who read a new store before its texts are indexed; only in a thread of its own, as the load waits for them. */
  readonly early?: EarlyReading | undefined;
  /** The lock of the store, if the caller holds it; otherwise the writer acquires and releases it. */
  readonly lock?: Lock | undefined;
}

/** The state of a store after a snapshot was written. */
export interface WrittenSnapshot {
  readonly snapshotId: number;
  /** False if the store already contained all of this archive; nothing was changed then, except for a missing index. */
  readonly isNew: boolean;
  /** True if the store contained the archive, but lacked an index of its texts, which was built. */
  readonly hasNewIndex?: boolean | undefined;
  /** Number of records in the archive by kind, without rejected ones. */
  readonly counts: Readonly<Record<string, number>>;
  /** The changes of the snapshot by kind; rows were written for all counts except `unchanged`. */
  readonly changes: Readonly<Record<string, ChangeCounts>>;
  /** Number of records that violated their schema and were stored separately. */
  readonly rejected: number;
  readonly tables: readonly StoreTable[];
}

/** Writes one archive into a store. The store at the path does not change until `finish`. */
export interface StoreWriter {
  /** Records that the archive has a record file of this kind, which may be empty. */
  noteKind(kind: string): void;
  /** Stores records; a record replaces an earlier one of the same kind and url. */
  insertBatch(batch: RecordBatch): void;
  /** Finds records that the store already has, so that they need not be validated; absent if all must be. */
  readonly findKnown?: FindKnown | undefined;
  /** Stores the text of a file that contains a single JSON object, such as `schema.json`. */
  insertDocument(entryName: string, source: string): void;
  /** Stores entries of the audit log; those that the store already has are ignored. */
  insertAuditLog(entries: readonly AuditLogEntry[]): void;
  /** The files of the archive that are kept next to the store. */
  readonly files: FileRegister;
  /**
   * Publishes the store, complete and durable. If the store has only part of the archive, the whole becomes another
   * snapshot. Fails with `out-of-order` if the archive is too old.
   */
  finish(facts: SnapshotFacts): Promise<WrittenSnapshot>;
  /** Discards everything: the store at the path remains unchanged. */
  abandon(): Promise<void>;
}

/** Writes one archive into an open store. */
export interface SnapshotWriter extends StoreWriter {
  /** Accepts the records of the archive that the store already has unchanged; they are not passed to `insertBatch`. */
  recognise(known: KnownRecords): void;
}

/** Creates the writer of a snapshot in `store`, which becomes the store at `path`. */
export function createSnapshotWriter(
  path: string,
  store: WritableStore,
  options: StoreWriterOptions & { readonly lock: Lock },
): SnapshotWriter {
  const { db, isNew } = store;
  const { order = 'newest', hasSearch = true, lock } = options;
  const snapshotId = nextSnapshotId(db);
  const search = openSearchIndex(db, { isNew, hasSearch });
  const writers = openTableWriters(db);
  const createMode = isNew ? createFirstLoad : order === 'history' ? createHistoryLoad : createMergeLoad;
  const mode = createMode({ db, writers, snapshotId, search });
  const batches = createBatchWriter({ db, writers, sink: mode.sink, snapshotId });
  const insertDocument = db.prepare('INSERT OR REPLACE INTO archive_documents VALUES (?, ?, ?)');
  const insertEntry = db.prepare('INSERT OR IGNORE INTO audit_log VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const kinds = new Set<string>();
  const files = createFileRegister(db, snapshotId);

  async function abandon(): Promise<void> {
    await search.close();
    store.abandon();
  }

  /** Discards what was written, because the store has all of it. It may lack an index nevertheless. */
  async function leaveAsKnown(knownId: number): Promise<Omit<WrittenSnapshot, 'counts' | 'rejected'>> {
    const hasNewIndex = hasSearch && !isIndexed(db);
    await abandon();
    await (hasNewIndex ? addIndex(path, lock) : undefined);
    return hasNewIndex ? { ...leftAsKnown(path, knownId), hasNewIndex } : leftAsKnown(path, knownId);
  }

  return {
    recognise(known) {
      mode.recognise?.(known);
      for (const [kind, count] of known.counts) {
        batches.count(kind, count);
      }
    },
    noteKind(kind) {
      kinds.add(kind);
    },
    insertBatch(batch) {
      kinds.add(batch.kind);
      orFailure(path, () => batches.write(batch));
    },
    insertDocument(entryName, source) {
      orFailure(path, () => insertDocument.run(snapshotId, storableText(shownBytes(entryName)), source));
    },
    insertAuditLog(entries) {
      orFailure(path, () => {
        for (const entry of entries) {
          insertEntry.run(...auditLogRow(entry));
        }
      });
    },
    files,
    async finish(facts) {
      const written = { counts: batches.counts(), rejected: batches.rejected() };
      const knownId = findSnapshot(db, facts.archiveSha256);
      if (knownId !== undefined) {
        // Limits or `--no-git` may have left something out when it was loaded.
        if (!lacksRecords(db, knownId, written.counts) && !files.isMoreThan(knownId)) {
          return { ...written, ...(await leaveAsKnown(knownId)) };
        }
        // The rest of the archive follows as another snapshot, which the digest identifies from then on.
        db.prepare('UPDATE snapshots SET archive_sha256 = NULL WHERE id = ?').run(knownId);
      }
      try {
        await search.begin();
      } catch (error) {
        throw writeFailure(error, path);
      }
      const changes = orFailure(path, () => {
        const found = placeSnapshot({ ...facts, snapshotId, kinds }, { ...options, db, mode, batches });
        files.settle();
        search.finish(options.early);
        return found;
      });
      await store.publish();
      await search.close();
      return { ...written, snapshotId, isNew: true, changes, tables: readTablesAt(path) };
    },
    abandon,
  };
}

/** Whether a snapshot has fewer records than were read from its archive. */
export function lacksRecords(
  db: Database,
  knownId: number,
  counts: Readonly<Record<string, number>>,
): boolean {
  const known = db.prepare<[number], string>('SELECT counts FROM snapshots WHERE id = ?').pluck();
  return totalOf(counts) > totalOf(JSON.parse(known.get(knownId) ?? '{}'));
}

/** Builds the index of texts that a store lacks, in a copy that replaces it. */
async function addIndex(path: string, lock: Lock): Promise<void> {
  const store = openPartStore(path, lock);
  try {
    buildIndex(store.db);
    await store.publish();
  } catch (error) {
    store.abandon();
    throw error;
  }
}

/** Runs `work` and converts errors of SQLite to failures. */
export function orFailure<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw databaseFailure(error, 'write the store', path);
  }
}

export function nextSnapshotId(db: Database): number {
  return Number(db.prepare('SELECT coalesce(max(id), 0) + 1 FROM snapshots').pluck().get());
}

/** The snapshot of an archive that was loaded before. */
export function findSnapshot(db: Database, sha256: string | undefined): number | undefined {
  return db
    .prepare<[string | null], number>('SELECT id FROM snapshots WHERE archive_sha256 = ?')
    .pluck()
    .get(sha256 ?? null);
}

/** The state of a store that has all of an archive already. */
export function leftAsKnown(path: string, snapshotId: number) {
  return { snapshotId, isNew: false, changes: {}, tables: readTablesAt(path) };
}

/** The tables of the store that is now at a path. */
function readTablesAt(path: string): readonly StoreTable[] {
  const db = openDatabase(path, { readonly: true });
  try {
    return readTables(db);
  } finally {
    db.close();
  }
}
