import { fillMonths } from '../../base/fill-months.ts';
import type { Database } from '../../store/database.ts';

export interface MonthCount {
  /** `2026-06`. */
  readonly month: string;
  readonly count: number;
}

const MAX_MONTHS = 36;

/**
 * Counts the threads and comments of a repository per month over its last three years of activity, without gaps. It
 * only reads indexes, so it is fast enough to run while a page is rendered.
 */
export function readStrip(db: Database, repo: string): readonly MonthCount[] {
  const newest = db
    .prepare<{ repo: string }, string | null>(
      `SELECT max(at) FROM (
         SELECT max(created_at) AS at FROM issue_comments WHERE repo = :repo
         UNION ALL SELECT max(created_at) FROM issues WHERE repo = :repo
         UNION ALL SELECT max(created_at) FROM pull_requests WHERE repo = :repo)`,
    )
    .pluck()
    .get({ repo });
  if (newest === undefined || newest === null) {
    return [];
  }
  const from = `${String(Number(newest.slice(0, 4)) - MAX_MONTHS / 12).padStart(4, '0')}${newest.slice(4, 7)}`;
  const counted = db
    .prepare<{ repo: string; from: string }, MonthCount>(
      `SELECT substr(at, 1, 7) AS month, count(*) AS count FROM (
         SELECT created_at AS at FROM issue_comments WHERE repo = :repo AND created_at > :from
         UNION ALL SELECT created_at FROM issues WHERE repo = :repo AND created_at > :from
         UNION ALL SELECT created_at FROM pull_requests WHERE repo = :repo AND created_at > :from)
       GROUP BY month ORDER BY month`,
    )
    .all({ repo, from });
  const counts = new Map(counted.map(({ month, count }) => [month, count]));
  return fillMonths([...counts.keys()])
    .slice(-MAX_MONTHS)
    .map((month) => ({ month, count: counts.get(month) ?? 0 }));
}
