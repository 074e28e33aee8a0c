import { isJsonObject, type JsonValue } from '../base/json.ts';
import { normaliseTimestamp } from '../base/timestamps.ts';
import { type MigrationId, readMigrationId } from '../model/migrations.ts';
import type { Database } from './database.ts';

/**
 * What an archive covers: what was requested and is in it (`request`), everything that belongs to the accounts whose
 * repositories are in it (`account`), or everything in a store (`store`).
 */
export type ArchiveClaim = 'request' | 'account' | 'store';

/** Facts about an archive, apart from its records. */
export interface SnapshotFacts {
  /** File name without its directory. */
  readonly archiveName: string;
  /** SHA-256 of the packed bytes in lower-case hexadecimal; undefined if the archive is not a single file. */
  readonly archiveSha256: string | undefined;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly entryCount: number;
  /** When the archive was taken: `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly takenAt: string | undefined;
  readonly migrationId: MigrationId | undefined;
  /** What the migration covered, as JSON. */
  readonly scope: JsonValue | undefined;
}

/** An archive that was loaded into a store: one point in its history. */
export interface Snapshot extends SnapshotFacts {
  readonly id: number;
  /** Its position in time, from 1. */
  readonly position: number;
  readonly loadedAt: string;
  readonly satchelVersion: string;
  /** Records in the archive by kind, without rejected ones. */
  readonly counts: Readonly<Record<string, number>>;
}

interface ClaimedSnapshot extends Snapshot {
  readonly claim: ArchiveClaim;
  /** Kinds that have a record file in the archive. */
  readonly kinds: readonly string[];
}

interface SnapshotRow {
  readonly id: number;
  readonly position: number;
  readonly archive_name: string;
  readonly archive_sha256: string | null;
  readonly packed_bytes: number;
  readonly unpacked_bytes: number;
  readonly entry_count: number;
  readonly taken_at: string | null;
  readonly loaded_at: string;
  readonly satchel_version: string;
  readonly migration_id: MigrationId | null;
  readonly scope: string | null;
  readonly counts: string;
}

/** Why part of a snapshot's archive could not be read; undefined if it was read completely. */
export function salvageOf({ scope }: Pick<Snapshot, 'scope'>): string | undefined {
  const loss = scope !== undefined && isJsonObject(scope) ? scope['salvaged'] : undefined;
  return typeof loss === 'string' ? loss : undefined;
}

export function insertSnapshot(db: Database, snapshot: ClaimedSnapshot): void {
  const row = {
    id: snapshot.id,
    position: snapshot.position,
    archive_name: snapshot.archiveName,
    archive_sha256: snapshot.archiveSha256 ?? null,
    packed_bytes: snapshot.packedBytes,
    unpacked_bytes: snapshot.unpackedBytes,
    entry_count: snapshot.entryCount,
    taken_at: spell(snapshot.takenAt),
    loaded_at: snapshot.loadedAt,
    satchel_version: snapshot.satchelVersion,
    migration_id: snapshot.migrationId ?? null,
    scope: snapshot.scope === undefined ? null : JSON.stringify(snapshot.scope),
    counts: JSON.stringify(snapshot.counts),
    claim: snapshot.claim,
    kinds: JSON.stringify(snapshot.kinds),
  };
  const columns = Object.keys(row);
  const places = columns.map((column) => `@${column}`);
  db.prepare(`INSERT INTO snapshots (${columns.join(', ')}) VALUES (${places.join(', ')})`).run(row);
}

/** The snapshots of a store, oldest first. */
export function readSnapshots(db: Database): readonly Snapshot[] {
  return db
    .prepare<[], SnapshotRow & { readonly migration_text: string | null }>(
      'SELECT *, CAST(migration_id AS TEXT) AS migration_text FROM snapshots ORDER BY position',
    )
    .all()
    .map((row) => fromRow({ ...row, migration_id: readMigrationId(row.migration_text ?? '') ?? null }));
}

/** Times are compared as texts, so they must have the same format. */
export function spell(takenAt: string | undefined): string | null {
  return takenAt === undefined ? null : (normaliseTimestamp(takenAt) ?? takenAt);
}

function fromRow(row: SnapshotRow): Snapshot {
  return {
    id: row.id,
    position: row.position,
    archiveName: row.archive_name,
    archiveSha256: row.archive_sha256 ?? undefined,
    packedBytes: row.packed_bytes,
    unpackedBytes: row.unpacked_bytes,
    entryCount: row.entry_count,
    takenAt: row.taken_at ?? undefined,
    loadedAt: row.loaded_at,
    satchelVersion: row.satchel_version,
    migrationId: row.migration_id ?? undefined,
    scope: row.scope === null ? undefined : JSON.parse(row.scope),
    counts: JSON.parse(row.counts),
  };
}
