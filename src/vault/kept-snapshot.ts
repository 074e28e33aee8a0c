import { definedMembers } from '../base/json.ts';
import { totalOf } from '../base/sizes.ts';
import type { SnapshotSizes } from './find-drops.ts';
import { accountKeyOf, type Manifest } from './manifest.ts';
import type { Scope } from './scope.ts';
import { scopeOf } from './scope.ts';

/** The unit of retention: one backup of an account, whether one archive or several parts. */
export interface KeptSnapshot {
  /** File names of its archives. */
  readonly archives: readonly string[];
  /** Retention treats each account separately, so that none displaces another's snapshots. */
  readonly accountKey: string;
  readonly account: string;
  /** What it was asked for: a snapshot of one scope never displaces one of another. */
  readonly scope: Scope;
  readonly takenAtMs: number;
  /** True if all of its archives are verified and present. */
  readonly isVerified: boolean;
  /** True if comparisons were made, and found nothing missing. */
  readonly isComplete: boolean;
  readonly isPinned: boolean;
  /** False if the archives are the only copy: the store should contain the snapshot, but does not. */
  readonly isInStore: boolean;
  readonly sizes: SnapshotSizes;
}

/** Which copies of an archive exist. */
interface Copies {
  readonly isThere: (manifest: Manifest) => boolean;
  readonly isInStore: (manifest: Manifest) => boolean;
}

/**
 * Groups the archives of a vault into snapshots, oldest first. `isThere` says whether the file of an archive matches
 * its manifest: a missing or truncated file is not verified, even if it was before.
 */
export function toSnapshots(manifests: readonly Manifest[], copies: Copies): readonly KeptSnapshot[] {
  const byBackup = new Map<string, [Manifest, ...Manifest[]]>();
  for (const manifest of manifests) {
    const key = JSON.stringify([accountKeyOf(manifest), manifest.backup ?? manifest.archive]);
    const parts = byBackup.get(key);
    if (parts === undefined) {
      byBackup.set(key, [manifest]);
    } else {
      parts.push(manifest);
    }
  }
  return [...byBackup.values()]
    .map((parts) => toSnapshot(parts, copies))
    .toSorted((a, b) => a.takenAtMs - b.takenAtMs || compareNames(a, b));
}

function compareNames(a: KeptSnapshot, b: KeptSnapshot): number {
  return String(a.archives[0]) < String(b.archives[0]) ? -1 : 1;
}

function toSnapshot(parts: readonly [Manifest, ...Manifest[]], { isThere, isInStore }: Copies): KeptSnapshot {
  const [first] = parts;
  const { scope, request } = first;
  return {
    archives: parts.map(({ archive }) => archive),
    accountKey: accountKeyOf(first),
    account: first.account,
    scope: scopeOf({
      ...definedMembers({ scope, request }),
      repositories: parts.flatMap(({ repositories }) => repositories),
    }),
    takenAtMs: Math.max(...parts.map(({ takenAt }) => Date.parse(takenAt))),
    isVerified: parts.every((manifest) => manifest.isVerified && isThere(manifest)),
    isComplete: parts.every(({ completeness }) => completeness?.isComplete === true),
    isPinned: parts.some(({ pin }) => pin !== undefined),
    isInStore: parts.every(isInStore),
    sizes: sizesOf(parts),
  };
}

/** Parts of one backup contain different repositories; accounts may be in several parts and are counted in each. */
export function sizesOf(parts: readonly Manifest[]): SnapshotSizes {
  const recordsByKind: Record<string, number> = {};
  for (const { counts } of parts) {
    for (const [kind, count] of Object.entries(counts)) {
      recordsByKind[kind] = (recordsByKind[kind] ?? 0) + count;
    }
  }
  return {
    repositories: new Set(parts.flatMap(({ repositories }) => repositories)).size,
    records: totalOf(recordsByKind),
    bytes: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    recordsByKind,
  };
}
