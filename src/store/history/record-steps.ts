import type { Change } from '../change-log.ts';
import type { Database } from '../database.ts';
import { isSameRecord } from '../diff-records.ts';
import type { RecordName } from './current-writer.ts';

/** One change of a record, as stored in `record_changes`. */
export interface RecordStep {
  readonly snapshotId: number;
  readonly position: number;
  readonly change: Change;
  readonly repo: string | null;
  /** The previous version as JSON text; null if there was none. */
  readonly previous: string | null;
}

/** Creates a function that reads the changes of a record, oldest first. SQLite would copy their texts to sort them. */
export function createStepReader(db: Database): (recordId: number) => readonly RecordStep[] {
  const select = db.prepare<[number], RecordStep>(`
    SELECT snapshot_id AS snapshotId, position, change, record_changes.repo, previous
    FROM record_changes JOIN snapshots ON snapshots.id = snapshot_id WHERE record_id = ?
  `);
  return (recordId) => select.all(recordId).toSorted((one, other) => one.position - other.position);
}

/** Replaces the changes of one record in the log. */
export interface StepLog {
  replace(record: RecordName, old: readonly RecordStep[], steps: readonly RecordStep[]): void;
}

export function createStepLog(db: Database): StepLog {
  const remove = db.prepare('DELETE FROM record_changes WHERE record_id = ? AND snapshot_id = ?');
  const insert = db.prepare(`
    INSERT INTO record_changes (snapshot_id, record_id, kind, change, repo, url, previous)
    VALUES (@snapshotId, @id, @kind, @change, @repo, @url, @previous)
  `);
  return {
    replace({ id, kind, url }, old, steps) {
      for (const step of old.filter((one) => !steps.includes(one))) {
        remove.run(id, step.snapshotId);
      }
      for (const step of steps.filter((one) => !old.includes(one))) {
        insert.run({ ...step, id, kind, url });
      }
    },
  };
}

/** The version of a record at a position in time; `now` returns the current one. */
export function versionAt(
  steps: readonly RecordStep[],
  position: number,
  now: () => string | null,
): string | null {
  const next = steps.find((step) => step.position > position);
  return next === undefined ? now() : next.previous;
}

export function changeBetween(before: string | null, after: string | null): Change | undefined {
  if (before === null) {
    return after === null ? undefined : 'added';
  }
  if (after === null) {
    return 'vanished';
  }
  return isSameRecord(before, after) ? undefined : 'changed';
}

/** Corrects the names of changes: a record that existed before has `returned`, otherwise it was `added`. */
export function nameArrivals(steps: readonly RecordStep[]): readonly RecordStep[] {
  let wasThere = false;
  return steps.map((step) => {
    const isArrival = step.previous === null;
    const change = isArrival ? (wasThere ? 'returned' : 'added') : step.change;
    wasThere = true; // It exists now, or did before this step.
    return change === step.change ? step : { ...step, change };
  });
}
