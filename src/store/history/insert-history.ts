import type { Database } from '../database.ts';
import { isSameRecord } from '../diff/diff-records.ts';
import type { RecordShelves } from '../record-shelves.ts';
import { SeenIds } from '../seen-ids.ts';
import type { ArchiveCoverage } from './archive-coverage.ts';
import type { ChangeTally } from './change-counts.ts';
import { type ChangeLog, createChangeLog, createFormerIds } from './change-log.ts';
import { createCurrentRecords } from './current-records.ts';
import { createVersionReader, readState } from './read-state.ts';
import type { StagedRecord, StagingPlacer } from './staged-records.ts';

interface HistoryOptions {
  readonly db: Database;
  readonly shelves: RecordShelves;
  readonly staged: StagingPlacer;
  readonly coverage: ArchiveCoverage;
  readonly tally: ChangeTally;
  nextId(): number;
  /** Number of the snapshot that is to stand in between. */
  readonly snapshotId: number;
  /** The snapshot that then follows it in time. */
  readonly next: { readonly id: number; readonly position: number };
}

/** Which record is meant, of the versions around the new snapshot. */
interface RecordName {
  readonly id: number;
  readonly kind: string;
  readonly url: string | null;
  readonly repo: string | null;
}

/**
 * Puts an older archive between the snapshots of a store, as though it had been loaded when it was new: what changed
 * at the next snapshot is now told against it. The state of the store stays as it is, so that a record which only the
 * older archive knows vanishes with the next snapshot.
 */
export function insertHistory(options: HistoryOptions): void {
  const { db, staged, coverage, next } = options;
  const settle = createSettling(options);
  const idOf = createIdFinder(options);
  const seen = new SeenIds();
  for (const record of staged.records()) {
    const id = idOf(record);
    seen.add(id);
    if (record.json !== null) {
      settle({ ...record, id }, record.json);
    }
  }
  const isFirst = next.position === 1;
  for (const record of listState(db, isFirst ? 1 : next.position - 1)) {
    if (!seen.has(record.id) && (isFirst || coverage.covers(record.kind, record.repo))) {
      settle(record, null);
    }
  }
}

/** Notes both changes of a record: from the snapshot before to the new one, and from there to the next. */
function createSettling(options: HistoryOptions): (record: RecordName, json: string | null) => void {
  const { db, snapshotId, next, tally } = options;
  const isFirst = next.position === 1;
  const current = createCurrentRecords(db);
  const firstAfterBefore = createVersionReader(db, next.position - 1);
  const firstAfterNext = createVersionReader(db, next.position);
  const own = createChangeLog(db, snapshotId);
  const following = createChangeLog(db, next.id);
  const vanishedBefore = db
    .prepare<[number, number], number>(`
      SELECT count(*) FROM record_changes JOIN snapshots ON snapshots.id = snapshot_id
      WHERE record_id = ? AND position < ? AND change = 'vanished'
    `)
    .pluck();
  const markReturns = db.prepare(`
    UPDATE record_changes SET change = 'returned' WHERE record_id = ? AND change = 'added'
    AND snapshot_id IN (SELECT id FROM snapshots WHERE position > ?)
  `);
  return (record, json) => {
    const { id, kind } = record;
    const change = firstAfterBefore(id);
    const afterNext = firstAfterNext(id);
    const before = isFirst ? null : change === undefined ? current.read(kind, id) : change.previous;
    const after = afterNext === undefined ? current.read(kind, id) : afterNext.previous;
    const wasGone = Number(vanishedBefore.get(id, next.position)) > 0;
    const found = isFirst ? undefined : note(own, record, { before, after: json, wasGone });
    if (found !== undefined || json !== null) {
      tally.count(kind, found ?? (isFirst ? 'added' : 'unchanged'));
    }
    note(following, record, { before: json, after, wasGone: wasGone || before !== null });
    if (json !== null) {
      markReturns.run(id, next.position);
    }
  };
}

interface Step {
  readonly before: string | null;
  readonly after: string | null;
  /** Whether the record had been in the store and vanished before that. */
  readonly wasGone: boolean;
}

/** Writes what a snapshot found of a record, in place of what it was said to have found. */
function note(log: ChangeLog, { id, kind, url, repo }: RecordName, step: Step) {
  const { before, after, wasGone } = step;
  const change = judge(before, after, wasGone);
  log.remove(id);
  if (change !== undefined) {
    log.write({ recordId: id, kind, change, repo, url, previous: before });
  }
  return change;
}

function judge(before: string | null, after: string | null, wasGone: boolean) {
  if (before === null) {
    return after === null ? undefined : wasGone ? 'returned' : 'added';
  }
  if (after === null) {
    return 'vanished';
  }
  return isSameRecord(before, after) ? undefined : 'changed';
}

/** The id that a staged record has in the store, had in it, or gets. */
function createIdFinder({ db, shelves, nextId }: HistoryOptions): (record: StagedRecord) => number {
  const formerId = createFormerIds(db);
  const findOther = db
    .prepare<[string, string], number>('SELECT id FROM other_records WHERE kind = ? AND url = ?')
    .pluck();
  const findNameless = db
    .prepare<[string, string], number>(
      'SELECT id FROM other_records WHERE url IS NULL AND kind = ? AND json = ?',
    )
    .pluck();
  return ({ kind, url, json }) => {
    const known =
      url === null
        ? findNameless.get(kind, json ?? '')
        : (shelves.tableOf(kind)?.find(url, () => true)?.id ??
          findOther.get(kind, url) ??
          formerId(kind, url));
    return known ?? nextId();
  };
}

function listState(db: Database, position: number): readonly RecordName[] {
  const records: RecordName[] = [];
  for (const { id, kind, url, repo } of readState(db, position)) {
    records.push({ id, kind, url: url ?? null, repo: repo ?? null });
  }
  return records;
}
