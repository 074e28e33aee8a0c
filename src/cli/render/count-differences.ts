import type { Change, RecordDifference } from '../../store/index.ts';

/** How many records of one kind in one repository differ, and how. */
export interface DifferenceCount {
  readonly kind: string;
  /** Undefined for records that belong to no repository. */
  readonly repo: string | undefined;
  readonly counts: Readonly<Record<Change, number>>;
}

/** A repository that has another name, with how many of its records differ in nothing else. */
export interface RenameCount {
  readonly from: string;
  readonly to: string;
  readonly records: number;
}

interface CountedDifferences {
  readonly counts: readonly DifferenceCount[];
  readonly renames: readonly RenameCount[];
}

/** Counts differences by kind and repository, in the order in which they come. */
export function countDifferences(differences: Iterable<RecordDifference>): CountedDifferences {
  const renames = new Map<string, RenameCount & { records: number }>();
  const tallies = new Map<
    string,
    { kind: string; repo: string | undefined; counts: Record<Change, number> }
  >();
  for (const { kind, repo, change, formerRepo } of differences) {
    if (formerRepo !== undefined && repo !== undefined) {
      const rename = renames.get(`${formerRepo} ${repo}`) ?? { from: formerRepo, to: repo, records: 0 };
      rename.records += change === 'moved' ? 1 : 0;
      renames.set(`${formerRepo} ${repo}`, rename);
    }
    if (change === 'moved') {
      continue;
    }
    const key = JSON.stringify([kind, repo]);
    const tally = tallies.get(key) ?? {
      kind,
      repo,
      counts: { added: 0, changed: 0, vanished: 0, returned: 0 },
    };
    tally.counts[change] += 1;
    tallies.set(key, tally);
  }
  return { counts: [...tallies.values()], renames: [...renames.values()] };
}
