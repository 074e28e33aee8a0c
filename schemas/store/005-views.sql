-- What people mean when they speak of threads, comments and what happened.
--   summary   the title, the first words, or what the event was about

-- Issues and pull requests, which share one sequence of numbers in a repository.
CREATE VIEW threads AS
SELECT 'issue' AS kind, id, repo, number, title, author, state, created_at, updated_at, closed_at,
       NULL AS merged_at, 0 AS is_draft, milestone_url, repository_url, author_url, url, body
FROM issues
UNION ALL
SELECT 'pull_request', id, repo, number, title, author, state, created_at, updated_at, closed_at,
       merged_at, coalesce(is_draft, 0), milestone_url, repository_url, author_url, url, body
FROM pull_requests;

-- Everything that was said: in threads, in reviews, on lines of code, on commits.
CREATE VIEW comments AS
SELECT 'issue_comment' AS kind, id, repo, number, author, created_at, thread_url, author_url, url, body
FROM issue_comments
UNION ALL
SELECT 'pull_request_review', id, repo, number, author, coalesce(submitted_at, created_at), pull_request_url,
       author_url, url, body
FROM pull_request_reviews
WHERE body <> ''
UNION ALL
SELECT 'pull_request_review_comment', id, repo, number, author, created_at, pull_request_url, author_url, url, body
FROM pull_request_review_comments
UNION ALL
SELECT 'commit_comment', id, repo, NULL, author, created_at, NULL, author_url, url, body
FROM commit_comments;

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
