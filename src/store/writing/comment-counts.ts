import type { Database } from '../database/database.ts';

/** Sets the stored number of comments of each thread; only rows that differ are written. */
export function setCommentCounts(db: Database): void {
  db.exec(`
    DELETE FROM search_comment_counts
    WHERE (id, kind, comments) NOT IN (SELECT id, kind, comments FROM comment_counts);
    INSERT OR IGNORE INTO search_comment_counts SELECT id, kind, comments FROM comment_counts;
  `);
}
