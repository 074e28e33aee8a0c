import { utcSeconds } from '../base/run-id.ts';
import type { StoreChanges } from '../model/store-changes.ts';
import type { Change } from './change-log.ts';
import type { Database } from './database.ts';

/** How many records of one kind a load wrote, and how many it found unchanged. */
export type ChangeCounts = Readonly<Record<Change | 'unchanged', number>>;

/** Counts the changes of a load by kind. */
export interface ChangeTally {
  /** Adds `step` records; a negative number subtracts. */
  count(kind: string, change: keyof ChangeCounts, step?: number): void;
  counts(): Readonly<Record<string, ChangeCounts>>;
}

const NOTHING: ChangeCounts = { added: 0, changed: 0, vanished: 0, returned: 0, unchanged: 0 };

export function createChangeTally(): ChangeTally {
  const tallies = new Map<string, Record<keyof ChangeCounts, number>>();
  return {
    count(kind, change, step = 1) {
      const tally = tallies.get(kind) ?? { ...NOTHING };
      tally[change] += step;
      tallies.set(kind, tally);
    },
    counts: () => Object.fromEntries([...tallies].map(([kind, tally]) => [kind, { ...tally }])),
  };
}

/** The counts of a first load, which adds everything. */
export function firstCounts(added: number): ChangeCounts {
  return { ...NOTHING, added };
}

/** What a snapshot changed, compared with the one before it; undefined for the first in time. */
export function readChanges(db: Database, snapshotId: number): StoreChanges | undefined {
  const before = db
    .prepare<[number], string | null>(
      `SELECT taken_at FROM snapshots WHERE position < (SELECT position FROM snapshots WHERE id = ?)
       ORDER BY position DESC LIMIT 1`,
    )
    .pluck()
    .get(snapshotId);
  if (before === undefined) {
    return undefined;
  }
  const counts = new Map(
    db
      .prepare<[number], [Change, number]>(
        'SELECT change, count(*) FROM record_changes WHERE snapshot_id = ? GROUP BY change',
      )
      .raw()
      .all(snapshotId),
  );
  const countOf = (change: Change) => counts.get(change) ?? 0;
  return {
    added: countOf('added') + countOf('returned'),
    changed: countOf('changed'),
    deleted: countOf('vanished'),
    ...(before === null || Number.isNaN(Date.parse(before)) ? {} : { since: utcSeconds(Date.parse(before)) }),
  };
}
