import type { Database } from '../database.ts';
import { readRecords, type StoredRecord } from '../read-records.ts';

interface FirstChange {
  readonly repo: string | null;
  readonly previous: string | null;
}

/** A record that is in no table any more, as recorded in `record_changes`. */
interface GoneRecord {
  readonly record_id: number;
  readonly kind: string;
  readonly url: string | null;
}

/**
 * The records of a store at a position in time: current records, reverted to the `previous` of their first later
 * change, and records that have vanished since.
 */
export function* readState(db: Database, position: number, kind?: string): Generator<StoredRecord> {
  const versionOf = createVersionReader(db, position);
  const current = new Set<number>();
  for (const record of readRecords(db, kind)) {
    const change = versionOf(record.id);
    if (change !== undefined) {
      current.add(record.id);
    }
    const version = change === undefined ? record : restore(record, change);
    if (version !== undefined) {
      yield version;
    }
  }
  yield* readGone(db, { position, kind, current });
}

/**
 * Creates a function that finds the first change of a record after a position; undefined means that the record is
 * unchanged.
 */
export function createVersionReader(
  db: Database,
  position: number,
): (recordId: number) => FirstChange | undefined {
  // The text is read by a query of its own: sorting would copy it twice.
  const find = db.prepare<[number, number, number], FirstChange>(`
    SELECT repo, previous FROM record_changes WHERE record_id = ? AND snapshot_id = (
      SELECT snapshot_id FROM record_changes JOIN snapshots ON snapshots.id = snapshot_id
      WHERE record_id = ? AND position > ? ORDER BY position LIMIT 1
    )
  `);
  return (recordId) => find.get(recordId, recordId, position);
}

function restore(
  record: Pick<StoredRecord, 'id' | 'kind' | 'url'>,
  { repo, previous }: FirstChange,
): StoredRecord | undefined {
  const { id, kind, url } = record;
  return previous === null ? undefined : { id, kind, url, repo: repo ?? undefined, json: previous };
}

interface GoneOptions {
  readonly position: number;
  readonly kind: string | undefined;
  /** Ids of changed records that are in the tables: they have been returned already. */
  readonly current: ReadonlySet<number>;
}

function* readGone(db: Database, { position, kind, current }: GoneOptions): Generator<StoredRecord> {
  const versionOf = createVersionReader(db, position);
  const known = db
    .prepare<{ kind: string | null }, GoneRecord>(
      `SELECT DISTINCT record_id, kind, url FROM record_changes WHERE kind = coalesce(@kind, kind)
       ORDER BY kind, record_id`,
    )
    .iterate({ kind: kind ?? null });
  for (const { record_id: id, kind: ownKind, url } of known) {
    const change = current.has(id) ? undefined : versionOf(id);
    const version =
      change === undefined ? undefined : restore({ id, kind: ownKind, url: url ?? undefined }, change);
    if (version !== undefined) {
      yield version;
    }
  }
}
