import { createDrivenClock } from '../../../src/base/clock.ts';
import type { RecordBatch } from '../../../src/model/records.ts';
import type { ArchiveClaim, SnapshotFacts } from '../../../src/store/snapshot.ts';
import type { WrittenSnapshot } from '../../../src/store/snapshot-writer.ts';
import { openStoreWriter } from '../../../src/store/store-writer.ts';

export const LOADED_AT_MS = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Facts of an archive of which only the name is known. */
export function factsOf(archiveName: string, archiveSha256?: string): SnapshotFacts {
  return {
    archiveName,
    archiveSha256,
    packedBytes: 1_000,
    unpackedBytes: 4_000,
    entryCount: 3,
    takenAt: undefined,
    migrationId: undefined,
    scope: undefined,
  };
}

/** Writes the batches as one snapshot. */
export async function writeStore(
  path: string,
  batches: readonly RecordBatch[],
  facts: SnapshotFacts = factsOf('a.tar.gz'),
  claim?: ArchiveClaim,
): Promise<WrittenSnapshot> {
  const writer = await openStoreWriter(path, { clock: createDrivenClock(LOADED_AT_MS), claim });
  try {
    for (const batch of batches) {
      writer.insertBatch(batch);
    }
    return await writer.finish(facts);
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
