import { type QueryTerms, STORE_TERMS } from '../query-terms.ts';

/** A query that Satchel brings. */
export interface SavedQuery<Parameter extends string = string> {
  /** One line for lists. */
  readonly title: string;
  /** What is counted and what is not. */
  readonly description: string;
  readonly parameters: Readonly<Record<Parameter, SavedParameter>>;
  /** Its SQL for the engine, the values and the repositories of some terms. */
  readonly write: (terms: QueryTerms) => string;
  /** For a store, with its parameters as `:name`. */
  readonly sql: string;
}

/** A parameter of a saved query. */
export interface SavedParameter {
  readonly summary: string;
  readonly default: string;
  /** The required format; absent for any text. */
  readonly form?: 'whole number' | undefined;
}

const REPO = { summary: 'only this repository, as owner/name; empty for all', default: '' } as const;
const ROWS = { summary: 'the maximum number of rows', default: '20', form: 'whole number' } as const;

function saved<Parameter extends string>(query: Omit<SavedQuery<Parameter>, 'sql'>): SavedQuery<Parameter> {
  return { ...query, sql: query.write(STORE_TERMS).trim() };
}

/** The current time of queries: when the newest archive was taken, not when the query runs. */
const AS_OF = '(SELECT max(coalesce(taken_at, loaded_at)) FROM snapshots)';

/**
 * All saved queries by name. They only use the documented schema, so they run on every store; times are in UTC. Logins
 * of deleted accounts are NULL. What engines spell in different ways is among their terms.
 */
