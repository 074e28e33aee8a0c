-- The gists of an account and the repositories that it has starred, which no archive contains. A row stays when the
-- gist is deleted or the star removed: last_seen_at then no longer advances.
--   service         base URL of the API that it was read from
--   first_seen_at   when Satchel first read it, in UTC
--   last_seen_at    when Satchel last read it, in UTC
--   created_at, updated_at   as the service has it, in UTC
--   description     as its owner wrote it; NULL without one
--   json            the record as it was last read (JSON)
--   search_id       the row's number in searches: below all numbers of other captured rows
--   searched        text that is searched besides the title

-- Gists of the account, as they were last seen.
CREATE TABLE gists (
  service TEXT NOT NULL,
  id TEXT NOT NULL,                   -- the service's id of the gist
  owner TEXT NOT NULL,                -- login of its owner
  description TEXT,
  is_public INTEGER NOT NULL,         -- 1 for a public gist, 0 for a secret one
  files TEXT NOT NULL,                -- names of its files (JSON array)
  languages TEXT NOT NULL,            -- languages of its files, each once (JSON array)
  size_bytes INTEGER NOT NULL,        -- bytes of all of its files
  comments INTEGER NOT NULL,          -- number of comments
  url TEXT,                           -- its page at the service
  clone_url TEXT,                     -- where git reads it
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  json TEXT NOT NULL,
  search_id INTEGER,
  PRIMARY KEY (service, id)
);

CREATE INDEX gists_updated_at ON gists (updated_at);
CREATE UNIQUE INDEX gists_search_id ON gists (search_id);

-- Repositories that the account has starred, as they were last seen.
CREATE TABLE stars (
  service TEXT NOT NULL,
  repo TEXT NOT NULL,                 -- owner/name of the repository
  description TEXT,
  language TEXT,                      -- its main language
  topics TEXT NOT NULL,               -- its topics (JSON array)
  stargazers INTEGER NOT NULL,        -- number of people who starred it
  is_private INTEGER NOT NULL,        -- 0 for a public repository
  is_archived INTEGER NOT NULL,       -- 1 for an archived repository
  is_fork INTEGER NOT NULL,           -- 1 for a fork
  url TEXT,                           -- its page at the service
  clone_url TEXT,                     -- where git reads it
  starred_at TEXT,                    -- when the account starred it, in UTC
  pushed_at TEXT,                     -- when it was last pushed to, in UTC
  first_seen_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  json TEXT NOT NULL,
  search_id INTEGER,
  PRIMARY KEY (service, repo)
);

CREATE INDEX stars_starred_at ON stars (starred_at);
CREATE UNIQUE INDEX stars_search_id ON stars (search_id);

-- The other captured tables use all small numbers below zero. These two share those below -2^52, even and odd.
CREATE TRIGGER gists_numbered AFTER INSERT ON gists WHEN new.search_id IS NULL BEGIN
  UPDATE gists SET search_id = coalesce((SELECT min(search_id) FROM gists) - 2, -4503599627370498) WHERE rowid = new.rowid;
END;
CREATE TRIGGER stars_numbered AFTER INSERT ON stars WHEN new.search_id IS NULL BEGIN
  UPDATE stars SET search_id = coalesce((SELECT min(search_id) FROM stars) - 2, -4503599627370499) WHERE rowid = new.rowid;
END;

-- Gists as results of searches.
CREATE VIEW captured_gists AS
SELECT search_id AS id, coalesce(url, '') AS url, NULL AS repo, owner,
       coalesce(nullif(description, ''), json_extract(files, '$[0]'), id) AS title,
       replace(trim(files, '[]'), '"', '') || ' ' || replace(trim(languages, '[]'), '"', '') AS searched,
       created_at, updated_at
FROM gists;

-- Starred repositories as results of searches.
CREATE VIEW captured_stars AS
SELECT search_id AS id, coalesce(url, '') AS url, repo, repo AS title,
       coalesce(description, '') || ' ' || coalesce(language, '') || ' ' || replace(trim(topics, '[]'), '"', '') AS searched,
       coalesce(starred_at, first_seen_at) AS created_at, coalesce(pushed_at, starred_at, first_seen_at) AS updated_at
FROM stars;

-- Every text that can be searched, by the id of its record. The columns are classes of weight and scopes of "in:". A
-- title is NULL in what is part of something else, and only there. What was captured is part of nothing.
DROP VIEW search_texts;
CREATE VIEW search_texts AS
SELECT id, repo, number, coalesce(title, '') AS title, body, NULL AS comment, NULL AS file FROM issues
UNION ALL
SELECT id, repo, number, coalesce(title, ''), body, NULL, NULL FROM pull_requests
UNION ALL
SELECT id, repo, number, coalesce(title, ''), body, NULL, NULL FROM discussions
UNION ALL
SELECT id, repo, number, NULL, NULL, body, NULL FROM issue_comments WHERE body <> ''
UNION ALL
SELECT id, repo, number, NULL, NULL, body, NULL FROM pull_request_reviews WHERE body <> ''
UNION ALL
SELECT id, repo, number, NULL, NULL, body, path FROM pull_request_review_comments
UNION ALL
SELECT id, repo, NULL, NULL, NULL, body, path FROM commit_comments
UNION ALL
SELECT id, repo, NULL, trim(coalesce(name, '') || ' ' || coalesce(tag_name, '')), body, NULL,
       (SELECT group_concat(name, char(10))
        FROM (SELECT name FROM release_assets WHERE release_id = releases.id ORDER BY position))
FROM releases
UNION ALL
SELECT id, repo, NULL, coalesce(title, ''), description, NULL, NULL FROM milestones
UNION ALL
SELECT id, repo, NULL, coalesce(repo, ''),
       coalesce(description, '') ||
       coalesce((SELECT group_concat(char(10) || coalesce(name, '') || ': ' || coalesce(description, ''), '')
                 FROM (SELECT name, description FROM repository_labels
                       WHERE repository_id = repositories.id ORDER BY position)), ''),
       NULL, NULL
FROM repositories
UNION ALL
SELECT id, repo, number, NULL, NULL, NULL, name FROM attachments
UNION ALL
SELECT id, repo, NULL, NULL, NULL, NULL, name FROM repository_files
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL FROM captured_alerts
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL FROM captured_budgets
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL FROM captured_events
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL FROM captured_notifications
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL FROM captured_gists
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL FROM captured_stars;
