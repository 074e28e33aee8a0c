import { findHold, findOnlyCopy } from './find-hold.ts';
import type { KeptSnapshot } from './kept-snapshot.ts';
import { type AccountRetention, groupByAccount, type RetentionRow } from './plan-retention.ts';

/**
 * Plans the removal of snapshots that a person named: they are removed unless one is pinned, is the last verified one
 * of its account, or must stay because the newest one is suspicious. The oldest is considered first, so that if all are
 * named, the newest remains; but if the newest one is suspicious, it is considered first. Accounts without a named
 * snapshot are omitted.
 */
export function planRemoval(
  snapshots: readonly KeptSnapshot[],
  archives: ReadonlySet<string>,
  maxDrop: number,
): readonly AccountRetention[] {
  return [...groupByAccount(snapshots).values()]
    .filter((own) => own.some((snapshot) => isNamed(snapshot, archives)))
    .map((own) => planAccount(own, archives, maxDrop));
}

function isNamed(snapshot: KeptSnapshot, archives: ReadonlySet<string>): boolean {
  return snapshot.archives.some((archive) => archives.has(archive));
}

function planAccount(
  snapshots: readonly KeptSnapshot[],
  archives: ReadonlySet<string>,
  maxDrop: number,
): AccountRetention {
  let left = snapshots;
  const refusals = new Map<KeptSnapshot, string>();
  const named = snapshots.filter((snapshot) => isNamed(snapshot, archives));
  for (const snapshot of findHold(snapshots, maxDrop) === undefined ? named : named.toReversed()) {
    const refusal = refuse(snapshot, left, maxDrop);
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
  const [first] = snapshots;
  const hold = [...refusals.values()][0];
  return { accountKey: first?.accountKey ?? '', account: first?.account ?? '', rows, hold };
}

function refuse(snapshot: KeptSnapshot, left: readonly KeptSnapshot[], maxDrop: number): string | undefined {
  if (snapshot.isPinned) {
    return 'it is pinned';
  }
  const others = left.filter((other) => other !== snapshot);
  if (snapshot.isVerified && !others.some(({ isVerified }) => isVerified)) {
    return 'it is the last verified archive of its account';
  }
  return findOnlyCopy([snapshot]) ?? (snapshot === left.at(-1) ? undefined : findHold(left, maxDrop));
}
