import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createSystemDisk, type Disk } from '../base/disk.ts';
import { fileFailure } from '../base/file-failure.ts';
import { createLargeCollector } from '../base/garbage.ts';
import { openWorkplace } from '../base/workplace.ts';
import type { ParquetLimits } from '../dump/parquet-table.ts';
import { isObjectLocation } from '../objects/object-location.ts';
import { openStore } from '../store/store.ts';
import { requireReadable } from '../store/store-header.ts';
import {
  currentPartitions,
  dataFilesOf,
  EMPTY_LAKE,
  type Lake,
  type LakeFile,
  type LakePartition,
  readLake,
  writeLake,
} from './lake-manifest.ts';
import { type BucketAccess, openBucketPlace } from './place/bucket-place.ts';
import { openFolderPlace } from './place/folder-place.ts';
import type { LakePlace } from './place/lake-place.ts';
import { writeViews } from './sql/write-views.ts';
import { planSync, requireSameStore, type SyncPlan } from './sync/plan-sync.ts';
import { type LakeProgress, writeChanges } from './sync/write-changes.ts';

export interface LakeSyncOptions extends BucketAccess {
  readonly dbPath: string;
  /** An existing lake, or a place for a new one: an empty or new folder, or `s3://BUCKET/PREFIX` without objects. */
  readonly output: string;
  /** The disk of a lake in a folder; the default is the system's. */
  readonly disk?: Disk;
  readonly limits?: ParquetLimits;
  /** Called before each snapshot and table that is read. */
  readonly onProgress?: ((progress: LakeProgress) => void) | undefined;
}

/** What a sync found and wrote. */
export interface LakeReport {
  readonly snapshots: number;
  readonly newSnapshots: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly sizeBytes: number;
  readonly writtenFiles: number;
  readonly writtenBytes: number;
  /** Values that do not fit the type of their column and were left empty, such as invalid times. */
  readonly emptiedValues: number;
}

/** A row group is in memory: with twice as many rows, a sync of 100,000 repositories took 50 MiB more. */
const LAKE_LIMITS: ParquetLimits = {
  groupRows: 16_384,
  groupLength: 4 * 1024 * 1024,
  fileBytes: 128 * 1024 * 1024,
};

const WORKPLACE = '.satchel-';

/**
 * Brings a lake up to date with a store: writes what its snapshots changed, then the manifest. A sync that is killed
 * leaves the former state, and the next one removes its files. Fails with `usage` if other files are at the output, or the
 * lake of another store.
 */
export async function syncLake(options: LakeSyncOptions): Promise<LakeReport> {
  const { dbPath, output, disk = createSystemDisk(), clock } = options;
  requireReadable(dbPath);
  try {
    const place = isObjectLocation(output)
      ? await openBucketPlace(output, options)
      : await openFolderPlace(resolve(output), { disk, clock, output });
    try {
      return await syncPlace(place, options);
    } finally {
      await place.close();
    }
  } catch (error) {
    throw fileFailure(error, 'write the lake', output);
  }
}

async function syncPlace(place: LakePlace, options: LakeSyncOptions): Promise<LakeReport> {
  const found = await readLake(place);
  const old = found ?? EMPTY_LAKE;
  if (found === undefined) {
    await writeLake(place, old); // Marks the place as a lake.
  } else {
    await writeViews(place, old); // A sync that was killed may have left those of the state before.
  }
  await place.removeOrphans(dataFilesOf(old));
  const workplace = await openWorkplace(place.workFolder, WORKPLACE);
  const store = openStore(options.dbPath);
  try {
    let emptiedValues = 0;
    const plan = planSync(store, old);
    requireSameStore(plan, old, options);
    const added = await writeChanges(store, plan, {
      place,
      limits: options.limits ?? LAKE_LIMITS,
      signal: options.signal,
      workplace: workplace.path,
      onEmptied: () => {
        emptiedValues += 1;
      },
      onWritten: createLargeCollector(),
      onProgress: options.onProgress,
    });
    const lake: Lake = {
      tables: plan.tables.map(({ name, kind, columns }) => ({ name, kind, columns })),
      snapshots: plan.snapshots.map(({ name, key, takenAt, archive }) => ({ name, key, takenAt, archive })),
      partitions: [...plan.kept.filter((kept) => !isReplaced(kept, plan, added)), ...added],
    };
    if (!isDeepStrictEqual(lake, old)) {
      await writeLake(place, lake);
    }
    await writeViews(place, lake);
    const newSnapshots = plan.snapshots.length - plan.knownCount;
    return { ...sumUp(lake, added), newSnapshots, emptiedValues };
  } finally {
    store.close();
    await workplace.close();
  }
}

/** A table that is whole has one partition. */
function isReplaced(
  { table }: LakePartition,
  { tables }: SyncPlan,
  added: readonly LakePartition[],
): boolean {
  const isWhole = tables.some(({ name, kind }) => name === table && kind === 'whole');
  return isWhole && added.some((partition) => partition.table === table);
}

function sumUp(lake: Lake, added: readonly LakePartition[]) {
  const current = lake.tables.flatMap((table) => currentPartitions(lake, table));
  const all = lake.partitions.flatMap(({ files }) => files);
  const written = added.flatMap(({ files }) => files);
  const bytesOf = (files: readonly LakeFile[]) => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return {
    snapshots: lake.snapshots.length,
    tables: lake.tables.length,
    rows: current.reduce((sum, { rowCount }) => sum + rowCount, 0),
    files: all.length,
    sizeBytes: bytesOf(all),
    writtenFiles: written.length,
    writtenBytes: bytesOf(written),
  };
}
