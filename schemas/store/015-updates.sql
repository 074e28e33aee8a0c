-- When something last happened to a thread. Archives have it for issues alone: for pull requests it follows from what is in
-- them, and updated_at of threads whose record has no such field holds that. It is set again at the end of each load.
--   last_at   the newest time of the thread and of all that happened in it, in UTC

DROP INDEX issue_events_thread_url;
CREATE INDEX issue_events_thread_url ON issue_events (thread_url, created_at);

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

UPDATE pull_requests SET updated_at = (SELECT last_at FROM pull_request_activity AS a WHERE a.id = pull_requests.id)
WHERE shape_id IN (
  SELECT id FROM record_shapes WHERE NOT EXISTS (SELECT 1 FROM json_each(keys) WHERE value = 'updated_at'));
UPDATE issues SET updated_at = (SELECT last_at FROM issue_activity AS a WHERE a.id = issues.id)
WHERE shape_id IN (
  SELECT id FROM record_shapes WHERE NOT EXISTS (SELECT 1 FROM json_each(keys) WHERE value = 'updated_at'));
