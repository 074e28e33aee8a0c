-- Full-text search. Texts are in their own tables only: the views below gather them, and the indexes point to them by
-- record id. All SQL of the schema keeps to what SQLite 3.34 knows: what an older program cannot parse would keep it from opening
-- the store at all. So no table is STRICT, and search_cjk has no contentless_delete.
--
-- The tokenizer is unicode61 with accents folded and no further token characters. Measured on 146 MB of text in 236,000
-- documents: unicode61 1.8 s, porter 2.6 s and trigram 16.6 s with four times the size. Porter would also take code for
-- English. Code-like words (foo_bar, a.b.c, #123) fall into parts, and search asks for them as a phrase: with "_" and
-- "." as token characters foo_bar is no longer found by "foo", nor "end." by "end".
--
-- CJK text has no blanks between its words, and unicode61 takes a whole run for one word. Documents with such text are
-- left out of search_text; search_cjk holds them with a blank around each CJK character, so that a phrase of characters
-- finds any substring, from one character on, and Latin words next to them are found as well.
--
-- A text belongs to the thread with its url: GitLab numbers merge requests separately, so an issue may have the same number.
--
--   comment      text of a comment, review or release
--   file         names and paths of files
--   thread_url   url of the thread that it is part of, or of something in that thread
--   subject_id   id of the issue, pull request or discussion that it is part of; else its own
--   is_loose     1 for comments and files that are part of none
--   kind         issue or pull_request
--   comments     number of comments, without reviews

-- Every text that can be searched, by the id of its record. The columns are classes of weight and scopes of "in:". A
-- title is NULL in what is part of something else, and only there. What was captured is part of nothing.
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

-- Where a text belongs: search answers with subjects, and names the best text of each.
CREATE TABLE search_documents (
  id INTEGER PRIMARY KEY,             -- the record's id
  subject_id INTEGER NOT NULL,        -- id of the issue, pull request or discussion it is part of; else its own
  is_loose INTEGER NOT NULL           -- 1 for comments and files that are part of none
);

CREATE INDEX search_documents_subject_id ON search_documents (subject_id);
CREATE INDEX search_documents_is_loose ON search_documents (is_loose) WHERE is_loose = 1;

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

-- Documents with CJK text.
CREATE TABLE search_cjk_documents (
  id INTEGER PRIMARY KEY
);

-- Whom a text mentions with an at sign, in lower case: logins and organization/team.
CREATE TABLE search_mentions (
  name TEXT NOT NULL,
  id INTEGER NOT NULL,                -- of the text
  PRIMARY KEY (name, id)
) WITHOUT ROWID;

-- The texts without CJK: what search_text is built over.
CREATE VIEW search_plain_texts AS
SELECT id, title, body, comment, file FROM search_texts WHERE id NOT IN search_cjk_documents;

-- The full-text index of all texts without CJK (sqlite.org/fts5.html).
CREATE VIRTUAL TABLE search_text USING fts5 (
  title, body, comment, file,
  content = 'search_plain_texts', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
  /* Datasette and sqlite-utils look for these words, to offer a search box: the ids of the index are those of the rows.
     content="issues" content="pull_requests" content="discussions" content="issue_comments"
     content="pull_request_reviews" content="pull_request_review_comments" content="commit_comments"
     content="releases" content="milestones" content="repositories" content="attachments" content="repository_files" */
);

-- The full-text index of texts with CJK.
CREATE VIRTUAL TABLE search_cjk USING fts5 (
  title, body, comment, file,
  content = '', tokenize = 'unicode61 remove_diacritics 2'
);

-- Titles once more, for completion while a word is typed: prefix indexes over all texts would double the load.
CREATE VIEW search_titles AS
SELECT id, title FROM issues
UNION ALL
SELECT id, title FROM pull_requests
UNION ALL
SELECT id, title FROM discussions
UNION ALL
SELECT id, trim(coalesce(name, '') || ' ' || coalesce(tag_name, '')) FROM releases
UNION ALL
SELECT id, title FROM milestones
UNION ALL
SELECT id, repo FROM repositories;

-- The index of titles, for completion while a word is typed.
CREATE VIRTUAL TABLE search_title USING fts5 (
  title,
  content = 'search_titles', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

-- The number of comments in each thread.
CREATE VIEW comment_counts AS
SELECT id, 'issue' AS kind,
       (SELECT count(*) FROM issue_comments WHERE issue_comments.thread_url = issues.url) AS comments
FROM issues
UNION ALL
SELECT id, 'pull_request',
       (SELECT count(*) FROM issue_comments WHERE issue_comments.thread_url = pull_requests.url)
FROM pull_requests;

-- The same numbers as in comment_counts, for results in the order of their comments; they are set at the end of each load.
CREATE TABLE search_comment_counts (
  id INTEGER PRIMARY KEY,             -- the thread's id
  kind TEXT NOT NULL,
  comments INTEGER NOT NULL
);

-- One for each kind: SQLite would take an index that begins with the kind for more selective than one of an author.
CREATE INDEX search_comment_counts_issues ON search_comment_counts (comments) WHERE kind = 'issue';
CREATE INDEX search_comment_counts_pull_requests ON search_comment_counts (comments) WHERE kind = 'pull_request';
