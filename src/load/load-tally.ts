import type { ArchiveEvent } from '../archive/archive-event.ts';
import { createRepositoryTallies, type RepositoryTally } from '../archive/repository-tallies.ts';

/** The progress of a load. */
export interface LoadCounts {
  readonly records: number;
  readonly kinds: Readonly<Record<string, number>>;
  /** The repositories with the most records so far. */
  readonly repositories: readonly RepositoryTally[];
}

/** Counts the records of events. */
export interface LoadTally {
  /** Returns true if an update is due: after a number of records, and at the end. */
  observe(event: ArchiveEvent): boolean;
  counts(): LoadCounts;
}

/** As many as are shown to people. */
const MAX_REPOSITORIES = 40;
const RECORDS_PER_UPDATE = 5_000;

export function createLoadTally(): LoadTally {
  const kinds = new Map<string, number>();
  const repositories = createRepositoryTallies();
  let records = 0;
  let shown = 0;
  return {
    observe(event) {
      if (event.type === 'records') {
        const { kind, records: batch } = event.batch;
        records += batch.length;
        kinds.set(kind, (kinds.get(kind) ?? 0) + batch.length);
        repositories.count(event.batch);
      }
      const isDue = event.type === 'end' || records - shown >= RECORDS_PER_UPDATE;
      shown = isDue ? records : shown;
      return isDue;
    },
    counts: () => ({
      records,
      kinds: Object.fromEntries(kinds),
      repositories: repositories
        .list()
        .toSorted((one, other) => sizeOf(other) - sizeOf(one))
        .slice(0, MAX_REPOSITORIES),
    }),
  };
}

function sizeOf({ issueCount, pullRequestCount, commentCount }: RepositoryTally): number {
  return issueCount + pullRequestCount + commentCount;
}
