-- For results of a search in the order of their comments, which would otherwise be counted in all threads each time.
--   kind       issue or pull_request
--   comments   number of comments, without reviews

-- The number of comments in each thread.
CREATE VIEW comment_counts AS
SELECT id, 'issue' AS kind,
       (SELECT count(*) FROM issue_comments WHERE issue_comments.thread_url = issues.url) AS comments
FROM issues
UNION ALL
SELECT id, 'pull_request',
       (SELECT count(*) FROM issue_comments WHERE issue_comments.thread_url = pull_requests.url)
FROM pull_requests;

-- The same numbers as in comment_counts, stored; they are set again at the end of each load.
CREATE TABLE search_comment_counts (
  id INTEGER PRIMARY KEY,             -- the thread's id
  kind TEXT NOT NULL,
  comments INTEGER NOT NULL
);

-- One for each kind: SQLite would take an index that begins with the kind for more selective than one of an author.
CREATE INDEX search_comment_counts_issues ON search_comment_counts (comments) WHERE kind = 'issue';
CREATE INDEX search_comment_counts_pull_requests ON search_comment_counts (comments) WHERE kind = 'pull_request';

INSERT INTO search_comment_counts SELECT id, kind, comments FROM comment_counts;
