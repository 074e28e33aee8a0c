import type { Database } from './database.ts';

/** How a record in a snapshot compares with the snapshot before it. */
export type Change = 'added' | 'changed' | 'vanished' | 'returned';

/** One row of `record_changes`, without its snapshot. */
export interface ChangeRow {
  readonly recordId: number;
  readonly kind: string;
  readonly change: Change;
  readonly repo: string | null;
  readonly url: string | null;
  /** The previous version as JSON text; null if there was none. */
  readonly previous: string | null;
}

/** The changes of the snapshot that is being loaded. */
export interface ChangeLog {
  /** Adds a change, replacing one of the same record. */
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
