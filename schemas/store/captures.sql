-- What was read from the service in addition to its archives, and kept: feeds forget, and nothing of this is in an archive. A row
-- stays when what it shows is deleted at the service: last_seen_at then no longer advances. Captured rows are searched like
-- records, by numbers below zero, where no record has one.
--   service         base URL of the API that it was read from
--   first_seen_at   when Satchel first read it, in UTC
--   last_seen_at    when Satchel last read it, in UTC
--   created_at, updated_at   as the service has it, in UTC
--   repo            owner/name of the repository it is of
--   description     as its owner wrote it; NULL without one
--   json            the record as it was last read (JSON), without secrets
--   search_id       the row's number in searches: below zero, and no record's
--   searched        text that is searched besides the title
--   reading         unread or read
--   repository_id   the service's number of the repository, which it keeps when it is renamed
--   seen_at         when it was last seen under this name, in UTC

-- Activity events. The service keeps the last 300 of a feed, and none for longer than 30 days.
CREATE TABLE events (
  service TEXT NOT NULL,
  id TEXT NOT NULL,                   -- the service's number of the event
  feed TEXT NOT NULL,                 -- the feed in which it was first seen
  type TEXT NOT NULL,                 -- PushEvent, IssuesEvent, WatchEvent, …
  actor TEXT NOT NULL,                -- login of who did it
  repo TEXT NOT NULL,
  org TEXT,                           -- login of the organization, on its feeds
  is_public INTEGER NOT NULL,         -- 1 where everybody sees it
  created_at TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  json TEXT NOT NULL,
  search_id INTEGER,
  PRIMARY KEY (service, id)
);

CREATE INDEX events_created_at ON events (created_at);
CREATE INDEX events_repo ON events (repo);
CREATE UNIQUE INDEX events_search_id ON events (search_id);

-- Notification threads of the account, as they were last seen.
CREATE TABLE notifications (
  service TEXT NOT NULL,
  id TEXT NOT NULL,                   -- the service's number of the thread
  repo TEXT NOT NULL,
  type TEXT NOT NULL,                 -- what it is about: Issue, PullRequest, Commit, …
  title TEXT NOT NULL,                -- title of what it is about
  subject_url TEXT,                   -- API address of what it is about; NULL where the service has none
  reason TEXT NOT NULL,               -- why the account got it: mention, assign, author, …
  is_unread INTEGER NOT NULL,         -- 1 for unread
  updated_at TEXT NOT NULL,
  last_read_at TEXT,                  -- when the account last read it, in UTC
  first_seen_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  json TEXT NOT NULL,
  search_id INTEGER,
  PRIMARY KEY (service, id)
);

CREATE INDEX notifications_updated_at ON notifications (updated_at);
CREATE UNIQUE INDEX notifications_search_id ON notifications (search_id);

-- Dependency alerts of repositories, as they were last seen.
CREATE TABLE alerts (
  service TEXT NOT NULL,
  repo TEXT NOT NULL,
  number INTEGER NOT NULL,            -- number of the alert in its repository
  state TEXT NOT NULL,                -- open, dismissed, auto_dismissed or fixed
  severity TEXT NOT NULL,             -- low, medium, high or critical
  ecosystem TEXT NOT NULL,            -- where the package comes from: npm, pip, go, …
  package TEXT NOT NULL,              -- name of the package
  manifest_path TEXT NOT NULL,        -- the file that asks for the package
  ghsa_id TEXT NOT NULL,              -- the service's id of the advisory
  cve_id TEXT,                        -- CVE number of the advisory, where it has one
  summary TEXT NOT NULL,              -- the advisory in one line
  fixed_in TEXT,                      -- first version without the fault; NULL where there is none
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  dismissed_at TEXT,                  -- when it was dismissed, in UTC
  dismissed_by TEXT,                  -- login of who dismissed it
  dismissed_reason TEXT,              -- why it was dismissed: tolerable_risk, not_used, …
  fixed_at TEXT,                      -- when it was fixed, in UTC
  first_seen_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  json TEXT NOT NULL,
  search_id INTEGER,
  PRIMARY KEY (service, repo, number)
);

CREATE UNIQUE INDEX alerts_search_id ON alerts (search_id);

-- Billing budgets of organizations, as they were last seen.
CREATE TABLE budgets (
  service TEXT NOT NULL,
  org TEXT NOT NULL,                  -- login of the organization
  id TEXT NOT NULL,                   -- the service's id of the budget
  type TEXT NOT NULL,                 -- BundlePricing, ProductPricing or SkuPricing
  products TEXT NOT NULL,             -- products or SKUs that it covers (JSON array)
  scope TEXT NOT NULL,                -- organization, repository, user, …
  entity_name TEXT NOT NULL,          -- what of that scope; empty where the scope says it all
  amount INTEGER NOT NULL,            -- whole dollars, or licenses
  prevents_further_usage INTEGER NOT NULL, -- 1 where spending stops at the amount
  consumed_amount REAL,               -- dollars spent; NULL where the service does not tell
  first_seen_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  json TEXT NOT NULL,
  search_id INTEGER,
  PRIMARY KEY (service, org, id)
);

