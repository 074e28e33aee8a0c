import { WRITING_TABLES } from '../browsing/read-writings.ts';

/**
 * The SQL of the activity charts. Each statement returns rows of label, series and value; `where` is the condition of
 * the scope. Times are in UTC; deleted accounts are not among the contributors.
 *
 * Most of the time goes into sorting for GROUP BY, so each table is grouped separately, where an index may already
 * provide the order.
 */

/** How many people, repositories and labels are counted: those with most. */
export const MAX_NAMES = 15;

const SHARES =
  'count(*) AS threads, percentile(hours, 50) AS half, percentile(hours, 75) AS most, percentile(hours, 90) AS nearly';

/**
 * How many threads there are, and the 50th, 75th and 90th percentiles, per month and of `all` months; the table `waits` has the
 * columns label and hours.
 */
const SHARES_OF_WAITS = `
, shares AS (
  SELECT label, ${SHARES} FROM waits GROUP BY label
  UNION ALL SELECT 'all', ${SHARES} FROM waits HAVING count(*) > 0
)
SELECT label, 'threads' AS series, threads AS value FROM shares
UNION ALL SELECT label, 'half within', round(half, 1) FROM shares
UNION ALL SELECT label, '3 of 4 within', round(most, 1) FROM shares
UNION ALL SELECT label, '9 of 10 within', round(nearly, 1) FROM shares
ORDER BY label`;

/** The first comment on a thread by anyone but its author and bots; an index finds it without reading bodies. */
const firstComment = (table: string) => `
    SELECT comment.created_at FROM issue_comments AS comment
    WHERE comment.thread_url = ${table}.url AND comment.created_at IS NOT NULL
      AND comment.author IS NOT ${table}.author AND coalesce(comment.author, '') NOT LIKE '%[bot]'
    ORDER BY comment.created_at LIMIT 1`;

export const ACTIVITY_PARTS = {
  /** Threads by the month in which they were opened, closed or merged. */
  flow: (where: string) => `
SELECT substr(at, 1, 7) AS label, series, count(*) AS value
FROM (
  SELECT created_at AS at, 'issues opened' AS series FROM issues WHERE ${where}
  UNION ALL SELECT closed_at, 'issues closed' FROM issues WHERE ${where} AND closed_at IS NOT NULL
  UNION ALL SELECT created_at, 'pull requests opened' FROM pull_requests WHERE ${where}
  UNION ALL SELECT coalesce(closed_at, merged_at), 'pull requests closed' FROM pull_requests
    WHERE ${where} AND coalesce(closed_at, merged_at) IS NOT NULL
)
WHERE at IS NOT NULL
GROUP BY label, series
ORDER BY label, series`,

  /** Hours from opening to the first answer by another person (bots are ignored), by the month of opening. */
  'first-answer': (where: string) => `
WITH answered AS MATERIALIZED (
  SELECT created_at, (${firstComment('issues')}
  ) AS answered_at
  FROM issues WHERE ${where}
  UNION ALL
  SELECT created_at, (SELECT min(at) FROM (
    SELECT (${firstComment('pull_requests')}
    ) AS at
    UNION ALL
    SELECT coalesce(review.submitted_at, review.created_at) FROM pull_request_reviews AS review
    WHERE review.pull_request_url = pull_requests.url
      AND review.author IS NOT pull_requests.author AND coalesce(review.author, '') NOT LIKE '%[bot]'))
  FROM pull_requests WHERE ${where}
), waits AS (
  SELECT substr(created_at, 1, 7) AS label, 24 * max(0, julianday(answered_at) - julianday(created_at)) AS hours
  FROM answered WHERE answered_at IS NOT NULL AND created_at IS NOT NULL
)${SHARES_OF_WAITS}`,

  /** Hours from opening to merge, by the month of the merge. */
  'merge-time': (where: string) => `
WITH waits AS (
  SELECT substr(merged_at, 1, 7) AS label, 24 * max(0, julianday(merged_at) - julianday(created_at)) AS hours
  FROM pull_requests WHERE ${where} AND merged_at IS NOT NULL AND created_at IS NOT NULL
)${SHARES_OF_WAITS}`,

  /** The most active people: what they opened, commented on, reviewed and released. */
  contributors: (where: string) => `
WITH done AS (${WRITING_TABLES.map(
    ({ table, series }) => `
  SELECT author, '${series}' AS series, count(*) AS number FROM ${table} WHERE ${where} GROUP BY author`,
  ).join(' UNION ALL')}
), counted AS MATERIALIZED (
  SELECT author, series, sum(number) AS value FROM done WHERE author IS NOT NULL GROUP BY author, series
), best AS (
  SELECT author, sum(value) AS total FROM counted GROUP BY author ORDER BY total DESC, author LIMIT ${MAX_NAMES}
)
SELECT author AS label, series, value FROM best JOIN counted USING (author)
ORDER BY total DESC, author, series`,

  /** The most used labels. */
  labels: (where: string) => `
WITH labelled AS (
  SELECT name AS label, 'issues' AS series FROM issue_labels
  WHERE issue_id IN (SELECT id FROM issues WHERE ${where})
  UNION ALL
  SELECT name, 'pull requests' FROM pull_request_labels
  WHERE pull_request_id IN (SELECT id FROM pull_requests WHERE ${where})
), counted AS MATERIALIZED (
  SELECT label, series, count(*) AS value FROM labelled WHERE label IS NOT NULL GROUP BY label, series
), best AS (
  SELECT label, sum(value) AS total FROM counted GROUP BY label ORDER BY total DESC, label LIMIT ${MAX_NAMES}
)
SELECT label, series, value FROM best JOIN counted USING (label)
ORDER BY total DESC, label, series`,

  /** The most active repositories. */
  repositories: (where: string) => `
SELECT repo AS label, 'contributions' AS series, sum(number) AS value FROM (${WRITING_TABLES.map(
    ({ table }) => `
  SELECT repo, count(*) AS number FROM ${table} WHERE ${where} GROUP BY repo`,
  ).join(' UNION ALL')}
)
WHERE repo IS NOT NULL GROUP BY repo ORDER BY value DESC, repo LIMIT ${MAX_NAMES}`,

  /** Activity by month. */
  months: (where: string) => `
SELECT substr(at, 1, 7) AS label, 'contributions' AS series, count(*) AS value FROM (${WRITING_TABLES.map(
    ({ table, at }) => `
  SELECT ${at} AS at FROM ${table} WHERE ${where}`,
  ).join(' UNION ALL')}
)
WHERE at IS NOT NULL GROUP BY label ORDER BY label`,
} as const satisfies Record<string, (where: string) => string>;
