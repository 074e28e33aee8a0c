import {
  accountKeyOf,
  type CompletenessCheck,
  describeDrop,
  findDrops,
  type Manifest,
  type SnapshotSizes,
  sizesOf,
} from '../../vault/index.ts';

interface PreviousComparison {
  /** All manifests of the vault, the oldest first. */
  readonly manifests: readonly Manifest[];
  /** Whose backup this is. */
  readonly accountKey: string;
  /** The backup of the journal, which is not its own predecessor. */
  readonly backup: string;
  readonly sizes: SnapshotSizes;
  readonly maxDrop: number;
}

/** Whether much is gone since the last verified backup of the same account. */
export function compareWithPrevious(comparison: PreviousComparison): CompletenessCheck {
  const { manifests, accountKey, backup, sizes, maxDrop } = comparison;
  const earlier = manifests.filter(
    (manifest) => manifest.isVerified && manifest.backup !== backup && accountKeyOf(manifest) === accountKey,
  );
  const last = earlier.at(-1);
  if (last === undefined) {
    return {
      name: 'previous',
      result: 'unknown',
      summary: 'There is no earlier verified backup of this account',
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
