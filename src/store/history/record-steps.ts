import type { Database } from '../database/database.ts';
import { isSameRecord } from '../rows/diff-records.ts';
import type { Change } from './change-log.ts';
import type { RecordName } from './current-writer.ts';

/** One change of a record, as `record_changes` has it. */
export interface RecordStep {
  readonly snapshotId: number;
  readonly position: number;
  readonly change: Change;
  readonly repo: string | null;
  /** The record before, as JSON text; null where there was none. */
  readonly previous: string | null;
}

/** Reads the changes of a record, the oldest first. */
export function createStepReader(db: Database): (recordId: number) => readonly RecordStep[] {
  const select = db.prepare<[number], RecordStep>(`
    SELECT snapshot_id AS snapshotId, position, change, record_changes.repo, previous
    FROM record_changes JOIN snapshots ON snapshots.id = snapshot_id WHERE record_id = ? ORDER BY position
  `);
  return (recordId) => select.all(recordId);
}

/** Brings the changes of one record in the log from what they were to what they are. */
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

/** The record as it was at a place in time; `now` gives it as it is. */
export function versionAt(
  steps: readonly RecordStep[],
  position: number,
  now: () => string | null,
): string | null {
  const next = steps.find((step) => step.position > position);
  return next === undefined ? now() : next.previous;
}

/** What a snapshot finds that has one version of a record before it and another one behind it. */
export function judgeStep(before: string | null, after: string | null): Change | undefined {
  if (before === null) {
    return after === null ? undefined : 'added';
  }
  if (after === null) {
    return 'vanished';
  }
  return isSameRecord(before, after) ? undefined : 'changed';
}

/** The steps with the right word for what comes: a record that was there before has returned. */
export function nameArrivals(steps: readonly RecordStep[]): readonly RecordStep[] {
  let wasThere = false;
  return steps.map((step) => {
    const isArrival = step.previous === null;
    const change = isArrival ? (wasThere ? 'returned' : 'added') : step.change;
    wasThere = true; // It is there now, or was before this step.
    return change === step.change ? step : { ...step, change };
  });
}
