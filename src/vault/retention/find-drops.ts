import { formatSize } from '../../base/index.ts';

/** How much a snapshot holds. */
export interface SnapshotSizes {
  readonly repositories: number;
  readonly records: number;
  readonly bytes: number;
  readonly recordsByKind: Readonly<Record<string, number>>;
}

/** Something of which a snapshot holds much less than the one before. */
export interface Drop {
  /** As people read it: `repositories`, `issue_comment records`. */
  readonly what: string;
  readonly before: number;
  readonly after: number;
}

/** A kind may lose so many records without being looked at: of three labels one is a third. */
const SMALL_LOSS = 10;

/** A backup may lose so many bytes without being looked at: archives of small accounts vary by their packing. */
const SMALL_LOSS_BYTES = 64 * 1024;

const BYTES = 'bytes';

/** What fell by more than `maxDrop`, of 1. A fault of the service or of the network is a likelier reason than tidiness. */
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

/** A drop in words: `repositories fell from 12 to 3`. */
export function describeDrop({ what, before, after }: Drop): string {
  return what === BYTES
    ? `the size fell from ${formatSize(before)} to ${formatSize(after)}`
    : `${what} fell from ${before} to ${after}`;
}
