-- Repositories, with what they offer and who may do what there.

-- Repositories. Their git data is kept next to the store.
CREATE TABLE repositories (
  id INTEGER PRIMARY KEY,
  repo TEXT,                          -- owner/name
  owner TEXT,                         -- login of the user or organization
  name TEXT,
  description TEXT,
  website TEXT,                       -- address of its own site
  default_branch TEXT,                -- branch that is shown first
  is_private INTEGER,                 -- 1 where only some may see it
  is_archived INTEGER,                -- 1 where it is read-only
  has_issues INTEGER,                 -- 1 where issues are switched on
  has_wiki INTEGER,                   -- 1 where the wiki is switched on
  has_downloads INTEGER,              -- 1 where downloads are switched on
  created_at TEXT,
  owner_url TEXT,
  git_url TEXT,                       -- place of the git data in the tar
  wiki_url TEXT,                      -- place of the wiki's git data in the tar
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT
);

CREATE UNIQUE INDEX repositories_url ON repositories (url);
CREATE INDEX repositories_repo ON repositories (repo);

-- The labels that a repository offers.
CREATE TABLE repository_labels (
  repository_id INTEGER NOT NULL REFERENCES repositories (id),
  position INTEGER NOT NULL,
  name TEXT,
  color TEXT,                         -- six hexadecimal digits
  description TEXT,
  created_at TEXT,
  url TEXT,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  PRIMARY KEY (repository_id, position)
) WITHOUT ROWID;

CREATE INDEX repository_labels_url ON repository_labels (url);

-- Who may do what in which repository.
CREATE TABLE repository_collaborators (
  repository_id INTEGER NOT NULL REFERENCES repositories (id),
  position INTEGER NOT NULL,
  login TEXT,
  permission TEXT,                    -- read, triage, write, maintain or admin
  user_url TEXT,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  PRIMARY KEY (repository_id, position)
) WITHOUT ROWID;

-- The topics of each repository.
CREATE TABLE repository_topics (
  repository_id INTEGER NOT NULL REFERENCES repositories (id),
  position INTEGER NOT NULL,
  name TEXT,
  state TEXT,                         -- as the archive writes it
  creator TEXT,                       -- login
  created_at TEXT,
  updated_at TEXT,
  topic_url TEXT,
  repository_url TEXT,
  creator_url TEXT,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  PRIMARY KEY (repository_id, position)
) WITHOUT ROWID;

-- Rules for branches.
CREATE TABLE protected_branches (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  name TEXT,                          -- the branch, or a pattern of names
  creator TEXT,                       -- login
  admin_enforced INTEGER,             -- 1 where administrators are bound too
  dismiss_stale_reviews_on_push INTEGER, -- 1 where new commits take approvals back
  require_code_owner_review INTEGER,  -- 1 where owners of the code must approve
  strict_required_status_checks_policy INTEGER, -- 1 where the branch must be up to date before a merge
  authorized_actors_only INTEGER,     -- 1 where only some may push
  requires_approving_reviews INTEGER,
  requires_commit_signatures INTEGER,
  requires_linear_history INTEGER,
  requires_status_checks INTEGER,
  restricts_review_dismissals INTEGER,
  allows_force_pushes INTEGER,
  allows_deletions INTEGER,
  required_approving_review_count INTEGER, -- approvals that a merge needs
  block_deletions_enforcement_level INTEGER,     -- 0 off, 1 non-admins, 2 everyone
  block_force_pushes_enforcement_level INTEGER,  -- 0 off, 1 non-admins, 2 everyone
  pull_request_reviews_enforcement_level TEXT,   -- off, non_admins or everyone
  required_status_checks_enforcement_level TEXT, -- off, non_admins or everyone
  repository_url TEXT,
  creator_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT
);

CREATE UNIQUE INDEX protected_branches_url ON protected_branches (url);
CREATE INDEX protected_branches_repo ON protected_branches (repo);
