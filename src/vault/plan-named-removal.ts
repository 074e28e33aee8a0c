import type { GroupMember } from '../model/backup-settings.table.ts';
import { findHold, findOnlyCopy } from './find-hold.ts';
import { groupSnapshots, type SnapshotGroup } from './group-snapshots.ts';
import type { KeptSnapshot } from './kept-snapshot.ts';
import type { GroupRetention, RetentionRow } from './plan-retention.ts';

interface RemovalOptions {
  /** File names of archives. */
  readonly named: ReadonlySet<string>;
  readonly maxDrop: number;
  readonly groupBy?: readonly GroupMember[] | undefined;
}

/**
 * Plans the removal of snapshots that a person named: they are removed unless one is pinned, is the last verified one
 * of its group, or must stay because the newest one is suspicious. The oldest is considered first, so that if all are
 * named, the newest remains; but if the newest one is suspicious, it is considered first. Groups without a named
 * snapshot are omitted.
 */
export function planRemoval(
  snapshots: readonly KeptSnapshot[],
  options: RemovalOptions,
): readonly GroupRetention[] {
  return groupSnapshots(snapshots, options.groupBy)
    .filter((group) => group.snapshots.some((snapshot) => isNamed(snapshot, options.named)))
    .map((group) => planGroup(group, options));
}

function isNamed(snapshot: KeptSnapshot, archives: ReadonlySet<string>): boolean {
  return snapshot.archives.some((archive) => archives.has(archive));
}

function planGroup(
  { snapshots, ...group }: SnapshotGroup,
  { named, maxDrop }: RemovalOptions,
): GroupRetention {
  let left: readonly KeptSnapshot[] = snapshots;
  const refusals = new Map<KeptSnapshot, string>();
  const own = snapshots.filter((snapshot) => isNamed(snapshot, named));
  for (const snapshot of findHold(snapshots, maxDrop) === undefined ? own : own.toReversed()) {
    const refusal = refuse(snapshot, { left, group, maxDrop });
    if (refusal === undefined) {
      left = left.filter((other) => other !== snapshot);
    } else {
      refusals.set(snapshot, refusal);
    }
  }
  const rows = snapshots.map((snapshot): RetentionRow => {
    const refusal = refusals.get(snapshot);
    return left.includes(snapshot)
      ? { snapshot, action: 'keep', reasons: [refusal ?? 'not named'] }
      : { snapshot, action: 'remove', reasons: ['named'] };
  });
  const hold = [...refusals.values()][0];
  return { ...group, rows, hold };
}

interface Remaining {
  readonly left: readonly KeptSnapshot[];
  readonly group: Pick<SnapshotGroup, 'scope'>;
  readonly maxDrop: number;
}

function refuse(snapshot: KeptSnapshot, { left, group, maxDrop }: Remaining): string | undefined {
  if (snapshot.isPinned) {
    return 'it is pinned';
  }
  const others = left.filter((other) => other !== snapshot);
  if (snapshot.isVerified && !others.some(({ isVerified }) => isVerified)) {
    return group.scope === undefined
      ? 'it is the last verified archive of its account'
      : 'it is the last verified archive of its group; grouped by account, another one of the account is enough';
  }
  return findOnlyCopy([snapshot]) ?? (snapshot === left.at(-1) ? undefined : findHold(left, maxDrop));
}
