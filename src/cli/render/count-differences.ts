import type { Change, RecordDifference } from '../../store/index.ts';

/** How many records of one kind in one repository differ, and how. */
export interface DifferenceCount {
  readonly kind: string;
  /** Undefined for records that belong to no repository. */
  readonly repo: string | undefined;
  readonly counts: Readonly<Record<Change, number>>;
}

/** Counts differences by kind and repository, in the order in which they come. */
export function countDifferences(differences: Iterable<RecordDifference>): readonly DifferenceCount[] {
  const tallies = new Map<
    string,
    { kind: string; repo: string | undefined; counts: Record<Change, number> }
  >();
  for (const { kind, repo, change } of differences) {
    const key = JSON.stringify([kind, repo]);
    const tally = tallies.get(key) ?? {
      kind,
      repo,
      counts: { added: 0, changed: 0, vanished: 0, returned: 0 },
    };
    tally.counts[change] += 1;
    tallies.set(key, tally);
  }
  return [...tallies.values()];
}
