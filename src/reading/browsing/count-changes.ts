import type { Database } from '../../store/database.ts';

/** How many records a snapshot found otherwise than the snapshot before it. */
export interface SnapshotChanges {
  /** New, or there again. */
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  /** Whether there are more: counting stopped. */
  readonly isPart: boolean;
}

/** A snapshot of another account can be a million new records; pages say "more than". */
export const MAX_COUNTED_CHANGES = 5_000;

/** Counts what a snapshot changed, up to a limit, so that it takes milliseconds in any store. */
export function countSnapshotChanges(db: Database, snapshotId: number): SnapshotChanges {
  const counts = new Map(
    db
      .prepare<[number, number], [change: string, count: number]>(
        `SELECT change, count(*) FROM (SELECT change FROM record_changes WHERE snapshot_id = ? LIMIT ?)
         GROUP BY change`,
      )
      .raw()
      .all(snapshotId, MAX_COUNTED_CHANGES + 1),
  );
  const of = (change: string) => counts.get(change) ?? 0;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    added: of('added') + of('returned'),
    changed: of('changed'),
    deleted: of('vanished'),
    isPart: all > MAX_COUNTED_CHANGES,
  };
}
