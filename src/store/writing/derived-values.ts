import type { Database } from '../database.ts';

const THREADS = [
  { table: 'issues', activity: 'issue_activity' },
  { table: 'pull_requests', activity: 'pull_request_activity' },
] as const;

/** Sets what the store derives from its records, at the end of a change; only rows that differ are written. */
export function setDerivedValues(db: Database): void {
  setThreadUpdates(db);
  setCommentCounts(db);
}

/**
 * Sets `updated_at` of threads whose records lack it, such as pull requests, to the time of their latest activity. The
 * column is then not part of the record, because its shape lacks the field.
 */
function setThreadUpdates(db: Database): void {
  for (const { table, activity } of THREADS) {
    const shapes = silentShapes(db, table);
    if (shapes.length > 0) {
      // A text may look like a time without being valid: SQLite converts 30 February to another day.
      db.exec(`
        WITH spoken AS MATERIALIZED (
          SELECT id, last_at FROM ${activity}
          WHERE id IN (SELECT id FROM ${table} WHERE shape_id IN (${shapes.join(', ')}))
        ), latest AS MATERIALIZED (
          SELECT id, CASE strftime('%Y-%m-%dT%H:%M:%S', last_at) WHEN substr(last_at, 1, 19) THEN last_at END AS last_at
          FROM spoken
        )
        UPDATE ${table} SET updated_at = latest.last_at FROM latest
        WHERE latest.id = ${table}.id AND ${table}.updated_at IS NOT latest.last_at
      `);
    }
  }
}

/** The shapes of a table's records that lack the field. */
function silentShapes(db: Database, table: string): readonly number[] {
  return db
    .prepare<[], number>(`
      SELECT id FROM record_shapes WHERE id IN (SELECT DISTINCT shape_id FROM ${table})
        AND NOT EXISTS (SELECT 1 FROM json_each(keys) WHERE value = 'updated_at')
    `)
    .pluck()
    .all();
}

/** Sets the stored number of comments of each thread. */
function setCommentCounts(db: Database): void {
  db.exec(`
    DELETE FROM search_comment_counts
    WHERE (id, kind, comments) NOT IN (SELECT id, kind, comments FROM comment_counts);
    INSERT OR IGNORE INTO search_comment_counts SELECT id, kind, comments FROM comment_counts;
  `);
}
