import type { Open } from '../base/json.ts';
import type { RecordKind } from '../model/record-kinds.table.ts';
import type { Change } from './change-log.ts';
import type { Database } from './database.ts';
import { createCurrentRecords } from './history/current-records.ts';

/** A version of a record and how long it was current. */
export interface RecordVersion {
  readonly kind: Open<RecordKind>;
  readonly change: Change;
  /** Id of the first snapshot with this version. */
  readonly from: number;
  /** Id of the last snapshot with this version; undefined if it is current. */
  readonly until: number | undefined;
  /** Id of the last snapshot before it that has the record; undefined for its first version. */
  readonly seenBefore: number | undefined;
  /** JSON text; undefined while the record was absent. */
  readonly json: string | undefined;
}

interface ChangeStep {
  readonly change: Change;
  readonly previous: string | null;
  readonly snapshot_id: number;
  /** Id of the previous snapshot in time. */
  readonly before_id: number;
  readonly seen_before: number | null;
}

/** The id of the last snapshot before `own` whose archive has the record: others may not cover it. */
export const SEEN_BEFORE = (recordId: string, own: string) => `
  (SELECT seen.id FROM snapshots AS seen JOIN snapshot_records AS run ON run.snapshot_id = seen.id
   WHERE seen.position < ${own}.position AND run.first_id <= ${recordId} AND run.last_id >= ${recordId}
   ORDER BY seen.position DESC LIMIT 1)`;

/** The versions of the records with this url, oldest first, grouped by kind. */
export function readHistory(db: Database, url: string): readonly RecordVersion[] {
  const current = createCurrentRecords(db);
  const former = db
    .prepare<[string], { id: number; kind: string }>(
      'SELECT DISTINCT record_id AS id, kind FROM record_changes WHERE url = ? ORDER BY record_id',
    )
    .all(url);
  const kinds = new Map([...current.findByUrl(url), ...former].map(({ id, kind }) => [id, kind]));
  const firstId = db.prepare<[], number>('SELECT id FROM snapshots ORDER BY position LIMIT 1').pluck().get();
  return [...kinds].flatMap(([id, kind]) =>
    toVersions(selectSteps(db, id), { kind, firstId: firstId ?? 0, now: current.read(kind, id) }),
  );
}

function selectSteps(db: Database, recordId: number): readonly ChangeStep[] {
  return db
    .prepare<[number], ChangeStep>(`
      SELECT change, previous, snapshot_id,
             (SELECT id FROM snapshots AS earlier WHERE earlier.position < own.position
              ORDER BY earlier.position DESC LIMIT 1) AS before_id,
             ${SEEN_BEFORE('record_id', 'own')} AS seen_before
      FROM record_changes JOIN snapshots AS own ON own.id = snapshot_id
      WHERE record_id = ? ORDER BY own.position
    `)
    .all(recordId);
}

interface Ends {
  readonly kind: string;
  /** Id of the first snapshot in time. */
  readonly firstId: number;
  /** The current version of the record. */
  readonly now: string | null;
}

function toVersions(steps: readonly ChangeStep[], { kind, firstId, now }: Ends): readonly RecordVersion[] {
  const [first] = steps;
  const hasOrigin = first === undefined || first.previous !== null;
  const beginnings = [
    ...(hasOrigin ? [{ change: 'added' as const, from: firstId, seenBefore: undefined }] : []),
    ...steps.map(({ change, snapshot_id: from, seen_before }) => ({
      change,
      from,
      seenBefore: seen_before ?? undefined,
    })),
  ];
  const endings = hasOrigin ? steps : steps.slice(1);
  return beginnings.map((beginning, index) => {
    const ending = endings[index];
    const json = (ending === undefined ? now : ending.previous) ?? undefined;
    return { kind, ...beginning, until: ending?.before_id, json };
  });
}
