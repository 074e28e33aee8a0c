import { totalOf } from '../../base/index.ts';
import type { Database } from '../database/database.ts';

/** What was read of an archive that the store has already. */
interface SecondReading {
  /** The snapshot that the store has. */
  readonly knownId: number;
  /** The one that is being written. */
  readonly snapshotId: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** Whether a snapshot has less than its archive: limits or `--no-git` left something out when it was loaded. */
export function isPartial(db: Database, { knownId, snapshotId, counts }: SecondReading): boolean {
  const lacks = (table: string) =>
    db
      .prepare<[number, number], number>(
        `SELECT EXISTS (
           SELECT 1 FROM ${table} AS found LEFT JOIN ${table} AS known
           ON known.snapshot_id = ? AND known.entry_name = found.entry_name
           WHERE found.snapshot_id = ? AND found.size_bytes > coalesce(known.size_bytes, -1))`,
      )
      .pluck()
      .get(knownId, snapshotId) === 1;
  return lacksRecords(db, knownId, counts) || lacks('kept_files') || lacks('kept_repositories');
}

/** Whether a snapshot has fewer records than were read from its archive. */
export function lacksRecords(
  db: Database,
  knownId: number,
  counts: Readonly<Record<string, number>>,
): boolean {
  const known = db
    .prepare<[number], string>('SELECT counts FROM snapshots WHERE id = ?')
    .pluck()
    .get(knownId);
  return totalOf(counts) > totalOf(JSON.parse(known ?? '{}'));
}

/** The bytes of files and repositories that are kept of a snapshot, plus one for each, because it may be empty. */
export function weightOfKept(db: Database, snapshotId: number): number {
  const sum = (table: string) =>
    `(SELECT coalesce(sum(size_bytes + 1), 0) FROM ${table} WHERE snapshot_id = :id)`;
  const both = `SELECT ${sum('kept_files')} + ${sum('kept_repositories')}`;
  return Number(db.prepare(both).pluck().get({ id: snapshotId }));
}

/** Prepares a snapshot to be followed by one with the rest of its archive, which the digest identifies from then on. */
export function giveUpDigest(db: Database, snapshotId: number): void {
  db.prepare('UPDATE snapshots SET archive_sha256 = NULL WHERE id = ?').run(snapshotId);
}
