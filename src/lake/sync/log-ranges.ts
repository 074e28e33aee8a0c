import type { LakeSnapshot } from '../lake-manifest.ts';

/** A snapshot of the store. */
export interface PlannedSnapshot extends LakeSnapshot {
  readonly id: number;
}

/** Snapshots whose rows of a log are in the same partition. */
export interface LogRange {
  /** The value of the column `snapshot`: the name of its last snapshot, with their number if there are several. */
  readonly name: string;
  /** Snapshot ids of the store. */
  readonly ids: readonly number[];
  /** The position of its last snapshot, plus one. */
  readonly end: number;
}

/** Ranges of the same size that become one. */
const FACTOR = 16;

/**
 * The ranges of all snapshots, oldest first: as many of the largest power of 16 as possible, then of the next smaller one.
 * So nightly backups do not make a file for each night, each row is written again at most once for each power, and two
 * syncs of the same snapshots have the same ranges, whatever was synced between them.
 */
export function logRanges(snapshots: readonly PlannedSnapshot[]): readonly LogRange[] {
  const ranges: LogRange[] = [];
  let size = 1;
  while (size * FACTOR <= snapshots.length) {
    size *= FACTOR;
  }
  let end = 0;
  while (end < snapshots.length) {
    while (end + size > snapshots.length) {
      size /= FACTOR;
    }
    const members = snapshots.slice(end, end + size);
    end += size;
    const last = members.at(-1)?.name ?? '';
    ranges.push({ name: size === 1 ? last : `${last}x${size}`, ids: members.map(({ id }) => id), end });
  }
  return ranges;
}
