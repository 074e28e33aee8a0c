-- A text belongs to the thread with its url: GitLab numbers merge requests separately, so an issue may have the same number.
--   thread_url   url of the thread that it is part of, or of something in that thread
--   subject_id   id of the issue, pull request or discussion that it is part of; else its own
--   is_loose     1 for comments and files that are part of none

-- Every text that can be searched, by the id of its record. The columns are classes of weight and scopes of "in:". A
-- title is NULL in what is part of something else, and only there. What was captured is part of nothing.
DROP VIEW search_texts;
CREATE VIEW search_texts AS
SELECT id, repo, number, coalesce(title, '') AS title, body, NULL AS comment, NULL AS file, NULL AS thread_url FROM issues
UNION ALL
SELECT id, repo, number, coalesce(title, ''), body, NULL, NULL, NULL FROM pull_requests
UNION ALL
SELECT id, repo, number, coalesce(title, ''), body, NULL, NULL, NULL FROM discussions
UNION ALL
SELECT id, repo, number, NULL, NULL, body, NULL, coalesce(thread_url, url) FROM issue_comments WHERE body <> ''
UNION ALL
SELECT id, repo, number, NULL, NULL, body, NULL, coalesce(pull_request_url, url) FROM pull_request_reviews WHERE body <> ''
UNION ALL
SELECT id, repo, number, NULL, NULL, body, path, coalesce(pull_request_url, url) FROM pull_request_review_comments
UNION ALL
SELECT id, repo, NULL, NULL, NULL, body, path, NULL FROM commit_comments
UNION ALL
SELECT id, repo, NULL, trim(coalesce(name, '') || ' ' || coalesce(tag_name, '')), body, NULL,
       (SELECT group_concat(name, char(10))
        FROM (SELECT name FROM release_assets WHERE release_id = releases.id ORDER BY position)), NULL
FROM releases
UNION ALL
SELECT id, repo, NULL, coalesce(title, ''), description, NULL, NULL, NULL FROM milestones
UNION ALL
SELECT id, repo, NULL, coalesce(repo, ''),
       coalesce(description, '') ||
       coalesce((SELECT group_concat(char(10) || coalesce(name, '') || ': ' || coalesce(description, ''), '')
                 FROM (SELECT name, description FROM repository_labels
                       WHERE repository_id = repositories.id ORDER BY position)), ''),
       NULL, NULL, NULL
FROM repositories
UNION ALL
SELECT id, repo, number, NULL, NULL, NULL, name, parent_url FROM attachments
UNION ALL
SELECT id, repo, NULL, NULL, NULL, NULL, name, NULL FROM repository_files
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL, NULL FROM captured_alerts
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL, NULL FROM captured_budgets
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL, NULL FROM captured_events
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL, NULL FROM captured_notifications
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL, NULL FROM captured_gists
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL, NULL FROM captured_stars;

-- The subject of each text, as search_documents stores it. The url of the thread decides. Where it leads to no thread, as that
-- of a file in a comment does, the number decides, but never between merge requests and other threads.
CREATE VIEW search_subjects AS
SELECT id, subject_id, title IS NULL AND subject_id = id AS is_loose
FROM (
  SELECT id, title, CASE WHEN title IS NULL THEN coalesce(
    (SELECT id FROM issues WHERE url = texts.thread_url),
    (SELECT id FROM pull_requests WHERE url = texts.thread_url),
    (SELECT id FROM discussions WHERE url = texts.thread_url),
    (SELECT id FROM issues WHERE repo = texts.repo AND number = texts.number
     AND (instr(url, '/merge_requests/') > 0) = is_in_merge_request),
    (SELECT id FROM pull_requests WHERE repo = texts.repo AND number = texts.number
     AND (instr(url, '/merge_requests/') > 0) = is_in_merge_request),
    (SELECT id FROM discussions WHERE repo = texts.repo AND number = texts.number AND NOT is_in_merge_request),
    id) ELSE id END AS subject_id
  FROM (SELECT *, coalesce(instr(thread_url, '/merge_requests/'), 0) > 0 AS is_in_merge_request FROM search_texts) AS texts
);

-- Older versions only compared the numbers.
REPLACE INTO search_documents
SELECT id, subject_id, is_loose FROM search_subjects AS s
WHERE EXISTS (SELECT 1 FROM search_documents AS d WHERE d.id = s.id AND d.subject_id <> s.subject_id);
