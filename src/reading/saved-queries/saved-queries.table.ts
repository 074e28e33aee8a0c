export interface SavedQuery {
  /** One line for lists. */
  readonly title: string;
  /** What is counted and what is not. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, SavedParameter>>;
  readonly sql: string;
}

interface SavedParameter {
  readonly summary: string;
  readonly default: string;
  /** The required format; absent for any text. */
  readonly form?: 'whole number';
}

/** Compared as `:repo IN ('', repo)` throughout: `chooseSavedQuery` adds a condition on accounts there. */
const REPO = { summary: 'only this repository, as owner/name; empty for all', default: '' } as const;
const ROWS = { summary: 'the maximum number of rows', default: '20', form: 'whole number' } as const;

/** The current time of queries: when the newest archive was taken, not when the query runs. */
const AS_OF = '(SELECT max(coalesce(taken_at, loaded_at)) FROM snapshots)';

/**
 * All saved queries by name. They only use the documented schema, so they run on every store; times are in UTC. Logins
 * of deleted accounts are NULL. A table in `lake` knows what they use of SQLite that other engines spell otherwise.
 */
export const SAVED_QUERIES = {
  'activity-by-month': {
    title: 'What was opened, closed, merged and commented on, month by month',
    description: 'Threads count in the month of each event; comments are those of the view comments.',
    parameters: { repo: REPO },
    sql: `
WITH happened AS (
  SELECT created_at AS happened_at, 'issue opened' AS what FROM issues WHERE :repo IN ('', repo)
  UNION ALL SELECT closed_at, 'issue closed' FROM issues WHERE :repo IN ('', repo)
  UNION ALL SELECT created_at, 'pull request opened' FROM pull_requests WHERE :repo IN ('', repo)
  UNION ALL SELECT merged_at, 'pull request merged' FROM pull_requests WHERE :repo IN ('', repo)
  UNION ALL SELECT created_at, 'comment' FROM comments WHERE :repo IN ('', repo)
)
SELECT substr(happened_at, 1, 7) AS month,
       count(*) FILTER (WHERE what = 'issue opened') AS issues_opened,
       count(*) FILTER (WHERE what = 'issue closed') AS issues_closed,
       count(*) FILTER (WHERE what = 'pull request opened') AS pull_requests_opened,
       count(*) FILTER (WHERE what = 'pull request merged') AS pull_requests_merged,
       count(*) FILTER (WHERE what = 'comment') AS comments
FROM happened
WHERE happened_at IS NOT NULL
GROUP BY 1
ORDER BY month`,
  },
  'activity-by-weekday': {
    title: 'Activity by day of the week and time of day',
    description: 'Everything in the view timeline, in UTC; night is before 6:00, evening from 18:00.',
    parameters: { repo: REPO },
    sql: `
SELECT substr('SunMonTueWedThuFriSat', 1 + 3 * strftime('%w', created_at), 3) AS weekday,
       count(*) AS events,
       count(*) FILTER (WHERE substr(created_at, 12, 2) < '06') AS night,
       count(*) FILTER (WHERE substr(created_at, 12, 2) BETWEEN '06' AND '11') AS morning,
       count(*) FILTER (WHERE substr(created_at, 12, 2) BETWEEN '12' AND '17') AS afternoon,
       count(*) FILTER (WHERE substr(created_at, 12, 2) >= '18') AS evening
FROM timeline
WHERE :repo IN ('', repo) AND created_at IS NOT NULL
GROUP BY 1
ORDER BY (strftime('%w', min(created_at)) + 6) % 7`,
  },
  'busiest-reviewers': {
    title: 'Who reviews most',
    description: 'Reviews of the pull requests of others, by verdict; lines are comments on lines of code.',
    parameters: { repo: REPO, rows: ROWS },
    sql: `
WITH lines AS (
  SELECT author, count(*) AS line_comments FROM pull_request_review_comments
  WHERE :repo IN ('', repo) GROUP BY author
)
SELECT review.author AS reviewer,
       count(*) AS reviews,
       count(DISTINCT review.pull_request_url) AS pull_requests,
       count(*) FILTER (WHERE review.state = 'approved') AS approved,
       count(*) FILTER (WHERE review.state = 'changes_requested') AS changes_requested,
       coalesce(max(lines.line_comments), 0) AS line_comments
FROM pull_request_reviews AS review
JOIN pull_requests AS pull ON pull.url = review.pull_request_url
LEFT JOIN lines ON lines.author = review.author
WHERE review.author IS NOT pull.author AND :repo IN ('', review.repo)
GROUP BY review.author
ORDER BY reviews DESC, reviewer
LIMIT :rows`,
  },
  'closing-time-by-month': {
    title: 'How long issues stay open, by the month in which they were closed',
    description: 'Days from the opening to the last closing.',
    parameters: { repo: REPO },
    sql: `
SELECT substr(closed_at, 1, 7) AS month,
       count(*) AS closed,
       round(median(julianday(closed_at) - julianday(created_at)), 1) AS median_days,
       round(max(julianday(closed_at) - julianday(created_at)), 1) AS longest_days
FROM issues
WHERE closed_at IS NOT NULL AND :repo IN ('', repo)
GROUP BY 1
ORDER BY month`,
  },
  'first-time-contributors': {
    title: 'When each person first contributed, and with what',
    description: 'The first issue, pull request or comment of each person, newest first; bots are left out.',
    parameters: { repo: REPO, rows: ROWS },
    sql: `
WITH done AS (
  SELECT author, created_at, kind, repo, number, url FROM threads
  UNION ALL SELECT author, created_at, kind, repo, number, url FROM comments
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY author ORDER BY created_at, url) AS place,
         count(*) OVER (PARTITION BY author) AS total
  FROM done WHERE author IS NOT NULL AND author NOT LIKE '%[bot]' AND :repo IN ('', repo)
)
SELECT author, created_at AS first_at, kind AS first_kind, repo, number, total AS contributions
FROM ranked
WHERE place = 1
ORDER BY first_at DESC, author
LIMIT :rows`,
  },
  'label-mix': {
    title: 'Issues and pull requests by label',
    description: 'A thread counts under each of its labels, and under NULL where it has none.',
    parameters: { repo: REPO },
    sql: `
WITH labelled AS (
  SELECT 'issue' AS kind, state, name AS label FROM issues LEFT JOIN issue_labels ON issue_id = id WHERE :repo IN ('', repo)
  UNION ALL
  SELECT 'pull_request', state, name FROM pull_requests LEFT JOIN pull_request_labels ON pull_request_id = id
  WHERE :repo IN ('', repo)
)
SELECT label,
       count(*) FILTER (WHERE kind = 'issue') AS issues,
       count(*) FILTER (WHERE kind = 'pull_request') AS pull_requests,
       count(*) FILTER (WHERE state = 'open') AS open,
       round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent
FROM labelled
GROUP BY label
ORDER BY count(*) DESC, label`,
  },
  'merge-time-by-month': {
    title: 'How long pull requests wait for their merge, by the month of the merge',
    description: 'Hours from the opening to the merge.',
    parameters: { repo: REPO },
    sql: `
SELECT substr(merged_at, 1, 7) AS month,
       count(*) AS merged,
       round(24 * median(julianday(merged_at) - julianday(created_at)), 1) AS median_hours,
       round(24 * max(julianday(merged_at) - julianday(created_at)), 1) AS longest_hours
FROM pull_requests
WHERE merged_at IS NOT NULL AND :repo IN ('', repo)
GROUP BY 1
ORDER BY month`,
  },
  'most-discussed-threads': {
    title: 'The most discussed threads',
    description: 'Comments, reviews with words and comments on lines; people counts who took part in them.',
    parameters: { repo: REPO, rows: ROWS },
    sql: `
SELECT thread.repo, thread.number, thread.kind, thread.state, thread.title,
       count(*) AS comments, count(DISTINCT comment.author) AS people
FROM threads AS thread
JOIN comments AS comment ON comment.thread_url = thread.url
WHERE :repo IN ('', thread.repo)
GROUP BY thread.url, thread.repo, thread.number, thread.kind, thread.state, thread.title
ORDER BY comments DESC, people DESC, thread.repo, thread.number
LIMIT :rows`,
  },
  'most-reacted': {
    title: 'What people reacted to most',
    description:
      'Issues, pull requests, comments, reviews, releases and discussions, with each kind of reaction.',
    parameters: { repo: REPO, rows: ROWS },
    sql: `
WITH subjects AS (
  SELECT id, kind, repo, number, author, url FROM threads
  UNION ALL SELECT id, kind, repo, number, author, url FROM comments
  UNION ALL SELECT id, 'release', repo, NULL, author, url FROM releases
  UNION ALL SELECT id, 'discussion', repo, number, author, url FROM discussions
), kinds AS (
  SELECT subject_id, content, count(*) AS times FROM reactions GROUP BY subject_id, content
)
SELECT subject.kind, subject.repo, subject.number, subject.author,
       sum(kinds.times) AS reactions,
       group_concat(kinds.content || ' ' || CAST(kinds.times AS TEXT), ', ' ORDER BY kinds.times DESC, kinds.content) AS which
FROM kinds
JOIN subjects AS subject ON subject.id = kinds.subject_id
WHERE :repo IN ('', subject.repo)
GROUP BY subject.id, subject.kind, subject.repo, subject.number, subject.author, subject.url
ORDER BY reactions DESC, subject.repo, subject.number, subject.url
LIMIT :rows`,
  },
  'open-issues-by-age': {
    title: 'Open issues, the oldest first',
    description: 'Age in days at the time of the newest archive.',
    parameters: { repo: REPO, rows: ROWS },
    sql: `
SELECT repo, number, title, author, created_at,
       CAST(julianday(${AS_OF}) - julianday(created_at) AS INTEGER) AS age_days
FROM issues
WHERE state = 'open' AND :repo IN ('', repo)
ORDER BY created_at, repo, number
LIMIT :rows`,
  },
  'release-rhythm': {
    title: 'How often each repository is released',
    description: 'Published releases, and the days between releases.',
    parameters: { repo: REPO },
    sql: `
WITH dated AS (
  SELECT repo, tag_name, coalesce(published_at, created_at) AS released_at FROM releases
  WHERE state = 'published' AND :repo IN ('', repo)
), spaced AS (
  SELECT *, julianday(released_at) - julianday(
    lag(released_at) OVER (PARTITION BY repo ORDER BY released_at, tag_name)
  ) AS days
  FROM dated
)
SELECT repo, count(*) AS releases, max(released_at) AS latest_at, round(median(days), 1) AS median_days_between
FROM spaced
GROUP BY repo
ORDER BY releases DESC, repo`,
  },
  'repository-overview': {
    title: 'Each repository in one line',
    description: 'Latest is the time of the last event in the view timeline.',
    parameters: { repo: REPO },
    sql: `
SELECT repository.repo,
       (SELECT count(*) FROM issues WHERE repo = repository.repo AND state = 'open') AS open_issues,
       (SELECT count(*) FROM issues WHERE repo = repository.repo AND state = 'closed') AS closed_issues,
       (SELECT count(*) FROM pull_requests WHERE repo = repository.repo AND state = 'open') AS open_pull_requests,
       (SELECT count(*) FROM pull_requests WHERE repo = repository.repo AND state = 'merged') AS merged_pull_requests,
       (SELECT count(*) FROM comments WHERE repo = repository.repo) AS comments,
       (SELECT count(*) FROM releases WHERE repo = repository.repo) AS releases,
       (SELECT max(created_at) FROM timeline WHERE repo = repository.repo) AS latest_at
FROM repositories AS repository
WHERE :repo IN ('', repository.repo)
ORDER BY latest_at DESC, repository.repo`,
  },
  'review-turnaround': {
    title: 'How long pull requests wait for their first review',
    description: 'Hours from the opening to the first review by someone else, for each repository.',
    parameters: { repo: REPO },
    sql: `
WITH first_review AS (
  SELECT pull.url, pull.repo, pull.state, pull.created_at,
         min(coalesce(review.submitted_at, review.created_at)) AS reviewed_at
  FROM pull_requests AS pull
  LEFT JOIN pull_request_reviews AS review
    ON review.pull_request_url = pull.url AND review.author IS NOT pull.author
  WHERE :repo IN ('', pull.repo)
  GROUP BY pull.url, pull.repo, pull.state, pull.created_at
)
SELECT repo,
       count(*) AS pull_requests,
       count(reviewed_at) AS reviewed,
       count(*) FILTER (WHERE reviewed_at IS NULL AND state = 'open') AS waiting,
       round(24 * median(julianday(reviewed_at) - julianday(created_at)), 1) AS median_hours,
       round(24 * max(julianday(reviewed_at) - julianday(created_at)), 1) AS longest_hours
FROM first_review
GROUP BY repo
ORDER BY repo`,
  },
  'stale-pull-requests': {
    title: 'Open pull requests without recent activity',
    description: 'No comment, review or event for some days before the newest archive.',
    parameters: {
      repo: REPO,
      days: { summary: 'days without activity that make it stale', default: '30', form: 'whole number' },
      rows: ROWS,
    },
    sql: `
WITH latest AS (
  SELECT thread_url, max(created_at) AS latest_at FROM timeline WHERE thread_url IS NOT NULL GROUP BY thread_url
)
SELECT pull.repo, pull.number, pull.title, pull.author, latest.latest_at,
       CAST(julianday(${AS_OF}) - julianday(latest.latest_at) AS INTEGER) AS quiet_days
FROM pull_requests AS pull
JOIN latest ON latest.thread_url = pull.url
WHERE pull.state = 'open' AND :repo IN ('', pull.repo)
  AND julianday(${AS_OF}) - julianday(latest.latest_at) >= CAST(:days AS REAL)
ORDER BY latest.latest_at, pull.repo, pull.number
LIMIT :rows`,
  },
  'unanswered-issues': {
    title: 'Open issues that only their author has commented on',
    description: 'Comments by bots do not count as answers. The oldest comes first.',
    parameters: { repo: REPO, rows: ROWS },
    sql: `
SELECT repo, number, title, author, created_at
FROM issues
WHERE state = 'open' AND :repo IN ('', repo)
  AND NOT EXISTS (
    SELECT 1 FROM issue_comments AS comment
    WHERE comment.thread_url = issues.url AND comment.author IS NOT issues.author
      AND coalesce(comment.author, '') NOT LIKE '%[bot]'
  )
ORDER BY created_at, repo, number
LIMIT :rows`,
  },
} as const satisfies Record<string, SavedQuery>;
