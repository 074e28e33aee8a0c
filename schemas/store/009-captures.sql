-- What was read from the service in addition to its archives, and kept: feeds forget, and nothing of this is in an archive.
--   service         base URL of the API that it was read from
--   first_seen_at   when Satchel first read it, in UTC
--   last_seen_at    when Satchel last read it, in UTC
--   created_at, updated_at   as the service has it, in UTC
--   repo            owner/name of the repository it is of
--   json            the record as it was last read (JSON), without secrets

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
  PRIMARY KEY (service, id)
);

CREATE INDEX events_created_at ON events (created_at);
CREATE INDEX events_repo ON events (repo);

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
  PRIMARY KEY (service, id)
);

CREATE INDEX notifications_updated_at ON notifications (updated_at);

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
  PRIMARY KEY (service, repo, number)
);

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
  PRIMARY KEY (service, org, id)
);