export const SAVED_QUERIES = {
  'activity-by-month': saved({
    title: 'What was opened, closed, merged and commented on, month by month',
    description:
      'Threads count in the month of each event; comments are the rows of the `comments` view. Newest first.',
    parameters: { repo: REPO },
    write: ({ month, within }) => `
WITH happened AS (
  SELECT created_at AS happened_at, 'issue opened' AS what FROM issues WHERE ${within('repo')}
  UNION ALL SELECT closed_at, 'issue closed' FROM issues WHERE ${within('repo')}
  UNION ALL SELECT created_at, 'pull request opened' FROM pull_requests WHERE ${within('repo')}
  UNION ALL SELECT merged_at, 'pull request merged' FROM pull_requests WHERE ${within('repo')}
  UNION ALL SELECT created_at, 'comment' FROM comments WHERE ${within('repo')}
)
SELECT ${month('happened_at')} AS month,
       count(*) FILTER (WHERE what = 'issue opened') AS issues_opened,
       count(*) FILTER (WHERE what = 'issue closed') AS issues_closed,
       count(*) FILTER (WHERE what = 'pull request opened') AS pull_requests_opened,
       count(*) FILTER (WHERE what = 'pull request merged') AS pull_requests_merged,
       count(*) FILTER (WHERE what = 'comment') AS comments
FROM happened
WHERE happened_at IS NOT NULL
GROUP BY 1
ORDER BY month DESC`,
  }),
  'activity-by-weekday': saved({
    title: 'Activity by day of the week and time of day',
    description: 'All events of the `timeline` view, in UTC; night is before 6:00, evening from 18:00.',
    parameters: { repo: REPO },
    write: ({ ascending, hour, substring, weekday, within }) => `
SELECT ${substring}('SunMonTueWedThuFriSat', 1 + 3 * ${weekday('created_at')}, 3) AS weekday,
       count(*) AS events,
       count(*) FILTER (WHERE ${hour('created_at')} < '06') AS night,
       count(*) FILTER (WHERE ${hour('created_at')} BETWEEN '06' AND '11') AS morning,
       count(*) FILTER (WHERE ${hour('created_at')} BETWEEN '12' AND '17') AS afternoon,
       count(*) FILTER (WHERE ${hour('created_at')} >= '18') AS evening
FROM timeline
WHERE ${within('repo')} AND created_at IS NOT NULL
GROUP BY 1
ORDER BY ${ascending(`(${weekday('min(created_at)')} + 6) % 7`)}`,
  }),
  'busiest-reviewers': saved({
    title: 'Who reviews most',
    description: 'Reviews of the pull requests of others, by verdict; lines are comments on lines of code.',
    parameters: { repo: REPO, rows: ROWS },
    write: ({ ascending, isNot, value, within }) => `
WITH lines AS (
  SELECT author, count(*) AS line_comments FROM pull_request_review_comments
  WHERE ${within('repo')} GROUP BY author
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
WHERE review.author ${isNot} pull.author AND ${within('review.repo')}
GROUP BY review.author
ORDER BY reviews DESC, ${ascending('reviewer')}
LIMIT ${value('rows')}`,
  }),
  'closing-time-by-month': saved({
    title: 'How long issues stay open, by the month in which they were closed',
    description: 'Days from the opening to the last closing.',
    parameters: { repo: REPO },
    write: ({ ascending, days, median, month, within }) => `
SELECT ${month('closed_at')} AS month,
       count(*) AS closed,
       round(${median(`${days('closed_at')} - ${days('created_at')}`)}, 1) AS median_days,
       round(max(${days('closed_at')} - ${days('created_at')}), 1) AS longest_days
FROM issues
WHERE closed_at IS NOT NULL AND ${within('repo')}
GROUP BY 1
ORDER BY ${ascending('month')}`,
  }),
  'first-time-contributors': saved({
    title: 'When each person first contributed, and with what',
    description: 'The first issue, pull request or comment of each person, newest first; bots are left out.',
    parameters: { repo: REPO, rows: ROWS },
    write: ({ ascending, value, within }) => `
WITH done AS (
  SELECT author, created_at, kind, repo, number, url FROM threads
  UNION ALL SELECT author, created_at, kind, repo, number, url FROM comments
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY author ORDER BY created_at, url) AS place,
         count(*) OVER (PARTITION BY author) AS total
  FROM done WHERE author IS NOT NULL AND author NOT LIKE '%[bot]' AND ${within('repo')}
)
SELECT author, created_at AS first_at, kind AS first_kind, repo, number, total AS contributions
FROM ranked
WHERE place = 1
ORDER BY first_at DESC, ${ascending('author')}
LIMIT ${value('rows')}`,
  }),
  'label-mix': saved({
    title: 'Issues and pull requests by label',
    description: 'A thread counts under each of its labels, and under NULL where it has none.',
    parameters: { repo: REPO },
    write: ({ ascending, within }) => `
WITH labelled AS (
  SELECT 'issue' AS kind, state, name AS label FROM issues LEFT JOIN issue_labels ON issue_id = id WHERE ${within('repo')}
  UNION ALL
  SELECT 'pull_request', state, name FROM pull_requests LEFT JOIN pull_request_labels ON pull_request_id = id
  WHERE ${within('repo')}
)
SELECT label,
       count(*) FILTER (WHERE kind = 'issue') AS issues,
       count(*) FILTER (WHERE kind = 'pull_request') AS pull_requests,
       count(*) FILTER (WHERE state = 'open') AS open,
       round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent
FROM labelled
GROUP BY label
ORDER BY count(*) DESC, ${ascending('label')}`,
  }),
  'merge-time-by-month': saved({
    title: 'How long pull requests wait for their merge, by the month of the merge',
    description: 'Hours from the opening to the merge.',
    parameters: { repo: REPO },
    write: ({ ascending, days, median, month, within }) => `
SELECT ${month('merged_at')} AS month,
       count(*) AS merged,
       round(24 * ${median(`${days('merged_at')} - ${days('created_at')}`)}, 1) AS median_hours,
       round(24 * max(${days('merged_at')} - ${days('created_at')}), 1) AS longest_hours
FROM pull_requests
WHERE merged_at IS NOT NULL AND ${within('repo')}
GROUP BY 1
ORDER BY ${ascending('month')}`,
  }),
  'most-discussed-threads': saved({
    title: 'The most discussed threads',
    description: 'Comments, reviews with words and comments on lines; people counts who took part in them.',
    parameters: { repo: REPO, rows: ROWS },
    write: ({ ascending, value, within }) => `
SELECT thread.repo, thread.number, thread.kind, thread.state, thread.title,
       count(*) AS comments, count(DISTINCT comment.author) AS people
FROM threads AS thread
JOIN comments AS comment ON comment.thread_url = thread.url
WHERE ${within('thread.repo')}
GROUP BY thread.url, thread.repo, thread.number, thread.kind, thread.state, thread.title
ORDER BY comments DESC, people DESC, ${ascending('thread.repo', 'thread.number')}
LIMIT ${value('rows')}`,
  }),
  'most-reacted': saved({
    title: 'What people reacted to most',
    description:
      'Issues, pull requests, comments, reviews, releases and discussions, with each kind of reaction.',
    parameters: { repo: REPO, rows: ROWS },
    write: ({ ascending, joined, types, value, within }) => `
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
       ${joined?.(`kinds.content || ' ' || CAST(kinds.times AS ${types.text})`, "', '", 'kinds.times DESC, kinds.content') ?? 'NULL'} AS which
FROM kinds
JOIN subjects AS subject ON subject.id = kinds.subject_id
WHERE ${within('subject.repo')}
GROUP BY subject.id, subject.kind, subject.repo, subject.number, subject.author, subject.url
ORDER BY reactions DESC, ${ascending('subject.repo', 'subject.number', 'subject.url')}
LIMIT ${value('rows')}`,
  }),
  'open-issues-by-age': saved({
    title: 'Open issues, the oldest first',
    description: 'Age in days at the time of the newest archive.',
    parameters: { repo: REPO, rows: ROWS },
    write: ({ ascending, days, truncated, value, within }) => `
SELECT repo, number, title, author, created_at,
       ${truncated(`${days(AS_OF)} - ${days('created_at')}`)} AS age_days
FROM issues
WHERE state = 'open' AND ${within('repo')}
ORDER BY ${ascending('created_at', 'repo', 'number')}
LIMIT ${value('rows')}`,
  }),
  'release-rhythm': saved({
    title: 'How often each repository is released',
    description: 'Published releases, and the days between releases.',
    parameters: { repo: REPO },
    write: ({ ascending, days, median, within }) => `
WITH dated AS (
  SELECT repo, tag_name, coalesce(published_at, created_at) AS released_at FROM releases
  WHERE state = 'published' AND ${within('repo')}
), spaced AS (
  SELECT *, ${days('released_at')} - ${days('lag(released_at) OVER (PARTITION BY repo ORDER BY released_at, tag_name)')} AS days
  FROM dated
)
SELECT repo, count(*) AS releases, max(released_at) AS latest_at, round(${median('days')}, 1) AS median_days_between
FROM spaced
GROUP BY repo
ORDER BY releases DESC, ${ascending('repo')}`,
  }),
  'repository-overview': saved({
    title: 'Each repository in one line',
    description: 'Latest is the time of the last event in the `timeline` view.',
    parameters: { repo: REPO },
    write: ({ ascending, within }) => `
SELECT repository.repo,
       (SELECT count(*) FROM issues WHERE repo = repository.repo AND state = 'open') AS open_issues,
       (SELECT count(*) FROM issues WHERE repo = repository.repo AND state = 'closed') AS closed_issues,
       (SELECT count(*) FROM pull_requests WHERE repo = repository.repo AND state = 'open') AS open_pull_requests,
       (SELECT count(*) FROM pull_requests WHERE repo = repository.repo AND state = 'merged') AS merged_pull_requests,
       (SELECT count(*) FROM comments WHERE repo = repository.repo) AS comments,
       (SELECT count(*) FROM releases WHERE repo = repository.repo) AS releases,
       (SELECT max(created_at) FROM timeline WHERE repo = repository.repo) AS latest_at
FROM repositories AS repository
WHERE ${within('repository.repo')}
ORDER BY latest_at DESC, ${ascending('repository.repo')}`,
  }),
  'review-turnaround': saved({
    title: 'How long pull requests wait for their first review',
    description: 'Hours from the opening to the first review by someone else, for each repository.',
    parameters: { repo: REPO },
    write: ({ ascending, days, isNot, median, within }) => `
WITH first_review AS (
  SELECT pull.url, pull.repo, pull.state, pull.created_at,
         min(coalesce(review.submitted_at, review.created_at)) AS reviewed_at
  FROM pull_requests AS pull
  LEFT JOIN pull_request_reviews AS review
    ON review.pull_request_url = pull.url AND review.author ${isNot} pull.author
  WHERE ${within('pull.repo')}
  GROUP BY pull.url, pull.repo, pull.state, pull.created_at
)
SELECT repo,
       count(*) AS pull_requests,
       count(reviewed_at) AS reviewed,
       count(*) FILTER (WHERE reviewed_at IS NULL AND state = 'open') AS waiting,
       round(24 * ${median(`${days('reviewed_at')} - ${days('created_at')}`)}, 1) AS median_hours,
       round(24 * max(${days('reviewed_at')} - ${days('created_at')}), 1) AS longest_hours
FROM first_review
GROUP BY repo
ORDER BY ${ascending('repo')}`,
  }),
  'stale-pull-requests': saved({
    title: 'Open pull requests without recent activity',
    description: 'No comment, review or event for some days before the newest archive.',
    parameters: {
      repo: REPO,
      days: { summary: 'days without activity that make it stale', default: '30', form: 'whole number' },
      rows: ROWS,
    },
    write: ({ ascending, days, truncated, types, value, within }) => `
WITH latest AS (
  SELECT thread_url, max(created_at) AS latest_at FROM timeline WHERE thread_url IS NOT NULL GROUP BY thread_url
)
SELECT pull.repo, pull.number, pull.title, pull.author, latest.latest_at,
       ${truncated(`${days(AS_OF)} - ${days('latest.latest_at')}`)} AS quiet_days
FROM pull_requests AS pull
JOIN latest ON latest.thread_url = pull.url
WHERE pull.state = 'open' AND ${within('pull.repo')}
  AND ${days(AS_OF)} - ${days('latest.latest_at')} >= CAST(${value('days')} AS ${types.real})
ORDER BY ${ascending('latest.latest_at', 'pull.repo', 'pull.number')}
LIMIT ${value('rows')}`,
  }),
  'unanswered-issues': saved({
    title: 'Open issues that only their author has commented on',
    description: 'Comments by bots do not count as answers. The oldest comes first.',
    parameters: { repo: REPO, rows: ROWS },
    write: ({ ascending, isNot, value, within }) => `
SELECT repo, number, title, author, created_at
FROM issues
WHERE state = 'open' AND ${within('repo')}
  AND NOT EXISTS (
    SELECT 1 FROM issue_comments AS comment
    WHERE comment.thread_url = issues.url AND comment.author ${isNot} issues.author
      AND coalesce(comment.author, '') NOT LIKE '%[bot]'
  )
ORDER BY ${ascending('created_at', 'repo', 'number')}
LIMIT ${value('rows')}`,
  }),
} as const satisfies Record<string, SavedQuery>;
