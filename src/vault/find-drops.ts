import { formatSize } from '../base/sizes.ts';

/** The size of a snapshot's content. */
export interface SnapshotSizes {
  readonly repositories: number;
  readonly records: number;
  readonly bytes: number;
  readonly recordsByKind: Readonly<Record<string, number>>;
}

/** A quantity that is much lower in a snapshot than in the one before. */
export interface Drop {
  /** For people: `repositories`, `issue_comment records`. */
  readonly what: string;
  readonly before: number;
  readonly after: number;
}

/** A loss of up to this number of records of a kind is never suspicious: one label of three is a third. */
const SMALL_LOSS = 10;

/** A loss of up to this number of bytes is never suspicious: the packed size of small archives varies. */
const SMALL_LOSS_BYTES = 64 * 1024;

const BYTES = 'bytes';

/**
 * The quantities that fell by more than the share `maxDrop`. A fault of the service or network is more likely than a
 * deliberate cleanup.
 */
export function findDrops(before: SnapshotSizes, after: SnapshotSizes, maxDrop: number): readonly Drop[] {
  const hasFallen = ({ before: from, after: to }: Drop, smallLoss: number) =>
    from - to > Math.max(maxDrop * from, smallLoss);
  const drops: readonly (readonly [drop: Drop, smallLoss: number])[] = [
    [{ what: 'repositories', before: before.repositories, after: after.repositories }, 0],
    [{ what: 'records', before: before.records, after: after.records }, 0],
    [{ what: BYTES, before: before.bytes, after: after.bytes }, SMALL_LOSS_BYTES],
    ...Object.entries(before.recordsByKind).map(([kind, count]): readonly [Drop, number] => [
      { what: `${kind} records`, before: count, after: after.recordsByKind[kind] ?? 0 },
      SMALL_LOSS,
    ]),
  ];
  return drops.filter(([drop, smallLoss]) => hasFallen(drop, smallLoss)).map(([drop]) => drop);
}

/** Describes a drop: `repositories fell from 12 to 3`. */
export function describeDrop({ what, before, after }: Drop): string {
  return what === BYTES
    ? `the size fell from ${formatSize(before)} to ${formatSize(after)}`
    : `${what} fell from ${before} to ${after}`;
}
