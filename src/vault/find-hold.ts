import { describeDrop, findDrops } from './find-drops.ts';
import type { KeptSnapshot } from './kept-snapshot.ts';

/**
 * Why nothing of a group may be removed at present, or undefined if it may: nothing is verified, or the newest
 * snapshot is suspicious. It is compared with the last one that was not suspicious itself, so that a loss does not
 * become the baseline a day later. Pinned snapshots are not a baseline, because they always stay. Snapshots must be
 * ordered, oldest first.
 */
export function findHold(snapshots: readonly KeptSnapshot[], maxDrop: number): string | undefined {
  const newest = snapshots.at(-1);
  if (newest === undefined) {
    return undefined;
  }
  if (!snapshots.some(({ isVerified }) => isVerified)) {
    return 'none of these archives is verified';
  }
  if (!newest.isVerified) {
    return `the newest archive, ${newest.archives[0]}, is not verified`;
  }
  const measure = measureOf(snapshots.slice(0, -1), maxDrop);
  const drops = measure === undefined ? [] : findDrops(measure.sizes, newest.sizes, maxDrop);
  return drops.length === 0
    ? undefined
    : `the newest archive is much smaller than ${measure?.archives[0]}: ${drops.map(describeDrop).join(', ')}; if that is expected, pin that archive, then allow a drop of 100% once`;
}

/** Why snapshots may not be removed: one of them exists only in its archives. Unverified snapshots do not count. */
export function findOnlyCopy(leaving: readonly KeptSnapshot[]): string | undefined {
  const only = leaving.find(({ isInStore, isVerified }) => isVerified && !isInStore);
  return only && `${only.archives[0]} is not in the store; a rebuild of the vault loads it`;
}

function measureOf(snapshots: readonly KeptSnapshot[], maxDrop: number): KeptSnapshot | undefined {
  let measure: KeptSnapshot | undefined;
  for (const snapshot of snapshots) {
    const isFit = snapshot.isVerified && !snapshot.isPinned;
    if (isFit && (measure === undefined || findDrops(measure.sizes, snapshot.sizes, maxDrop).length === 0)) {
      measure = snapshot;
    }
  }
  return measure;
}
