/**
 * The statements behind the pictures of activity, each of which gives rows of a label, a series and a number.
 * `{where}` stands for the condition of the scope. Times are in UTC; a person whose account is gone counts nowhere.
 */

/** Everything that somebody did, by the hour. */
const SAID = `
  SELECT created_at AS at, author, repo FROM issues WHERE {where}
  UNION ALL SELECT created_at, author, repo FROM pull_requests WHERE {where}
  UNION ALL SELECT created_at, author, repo FROM issue_comments WHERE {where}
  UNION ALL SELECT coalesce(submitted_at, created_at), author, repo FROM pull_request_reviews WHERE {where}
  UNION ALL SELECT created_at, author, repo FROM pull_request_review_comments WHERE {where}`;

/** Of `waits`, the hours within which half, three of four and nine of ten of a label were over. */
const SHARES_OF_WAITS = `SELECT label, share.name AS series, round(CASE share.name
  WHEN 'half within' THEN percentile(hours, 50) WHEN '3 of 4 within' THEN percentile(hours, 75)
  ELSE percentile(hours, 90) END, 1) AS value
FROM waits CROSS JOIN (
  SELECT 'half within' AS name UNION ALL SELECT '3 of 4 within' UNION ALL SELECT '9 of 10 within'
) AS share
GROUP BY label, share.name
ORDER BY label`;

export const ACTIVITY_PARTS = {
  /** Threads by the month in which they were opened, closed or merged. */
  flow: `
SELECT substr(at, 1, 7) AS label, series, count(*) AS value
FROM (
  SELECT created_at AS at, 'issues opened' AS series FROM issues WHERE {where}
  UNION ALL SELECT closed_at, 'issues closed' FROM issues WHERE {where} AND closed_at IS NOT NULL
  UNION ALL SELECT created_at, 'pull requests opened' FROM pull_requests WHERE {where}
  UNION ALL SELECT coalesce(closed_at, merged_at), 'pull requests closed' FROM pull_requests
    WHERE {where} AND coalesce(closed_at, merged_at) IS NOT NULL
)
WHERE at IS NOT NULL
GROUP BY label, series
ORDER BY label, series`,

  /** Hours from the opening to the first word of somebody else, by the month of the opening; bots give no answers. */
  'first-answer': `
WITH answered AS (
  SELECT created_at, (
    SELECT min(comment.created_at) FROM issue_comments AS comment
    WHERE comment.thread_url = issues.url AND comment.author IS NOT issues.author
      AND coalesce(comment.author, '') NOT LIKE '%[bot]'
  ) AS answered_at
  FROM issues WHERE {where}
  UNION ALL
  SELECT created_at, (
    SELECT min(answer.at) FROM (
      SELECT comment.created_at AS at, comment.author FROM issue_comments AS comment
      WHERE comment.thread_url = pull_requests.url
      UNION ALL
      SELECT coalesce(review.submitted_at, review.created_at), review.author FROM pull_request_reviews AS review
      WHERE review.pull_request_url = pull_requests.url
    ) AS answer
    WHERE answer.author IS NOT pull_requests.author AND coalesce(answer.author, '') NOT LIKE '%[bot]'
  )
  FROM pull_requests WHERE {where}
), waits AS (
  SELECT substr(created_at, 1, 7) AS label, 24 * max(0, julianday(answered_at) - julianday(created_at)) AS hours
  FROM answered WHERE answered_at IS NOT NULL AND created_at IS NOT NULL
)
${SHARES_OF_WAITS}`,

  /** Hours from the opening to the merge, by the month of the merge. */
  'merge-time': `
WITH waits AS (
  SELECT substr(merged_at, 1, 7) AS label, 24 * max(0, julianday(merged_at) - julianday(created_at)) AS hours
  FROM pull_requests WHERE {where} AND merged_at IS NOT NULL AND created_at IS NOT NULL
)
${SHARES_OF_WAITS}`,

  /** Who did most: what they opened, said and reviewed. */
  contributors: `
WITH done AS (
  SELECT author, 'opened' AS series FROM issues WHERE {where}
  UNION ALL SELECT author, 'opened' FROM pull_requests WHERE {where}
  UNION ALL SELECT author, 'comments' FROM issue_comments WHERE {where}
  UNION ALL SELECT author, 'comments' FROM pull_request_review_comments WHERE {where}
  UNION ALL SELECT author, 'reviews' FROM pull_request_reviews WHERE {where}
), counted AS (
  SELECT author, series, count(*) AS value FROM done WHERE author IS NOT NULL GROUP BY author, series
), best AS (
  SELECT author, sum(value) AS total FROM counted GROUP BY author ORDER BY total DESC, author LIMIT 15
)
SELECT author AS label, series, value FROM best JOIN counted USING (author)
ORDER BY total DESC, author, series`,

  /** When in the week and the day something was written; the label is the hour, the series the day from Sunday, 0. */
  hours: `
WITH said AS (${SAID}), hourly AS (
  SELECT substr(at, 1, 13) AS hour, count(*) AS value FROM said WHERE at IS NOT NULL GROUP BY hour
)
SELECT substr(hour, 12, 2) AS label, strftime('%w', substr(hour, 1, 10)) AS series, sum(value) AS value
FROM hourly
GROUP BY label, series
ORDER BY label, series`,

  /** How threads spread over the labels. */
  labels: `
WITH labelled AS (
  SELECT link.name AS label, 'issues' AS series FROM issues JOIN issue_labels AS link ON link.issue_id = issues.id
  WHERE {where}
  UNION ALL
  SELECT link.name, 'pull requests' FROM pull_requests
  JOIN pull_request_labels AS link ON link.pull_request_id = pull_requests.id WHERE {where}
), counted AS (
  SELECT label, series, count(*) AS value FROM labelled WHERE label IS NOT NULL GROUP BY label, series
), best AS (
  SELECT label, sum(value) AS total FROM counted GROUP BY label ORDER BY total DESC, label LIMIT 15
)
SELECT label, series, value FROM best JOIN counted USING (label)
ORDER BY total DESC, label, series`,

  /** In which repositories something was done. */
  repositories: `
WITH said AS (${SAID})
SELECT repo AS label, 'contributions' AS series, count(*) AS value FROM said
WHERE repo IS NOT NULL GROUP BY repo ORDER BY value DESC, repo LIMIT 15`,

  /** Everything that was written, month by month. */
  months: `
WITH said AS (${SAID})
SELECT substr(at, 1, 7) AS label, 'contributions' AS series, count(*) AS value FROM said
WHERE at IS NOT NULL GROUP BY label ORDER BY label`,
} as const satisfies Record<string, string>;
