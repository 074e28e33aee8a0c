import { type Clock, type JsonObject, satchelVersion } from '../base/index.ts';
import type { RecordBatch } from '../model/index.ts';
import { createBatchWriter } from './batch-writer.ts';
import { formatTimestamp, storableText } from './conversions.ts';
import { type Database, databaseFailure, openDatabase } from './database.ts';
import { dropIndexes } from './late-indexes.ts';
import { newestTimestamp } from './newest-timestamp.ts';
import { openPartStore, type PartStore } from './part-store.ts';
import { createRecordWritings } from './record-writings.ts';
import { createShapeNumbering } from './shape-numbering.ts';
import { insertSnapshot, type SnapshotFacts } from './snapshot.ts';
import { readTables, type StoreTable } from './store-tables.ts';

/** What a store holds once a snapshot was written. */
export interface WrittenSnapshot {
  readonly snapshotId: number;
  /** False when this very archive was in the store already: then nothing was changed. */
  readonly isNew: boolean;
  /** Records written by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** Records that broke their schema and were kept aside. */
  readonly rejected: number;
  readonly tables: readonly StoreTable[];
}

/** Writes one archive into a store. Nothing of it is seen at the store's path until it is finished. */
export interface StoreWriter {
  /** Stores the records; one replaces an earlier one of the same kind and url. */
  insertBatch(batch: RecordBatch): void;
  /** Keeps a file of the archive that holds one JSON object, such as `schema.json`. */
  insertDocument(entryName: string, value: JsonObject): void;
  /** The newest time at which a record of the store says that it was made or changed. */
  newestTimestamp(): string | undefined;
  /** Gives the store its place, whole and durable. */
  finish(facts: SnapshotFacts): Promise<WrittenSnapshot>;
  /** Throws everything away: the store at the path is as it was. */
  abandon(): Promise<void>;
}

/**
 * Begins to write into the store at `path`, which is made where there is none. Fails with `not-a-store`,
 * `store-newer` or `locked`; all methods may fail with `disk-full` and `file-system`.
 */
export async function openStoreWriter(
  path: string,
  options: { readonly clock: Clock },
): Promise<StoreWriter> {
  const part = await openPartStore(path);
  try {
    return createStoreWriter(path, part, options.clock);
  } catch (error) {
    await part.abandon();
    throw databaseFailure(error, 'write the store', path);
  }
}

function createStoreWriter(path: string, part: PartStore, clock: Clock): StoreWriter {
  const { db, isNew } = part;
  const snapshotId = Number(db.prepare('SELECT coalesce(max(id), 0) + 1 FROM snapshots').pluck().get());
  const writings = createRecordWritings(createShapeNumbering(db));
  const layouts = [...writings.values()].map((writing) => writing.layout);
  const lateIndexes = isNew ? dropIndexes(db, layouts) : undefined;
  const batches = createBatchWriter({ db, writings, snapshotId, replaces: !isNew });
  const insertDocument = db.prepare('INSERT OR REPLACE INTO archive_documents VALUES (?, ?, ?)');

  function complete(facts: SnapshotFacts): readonly StoreTable[] {
    lateIndexes?.build();
    // The full-text index belongs here: one statement over all rows costs half of keeping it up row by row.
    const loadedAt = formatTimestamp(clock.now());
    insertSnapshot(db, {
      ...facts,
      id: snapshotId,
      loadedAt,
      satchelVersion: satchelVersion(),
      counts: batches.counts(),
    });
    return readTables(db);
  }

  return {
    insertBatch: (batch) => orFailure(path, () => batches.write(batch)),
    insertDocument(entryName, value) {
      orFailure(path, () => insertDocument.run(snapshotId, storableText(entryName), JSON.stringify(value)));
    },
    newestTimestamp: () => newestTimestamp(db, layouts),
    async finish(facts) {
      const written = { counts: batches.counts(), rejected: batches.rejected() };
      const knownId = findSnapshot(db, facts.archiveSha256);
      if (knownId !== undefined) {
        await part.abandon();
        return { ...written, snapshotId: knownId, isNew: false, tables: readTablesAt(path) };
      }
      const tables = orFailure(path, () => complete(facts));
      await part.publish();
      return { ...written, snapshotId, isNew: true, tables };
    },
    abandon: part.abandon,
  };
}

function orFailure<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw databaseFailure(error, 'write the store', path);
  }
}

function findSnapshot(db: Database, sha256: string | undefined): number | undefined {
  return db
    .prepare<[string | null], number>('SELECT id FROM snapshots WHERE archive_sha256 = ?')
    .pluck()
    .get(sha256 ?? null);
}

function readTablesAt(path: string): readonly StoreTable[] {
  const db = openDatabase(path, { readonly: true });
  try {
    return readTables(db);
  } finally {
    db.close();
  }
}
