import type { Database } from '../database.ts';

/** The columns of a file, without those that say which snapshots hold it. */
const FACTS = ['content', 'sha256', 'size_bytes'] as const;

/** Whether two rows, by their aliases, have the same file. */
function areSame(one: string, other: string): string {
  return ['entry_name', ...FACTS].map((column) => `${one}.${column} = ${other}.${column}`).join(' AND ');
}

/**
 * A span that contains the position, aliased as k, among those of a series. Spans are read once and first: they have no
 * index by snapshot, and would else be read again for each.
 */
const CONTAINING = `
  kept_files AS k CROSS JOIN snapshots AS begun ON begun.id = k.first_snapshot_id
  LEFT JOIN snapshots AS ended ON ended.id = k.last_snapshot_id
  WHERE begun.series = @series AND begun.position < @position
    AND coalesce(ended.position > @position, TRUE)`;

/**
 * Writes the files of a snapshot, which are in `temp.staged_files` by name, as spans: each file has one row for as long as
 * the snapshots of a series hold it. Only what differs from the snapshots next to it is written. The snapshot must have
 * its position.
 */
export function settleSpans(db: Database, snapshotId: number): void {
  const isEmpty = db.prepare('SELECT NOT EXISTS (SELECT 1 FROM temp.staged_files)').pluck().get() === 1;
  if (isEmpty) {
    return; // A snapshot without files belongs to no series, so it ends no span.
  }
  const position = Number(db.prepare('SELECT position FROM snapshots WHERE id = ?').pluck().get(snapshotId));
  const series = chooseSeries(db, position);
  const former = findInSeries(db, `position < @position ORDER BY position DESC`, { series, position });
  const next = findInSeries(db, `position > @position ORDER BY position`, { series, position });
  db.prepare('UPDATE snapshots SET series = ? WHERE id = ?').run(series, snapshotId);
  const place = { series, position, former, next };
  const lost = `${CONTAINING} AND NOT EXISTS (SELECT 1 FROM temp.staged_files AS f WHERE ${areSame('f', 'k')})`;
  const facts = FACTS.join(', ');
  if (next !== null) {
    db.prepare(
      `INSERT INTO kept_files (entry_name, first_snapshot_id, last_snapshot_id, ${facts})
       SELECT k.entry_name, @next, k.last_snapshot_id, ${FACTS.map((column) => `k.${column}`)} FROM ${lost}`,
    ).run(place);
  }
  db.prepare(
    `UPDATE kept_files SET last_snapshot_id = @former
     WHERE (entry_name, first_snapshot_id) IN (SELECT k.entry_name, k.first_snapshot_id FROM ${lost})`,
  ).run(place);
  db.prepare(
    `DELETE FROM temp.staged_files AS f WHERE EXISTS (SELECT 1 FROM ${CONTAINING} AND ${areSame('k', 'f')})`,
  ).run(place);
  db.prepare(
    `INSERT INTO kept_files (entry_name, first_snapshot_id, last_snapshot_id, ${facts})
     SELECT entry_name, @snapshotId, iif(@next IS NULL, NULL, @snapshotId), ${facts} FROM temp.staged_files`,
  ).run({ snapshotId, next });
  db.exec('DELETE FROM temp.staged_files');
  if (next !== null) {
    joinSpans(db, { series, last: snapshotId, first: next });
    if (former !== null) {
      joinSpans(db, { series, last: former, first: snapshotId });
    }
  }
}

/**
 * The series for the staged files: of those that have more of their names than would vanish, the one with most of the same
 * files, or else a new one. So several accounts, or requests for other repositories, do not end each other's spans.
 */
function chooseSeries(db: Database, position: number): number {
  const chosen = db
    .prepare<[{ readonly position: number }], number>(
      `WITH beside AS MATERIALIZED (
         SELECT series, coalesce(max(position) FILTER (WHERE position < @position), min(position)) AS position
         FROM snapshots WHERE series IS NOT NULL GROUP BY series
       )
       SELECT beside.series
       FROM kept_files AS k CROSS JOIN snapshots AS begun ON begun.id = k.first_snapshot_id
       JOIN beside ON beside.series = begun.series
       LEFT JOIN snapshots AS ended ON ended.id = k.last_snapshot_id
       LEFT JOIN temp.staged_files AS f ON f.entry_name = k.entry_name
       WHERE beside.position BETWEEN begun.position AND coalesce(ended.position, beside.position)
       GROUP BY beside.series HAVING 2 * count(f.entry_name) > count(*)
       ORDER BY total(${areSame('f', 'k')}) DESC, beside.series LIMIT 1`,
    )
    .pluck()
    .get({ position });
  return chosen ?? Number(db.prepare('SELECT coalesce(max(series), 0) + 1 FROM snapshots').pluck().get());
}

/** The first snapshot of a series that fits; null if there is none. */
function findInSeries(
  db: Database,
  condition: string,
  place: { readonly series: number; readonly position: number },
): number | null {
  const find = db.prepare<[typeof place], number>(
    `SELECT id FROM snapshots WHERE series = @series AND ${condition} LIMIT 1`,
  );
  return find.pluck().get(place) ?? null;
}

/** Joins each span of a series that ends with a snapshot and the one of the same file that begins with the next one. */
function joinSpans(
  db: Database,
  ends: { readonly series: number; readonly last: number; readonly first: number },
): void {
  db.prepare(
    `UPDATE kept_files AS k SET last_snapshot_id = n.last_snapshot_id FROM kept_files AS n
     WHERE k.last_snapshot_id = @last AND n.first_snapshot_id = @first AND ${areSame('n', 'k')}`,
  ).run(ends);
  db.prepare(
    `DELETE FROM kept_files AS n WHERE first_snapshot_id = @first AND EXISTS (
       SELECT 1 FROM kept_files AS k
       WHERE ${areSame('k', 'n')} AND k.first_snapshot_id <> @first AND k.last_snapshot_id IS n.last_snapshot_id
         AND k.first_snapshot_id IN (SELECT id FROM snapshots WHERE series = @series))`,
  ).run(ends);
}

/** Ends spans with the last snapshot of each series up to a position, as if there were no later ones. */
export function removeLaterSpans(db: Database, position: number): void {
  const later = 'SELECT id FROM snapshots WHERE position > @position';
  db.prepare(`DELETE FROM kept_files WHERE first_snapshot_id IN (${later})`).run({ position });
  db.prepare(
    `UPDATE kept_files SET last_snapshot_id = NULL WHERE last_snapshot_id IN (
       ${later} UNION SELECT id FROM (
         SELECT id, max(position) FROM snapshots WHERE position <= @position AND series IS NOT NULL GROUP BY series))`,
  ).run({ position });
}
