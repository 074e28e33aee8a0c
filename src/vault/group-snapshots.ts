import { GROUP_MEMBERS, type GroupMember } from '../model/backup-settings.table.ts';
import type { KeptSnapshot } from './kept-snapshot.ts';
import { describeScope, type Scope } from './scope.ts';

/** Snapshots that replace each other: rules apply to each group separately. */
export interface SnapshotGroup {
  readonly accountKey: string;
  readonly account: string;
  /** For people, what its snapshots were asked for; undefined if that does not separate groups. */
  readonly scope: string | undefined;
  /** Oldest first. */
  readonly snapshots: readonly [KeptSnapshot, ...KeptSnapshot[]];
}

/** Groups snapshots by what they were asked for, or only by some members of that. */
export function groupSnapshots(
  snapshots: readonly KeptSnapshot[],
  groupBy: readonly GroupMember[] = GROUP_MEMBERS,
): readonly SnapshotGroup[] {
  const groups = new Map<string, [KeptSnapshot, ...KeptSnapshot[]]>();
  for (const snapshot of snapshots.toSorted((a, b) => a.takenAtMs - b.takenAtMs)) {
    const key = groupKeyOf(snapshot, groupBy);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [snapshot]);
    } else {
      group.push(snapshot);
    }
  }
  return [...groups.values()].map((own) => {
    const [{ accountKey, account, scope }] = own;
    return { accountKey, account, scope: titleOf(scope, groupBy), snapshots: own };
  });
}

/** Identifies the group of an archive or snapshot. */
export function groupKeyOf(
  { accountKey, scope }: Pick<KeptSnapshot, 'accountKey' | 'scope'>,
  groupBy: readonly GroupMember[] = GROUP_MEMBERS,
): string {
  return JSON.stringify([
    accountKey,
    groupBy.includes('selection') ? scope.selection : '',
    groupBy.includes('exclusions') ? scope.exclusions : [],
  ]);
}

function titleOf(scope: Scope, groupBy: readonly GroupMember[]): string | undefined {
  const selection = groupBy.includes('selection') ? scope.selection : 'any repositories';
  const exclusions = groupBy.includes('exclusions') ? scope.exclusions : [];
  const isSeparate = groupBy.includes('selection') || groupBy.includes('exclusions');
  return isSeparate ? describeScope({ selection, exclusions }) : undefined;
}
