import type { Database } from '../database/database.ts';

/** What a snapshot found of a record, against the snapshot before it. */
export type Change = 'added' | 'changed' | 'vanished' | 'returned';

/** One row of `record_changes`, apart from its snapshot. */
export interface ChangeRow {
  readonly recordId: number;
  readonly kind: string;
  readonly change: Change;
  readonly repo: string | null;
  readonly url: string | null;
  /** The record before, as JSON text; null where there was none. */
  readonly previous: string | null;
}

/** The changes of one snapshot, while they are being found. */
export interface ChangeLog {
  /** Notes a change; one of the same record is replaced. */
  write(row: ChangeRow): void;
  find(recordId: number): Pick<ChangeRow, 'change' | 'previous'> | undefined;
  remove(recordId: number): void;
}

/** Opens `record_changes` for one snapshot. */
export function createChangeLog(db: Database, snapshotId: number): ChangeLog {
  const insert = db.prepare(`
    INSERT INTO record_changes (snapshot_id, record_id, kind, change, repo, url, previous)
    VALUES (@snapshotId, @recordId, @kind, @change, @repo, @url, @previous)
    ON CONFLICT (record_id, snapshot_id) DO UPDATE SET
      change = excluded.change, repo = excluded.repo, previous = excluded.previous
  `);
  const find = db.prepare<[number, number], Pick<ChangeRow, 'change' | 'previous'>>(
    'SELECT change, previous FROM record_changes WHERE record_id = ? AND snapshot_id = ?',
  );
  const remove = db.prepare('DELETE FROM record_changes WHERE record_id = ? AND snapshot_id = ?');
  return {
    write(row) {
      insert.run({ ...row, snapshotId });
    },
    find: (recordId) => find.get(recordId, snapshotId),
    remove(recordId) {
      remove.run(recordId, snapshotId);
    },
  };
}