CREATE UNIQUE INDEX budgets_search_id ON budgets (search_id);

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

-- Each of these tables has a quarter of the small numbers below zero.
CREATE TRIGGER alerts_numbered AFTER INSERT ON alerts WHEN new.search_id IS NULL BEGIN
  UPDATE alerts SET search_id = coalesce((SELECT min(search_id) FROM alerts) - 4, -4) WHERE rowid = new.rowid;
END;
CREATE TRIGGER budgets_numbered AFTER INSERT ON budgets WHEN new.search_id IS NULL BEGIN
  UPDATE budgets SET search_id = coalesce((SELECT min(search_id) FROM budgets) - 4, -5) WHERE rowid = new.rowid;
END;
CREATE TRIGGER events_numbered AFTER INSERT ON events WHEN new.search_id IS NULL BEGIN
  UPDATE events SET search_id = coalesce((SELECT min(search_id) FROM events) - 4, -6) WHERE rowid = new.rowid;
END;
CREATE TRIGGER notifications_numbered AFTER INSERT ON notifications WHEN new.search_id IS NULL BEGIN
  UPDATE notifications SET search_id = coalesce((SELECT min(search_id) FROM notifications) - 4, -7)
  WHERE rowid = new.rowid;
END;

-- These two share the numbers below -2^52, even and odd.
CREATE TRIGGER gists_numbered AFTER INSERT ON gists WHEN new.search_id IS NULL BEGIN
  UPDATE gists SET search_id = coalesce((SELECT min(search_id) FROM gists) - 2, -4503599627370498) WHERE rowid = new.rowid;
END;
CREATE TRIGGER stars_numbered AFTER INSERT ON stars WHEN new.search_id IS NULL BEGIN
  UPDATE stars SET search_id = coalesce((SELECT min(search_id) FROM stars) - 2, -4503599627370499) WHERE rowid = new.rowid;
END;

-- Alerts as results of searches.
CREATE VIEW captured_alerts AS
SELECT search_id AS id, coalesce(json_extract(json, '$.html_url'), json_extract(json, '$.url'), '') AS url, repo, number,
       summary AS title,
       package || ' ' || ghsa_id || ' ' || coalesce(cve_id, '') || ' ' || manifest_path || char(10) ||
       coalesce(json_extract(json, '$.security_advisory.description'), '') AS searched,
       state, created_at, updated_at
FROM alerts;

-- Budgets as results of searches.
CREATE VIEW captured_budgets AS
SELECT search_id AS id, service || 'organizations/' || org || '/settings/billing/budgets/' || id AS url, NULL AS repo,
       org || ': ' || amount || ' for ' || replace(trim(products, '[]'), '"', '') AS title,
       scope || ' ' || entity_name || ' ' || type AS searched, first_seen_at AS created_at, last_seen_at AS updated_at
FROM budgets;

-- Activity events as results of searches.
CREATE VIEW captured_events AS
SELECT search_id AS id,
       coalesce(json_extract(json, '$.payload.comment.html_url'), json_extract(json, '$.payload.review.html_url'),
                json_extract(json, '$.payload.issue.html_url'), json_extract(json, '$.payload.release.html_url'),
                json_extract(json, '$.repo.url'), '') AS url,
       repo, actor,
       rtrim(type || ' ' || coalesce(json_extract(json, '$.payload.issue.title'), json_extract(json, '$.payload.pull_request.title'),
                               json_extract(json, '$.payload.release.name'), json_extract(json, '$.payload.ref'), '')) AS title,
       coalesce(json_extract(json, '$.payload.comment.body'), json_extract(json, '$.payload.review.body'),
                json_extract(json, '$.payload.issue.body'), json_extract(json, '$.payload.release.body'),
                -- The first commits of a push. No json_each here: FTS5 names what it reads from with its schema, and
                -- SQLite then looks for the tables of the view there too.
                json_extract(json, '$.payload.commits[0].message') ||
                coalesce(char(10) || json_extract(json, '$.payload.commits[1].message'), '') ||
                coalesce(char(10) || json_extract(json, '$.payload.commits[2].message'), ''), '') AS searched,
       created_at
FROM events;

-- Notifications as results of searches.
CREATE VIEW captured_notifications AS
SELECT search_id AS id, coalesce(subject_url, json_extract(json, '$.url'), '') AS url, repo, title,
       type || ' ' || reason AS searched, CASE is_unread WHEN 1 THEN 'unread' ELSE 'read' END AS reading, updated_at
FROM notifications;

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

-- The names under which each repository was seen in what was captured; several of one number are a rename.
CREATE VIEW repository_names AS
SELECT service, json_extract(json, '$.repo.id') AS repository_id, repo, max(created_at) AS seen_at
FROM events WHERE json_extract(json, '$.repo.id') IS NOT NULL GROUP BY 1, 2, 3
UNION ALL
SELECT service, json_extract(json, '$.repository.id'), repo, max(updated_at)
FROM notifications WHERE json_extract(json, '$.repository.id') IS NOT NULL GROUP BY 1, 2, 3;
