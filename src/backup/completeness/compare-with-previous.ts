import { describeDrop, findDrops, type SnapshotSizes } from '../../vault/find-drops.ts';
import { groupKeyOf } from '../../vault/group-snapshots.ts';
import { sizesOf } from '../../vault/kept-snapshot.ts';
import { accountKeyOf, type CompletenessCheck, type Manifest } from '../../vault/manifest.ts';
import { type Scope, scopeOf } from '../../vault/scope.ts';

interface PreviousComparison {
  /** All manifests of the vault, oldest first. */
  readonly manifests: readonly Manifest[];
  /** The account and the scope of this backup. */
  readonly accountKey: string;
  readonly scope: Scope;
  /** Id of this backup in the journal, which is not compared with itself. */
  readonly backup: string;
  readonly sizes: SnapshotSizes;
  readonly maxDrop: number;
}

/** Whether much less is present than in the last verified backup of the same account that was asked for the same. */
export function compareWithPrevious(comparison: PreviousComparison): CompletenessCheck {
  const { manifests, accountKey, scope, backup, sizes, maxDrop } = comparison;
  const key = groupKeyOf({ accountKey, scope });
  const earlier = manifests.filter(
    (manifest) =>
      manifest.isVerified &&
      manifest.backup !== backup &&
      groupKeyOf({ accountKey: accountKeyOf(manifest), scope: scopeOf(manifest) }) === key,
  );
  const last = earlier.at(-1);
  if (last === undefined) {
    return {
      name: 'previous',
      result: 'unknown',
      summary: 'There is no earlier verified backup of the same repositories',
      details: [],
    };
  }
  const parts = earlier.filter(
    (manifest) => manifest === last || (last.backup !== undefined && manifest.backup === last.backup),
  );
  const drops = findDrops(sizesOf(parts), sizes, maxDrop);
  return {
    name: 'previous',
    result: drops.length === 0 ? 'complete' : 'incomplete',
    summary:
      drops.length === 0
        ? `Nothing has shrunk much since ${last.archive}`
        : `Much less than in ${last.archive}: ${drops.map(describeDrop).join(', ')}`,
    details: drops.map(describeDrop),
  };
}
