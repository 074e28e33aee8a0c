import type { Clock } from '../base/clock.ts';
import type { JsonObject } from '../base/json.ts';
import type { ArchiveRecord, RecordBatch } from '../model/records.ts';
import type { StoredRecord } from '../store/read-records.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { Store } from '../store/store.ts';
import { openStoreWriter } from '../store/store-writer.ts';

const BATCH_RECORDS = 500;

interface LoadStateOptions {
  readonly store: Store;
  /** The snapshot whose records are loaded. */
  readonly snapshot: Snapshot;
  readonly dbPath: string;
  readonly clock: Clock;
}

/**
 * Loads the records of a store as they were at a snapshot into another store, regardless of their age. Records of the
 * target that the snapshot lacks count as vanished. Returns the id of the new snapshot.
 */
export async function loadState({ store, snapshot, dbPath, clock }: LoadStateOptions): Promise<number> {
  const writer = await openStoreWriter(dbPath, { clock, order: 'any', claim: 'store' });
  try {
    for (const batch of toBatches(store.recordsAt(snapshot.id))) {
      writer.insertBatch(batch);
    }
    return (await writer.finish(snapshot)).snapshotId;
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/** Groups consecutive records of one kind into batches. */
function* toBatches(records: Iterable<StoredRecord>): Generator<RecordBatch> {
  let kind = '';
  let batch: ArchiveRecord[] = [];
  for (const stored of records) {
    if (batch.length >= BATCH_RECORDS || stored.kind !== kind) {
      yield batchOf(kind, batch);
      batch = [];
      kind = stored.kind;
    }
    const value: JsonObject = JSON.parse(stored.json);
    batch.push({ index: batch.length, value, source: Buffer.from(stored.json) });
  }
  yield batchOf(kind, batch);
}

function batchOf(kind: string, records: readonly ArchiveRecord[]): RecordBatch {
  return { kind, entryName: `${kind}.json`, records, rejected: [] };
}
