-- What happened, and when something last happened to a thread. Archives have that for issues alone: for pull requests it follows
-- from what is in them, and updated_at of threads whose record has no such field holds that. It is set at the end of each load.
--   summary   the title, the first words, or what the event was about
--   last_at   the newest time of the thread and of all that happened in it, in UTC

-- What happened, for reading in the order of created_at.
CREATE VIEW timeline AS
SELECT kind, id, repo, number, 'opened' AS event, author AS actor, created_at, url AS thread_url, url,
       title AS summary
FROM threads
UNION ALL
SELECT kind, id, repo, number, 'commented', author, created_at, thread_url, url, substr(body, 1, 200)
FROM comments
WHERE kind <> 'pull_request_review'
UNION ALL
SELECT 'pull_request_review', id, repo, number, coalesce(state, 'reviewed'), author,
       coalesce(submitted_at, created_at), pull_request_url, url, substr(body, 1, 200)
FROM pull_request_reviews
UNION ALL
SELECT 'issue_event', id, repo, number, event, actor, created_at, thread_url, url,
       coalesce(label_name, milestone_title, title_is, ref, commit_id, subject_url)
FROM issue_events
UNION ALL
SELECT 'release', id, repo, NULL, state, author, coalesce(published_at, created_at), NULL, url,
       coalesce(nullif(name, ''), tag_name)
FROM releases
UNION ALL
SELECT 'discussion', id, repo, number, 'opened', author, created_at, url, url, title
FROM discussions;

-- When something last happened to each issue: it was opened, closed, commented, or an event records it.
CREATE VIEW issue_activity AS
SELECT id, nullif(max(
  coalesce(created_at, ''), coalesce(closed_at, ''),
  coalesce((SELECT max(created_at) FROM issue_comments WHERE thread_url = issues.url), ''),
  coalesce((SELECT max(created_at) FROM issue_events WHERE thread_url = issues.url), '')
), '') AS last_at
FROM issues;

-- When something last happened to each pull request: it was opened, closed, merged, commented, reviewed, a conversation
-- about its code began or was resolved, or an event records it, such as a push by force.
CREATE VIEW pull_request_activity AS
SELECT id, nullif(max(
  coalesce(created_at, ''), coalesce(closed_at, ''), coalesce(merged_at, ''),
  coalesce((SELECT max(created_at) FROM issue_comments WHERE thread_url = pull_requests.url), ''),
  coalesce((SELECT max(created_at) FROM issue_events WHERE thread_url = pull_requests.url), ''),
  coalesce((SELECT max(coalesce(submitted_at, created_at)) FROM pull_request_reviews
            WHERE pull_request_url = pull_requests.url), ''),
  coalesce((SELECT max(created_at) FROM pull_request_review_comments
            WHERE pull_request_url = pull_requests.url), ''),
  coalesce((SELECT max(max(coalesce(created_at, ''), coalesce(resolved_at, ''))) FROM pull_request_review_threads
            WHERE pull_request_url = pull_requests.url), '')
), '') AS last_at
FROM pull_requests;
