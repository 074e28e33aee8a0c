-- What was said in threads, in reviews, on lines of code and on commits. Indexes begin with the repository, the author or the
-- thread, and have what pictures of activity and searches for people ask besides: then the rows, which hold the texts, need not
-- be read.

-- What was said under issues and pull requests.
CREATE TABLE issue_comments (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,                     -- of the issue or pull request
  author TEXT,                        -- login
  format TEXT,                        -- markup of the body: markdown, or email for mailed replies
  created_at TEXT,
  thread_url TEXT,                    -- of the issue or pull request
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT,
  body TEXT
);

CREATE UNIQUE INDEX issue_comments_url ON issue_comments (url);
CREATE INDEX issue_comments_created_at ON issue_comments (created_at);
CREATE INDEX issue_comments_repo ON issue_comments (repo, created_at, author);
CREATE INDEX issue_comments_author ON issue_comments (author, created_at);
CREATE INDEX issue_comments_thread_url ON issue_comments (thread_url, created_at, author);

-- Reviews: a verdict on a pull request, with the words that came with it.
CREATE TABLE pull_request_reviews (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,                     -- of the pull request
  author TEXT,                        -- login
  state TEXT,                         -- commented, changes_requested or approved
  format TEXT,                        -- markup of the body
  head_sha TEXT,                      -- commit that was reviewed
  created_at TEXT,
  submitted_at TEXT,
  pull_request_url TEXT,
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT,
  body TEXT
);

CREATE UNIQUE INDEX pull_request_reviews_url ON pull_request_reviews (url);
CREATE INDEX pull_request_reviews_author ON pull_request_reviews (author);
CREATE INDEX pull_request_reviews_pull_request_url ON pull_request_reviews (pull_request_url, author);
CREATE INDEX pull_request_reviews_repo
  ON pull_request_reviews (repo, coalesce(submitted_at, created_at), author);

-- Conversations about lines of code in a pull request.
CREATE TABLE pull_request_review_threads (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,                     -- of the pull request
  path TEXT,                          -- file that is discussed
  line INTEGER,                       -- last line of the file that is discussed; NULL when outdated
  start_line INTEGER,                 -- first line, where there are several
  original_line INTEGER,              -- line when the thread began
  original_start_line INTEGER,        -- start_line when the thread began
  side TEXT,                          -- left or right of the difference
  start_side TEXT,                    -- side of the first line
  position INTEGER,                   -- line within the difference; NULL when outdated
  original_position INTEGER,          -- position when the thread began
  commit_id TEXT,                     -- commit that position counts in
  original_commit_id TEXT,            -- commit in which the thread began
  resolver TEXT,                      -- login of who resolved it
  created_at TEXT,
  resolved_at TEXT,
  pull_request_url TEXT,
  review_url TEXT,
  resolver_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT,
  diff_hunk TEXT                      -- the difference around the line
);

CREATE UNIQUE INDEX pull_request_review_threads_url ON pull_request_review_threads (url);
CREATE INDEX pull_request_review_threads_pull_request_url ON pull_request_review_threads (pull_request_url);

-- What was said about lines of code in a pull request.
CREATE TABLE pull_request_review_comments (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,                     -- of the pull request
  author TEXT,                        -- login
  state TEXT,                         -- submitted
  path TEXT,                          -- file that is commented
  position INTEGER,                   -- line within the difference; NULL when outdated
  original_position INTEGER,          -- position when it was written
  commit_id TEXT,                     -- commit that position counts in
  original_commit_id TEXT,            -- commit that it was written on
  format TEXT,                        -- markup of the body
  created_at TEXT,
  pull_request_url TEXT,
  review_url TEXT,
  thread_url TEXT,                    -- of the review thread
  in_reply_to_url TEXT,               -- of another review comment
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT,
  diff_hunk TEXT,                     -- the difference around the line
  body TEXT
);

CREATE UNIQUE INDEX pull_request_review_comments_url ON pull_request_review_comments (url);
CREATE INDEX pull_request_review_comments_thread_url ON pull_request_review_comments (thread_url);
CREATE INDEX pull_request_review_comments_repo ON pull_request_review_comments (repo, created_at, author);
CREATE INDEX pull_request_review_comments_author ON pull_request_review_comments (author, created_at);
CREATE INDEX pull_request_review_comments_pull_request_url ON pull_request_review_comments (pull_request_url, author);

-- What was said about commits.
CREATE TABLE commit_comments (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  commit_id TEXT,                     -- hash of the commit
  author TEXT,                        -- login
  path TEXT,                          -- file that is commented; NULL for the whole commit
  position INTEGER,                   -- line within the difference
  format TEXT,                        -- markup of the body
  created_at TEXT,
  repository_url TEXT,
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT,
  body TEXT
);

CREATE UNIQUE INDEX commit_comments_url ON commit_comments (url);
CREATE INDEX commit_comments_commit_id ON commit_comments (commit_id);

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
