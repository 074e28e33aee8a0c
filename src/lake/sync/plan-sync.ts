import { createHash } from 'node:crypto';
import { compactTime, parseTimestamp } from '../../base/run-id.ts';
import { countText } from '../../base/sizes.ts';
import { Failure } from '../../model/failure.ts';
import type { Snapshot } from '../../store/snapshot.ts';
import type { Store } from '../../store/store.ts';
import type { Lake, LakePartition } from '../lake-manifest.ts';
import { type LogRange, logRanges, type PlannedSnapshot } from './log-ranges.ts';
import { type PlannedTable, planLake } from './plan-lake.ts';

/** What of a store is in a lake already. */
export interface SyncPlan {
  readonly tables: readonly PlannedTable[];
  /** Oldest first. */
  readonly snapshots: readonly PlannedSnapshot[];
  /** The number of snapshots that are in the lake already; these are the oldest. */
  readonly knownCount: number;
  /** The ranges of snapshots of which the logs are not in the lake, oldest first. */
  readonly missingLogs: readonly LogRange[];
  /** The partitions of known snapshots and of ranges of them, and of tables that are whole. */
  readonly kept: readonly LakePartition[];
}

/** Compares the snapshots of a store with those in a lake. */
export function planSync(store: Store, old: Lake): SyncPlan {
  const tables = planLake(store.db);
  const snapshots = nameSnapshots(store.snapshots(), tables);
  const difference = snapshots.findIndex(({ key }, index) => key !== old.snapshots[index]?.key);
  const knownCount = difference < 0 ? snapshots.length : difference;
  const known = new Set(snapshots.slice(0, knownCount).map(({ name }) => name));
  // Each snapshot has a row in the table of snapshots, so its partitions show which ranges there are.
  const there = new Set(
    old.partitions.filter(({ table }) => table === 'snapshots').map(({ snapshot }) => snapshot),
  );
  const ranges = logRanges(snapshots);
  const isThere = ({ name, end }: LogRange) => end <= knownCount && there.has(name);
  const knownRanges = new Set(ranges.filter(isThere).map(({ name }) => name));
  const kinds = new Map(tables.map(({ name, kind }) => [name, kind]));
  const isKept = ({ table, snapshot }: LakePartition) => {
    const kind = kinds.get(table);
    return kind === 'whole' || (kind === 'log' ? knownRanges : known).has(snapshot);
  };
  const kept = old.partitions.filter(isKept);
  return { tables, snapshots, knownCount, missingLogs: ranges.filter((range) => !isThere(range)), kept };
}

/**
 * Fails with `usage` if a lake was made of another store, whose rows a sync would remove. After a rebuild or a change of
 * the schema all keys are new, but the archives are the same.
 */
export function requireSameStore({ snapshots, knownCount }: SyncPlan, old: Lake, names: SyncNames): void {
  const archives = new Set(snapshots.map(({ archive }) => archive));
  const newest = old.snapshots.at(-1);
  if (
    newest !== undefined &&
    knownCount === 0 &&
    !old.snapshots.some(({ archive }) => archives.has(archive))
  ) {
    const held = `${countText(old.snapshots.length, 'snapshot')}, the newest of ${newest.takenAt.slice(0, 10)}`;
    throw new Failure(
      'usage',
      `Cannot sync the lake "${names.output}" with "${names.dbPath}": it has ${held}, and none of the archives in this store`,
      {
        commandHint: 'Name the store that it was made of with --db or --vault, or a new folder with --output',
      },
    );
  }
}

/** The places of a lake and a store, for messages. */
interface SyncNames {
  readonly output: string;
  readonly dbPath: string;
}

/**
 * The state of a store at a snapshot follows from its archives up to that one, and from the columns of its tables: so
 * each key covers the one before it. If an older archive is inserted, all later snapshots get new keys. If the store
 * was rebuilt, so do all snapshots, because its rows have other ids.
 */
function nameSnapshots(
  snapshots: readonly Snapshot[],
  tables: readonly PlannedTable[],
): readonly PlannedSnapshot[] {
  const shared = tables.filter(({ kind }) => kind !== 'whole');
  let key = digestOf(shared.map(({ name, columns }) => [name, columns]));
  return snapshots.map((snapshot) => {
    const { id, archiveName, archiveSha256 = null, takenAt, loadedAt, scope = null } = snapshot;
    key = digestOf([key, id, archiveName, archiveSha256, takenAt ?? null, loadedAt, scope]);
    const timeMs = parseTimestamp(takenAt ?? loadedAt);
    const knownMs = Number.isNaN(timeMs) ? 0 : timeMs;
    const name = `${compactTime(knownMs)}-${key.slice(0, 8)}`;
    const archive = archiveSha256 ?? `${archiveName} ${takenAt ?? ''}`;
    return { id, name, key, takenAt: new Date(knownMs).toISOString(), archive };
  });
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
