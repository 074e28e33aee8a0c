-- One table for each kind of record. In all of them:
--   id         Satchel's own number of the record, unique over all tables; link tables refer to it
--   url        the record's key
--   repo       owner/name of the repository it belongs to
--   *_url      the url of another record, which may lie outside the archive
--   *_at       time in UTC; the original text stays in extra where it was written otherwise
--   shape_id   which keys the record had (record_shapes)
--   extra      values without a column and values that a column cannot hold exactly (JSON object); null where none
-- Indexes stand in 004-indexes.sql.

-- People and bots.
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  login TEXT,
  name TEXT,
  is_bot INTEGER NOT NULL,            -- 1 where the url ends in [bot]
  company TEXT,
  location TEXT,
  website TEXT,
  bio TEXT,
  avatar_url TEXT,
  created_at TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT
) STRICT;

CREATE TABLE organizations (
  id INTEGER PRIMARY KEY,
  login TEXT,
  name TEXT,
  description TEXT,
  website TEXT,
  location TEXT,
  email TEXT,
  created_at TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT
) STRICT;

CREATE TABLE teams (
  id INTEGER PRIMARY KEY,
  organization TEXT,                  -- login of the organization
  slug TEXT,                          -- last part of the url
  name TEXT,
  description TEXT,
  privacy TEXT,                       -- closed or secret
  created_at TEXT,
  organization_url TEXT,
  parent_team_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT
) STRICT;

CREATE TABLE repositories (
  id INTEGER PRIMARY KEY,
  repo TEXT,                          -- owner/name
  owner TEXT,                         -- login of the user or organization
  name TEXT,
  description TEXT,
  website TEXT,
  default_branch TEXT,
  is_private INTEGER,
  is_archived INTEGER,
  has_issues INTEGER,
  has_wiki INTEGER,
  has_downloads INTEGER,
  created_at TEXT,
  owner_url TEXT,
  git_url TEXT,                       -- place of the git data in the tar
  wiki_url TEXT,                      -- place of the wiki's git data in the tar
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT
) STRICT;

CREATE TABLE protected_branches (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  name TEXT,                          -- the branch, or a pattern of names
  creator TEXT,                       -- login
  admin_enforced INTEGER,
  dismiss_stale_reviews_on_push INTEGER,
  require_code_owner_review INTEGER,
  strict_required_status_checks_policy INTEGER,
  authorized_actors_only INTEGER,
  requires_approving_reviews INTEGER,
  requires_commit_signatures INTEGER,
  requires_linear_history INTEGER,
  requires_status_checks INTEGER,
  restricts_review_dismissals INTEGER,
  allows_force_pushes INTEGER,
  allows_deletions INTEGER,
  required_approving_review_count INTEGER,
  block_deletions_enforcement_level INTEGER,     -- 0 off, 1 non-admins, 2 everyone
  block_force_pushes_enforcement_level INTEGER,  -- 0 off, 1 non-admins, 2 everyone
  pull_request_reviews_enforcement_level TEXT,   -- off, non_admins or everyone
  required_status_checks_enforcement_level TEXT, -- off, non_admins or everyone
  repository_url TEXT,
  creator_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT
) STRICT;

CREATE TABLE milestones (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,
  title TEXT,
  state TEXT,                         -- open or closed
  author TEXT,                        -- login
  due_on TEXT,
  created_at TEXT,
  updated_at TEXT,
  closed_at TEXT,
  repository_url TEXT,
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  description TEXT
) STRICT;

CREATE TABLE issues (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,
  title TEXT,
  author TEXT,                        -- login
  state TEXT NOT NULL,                -- open or closed, told by closed_at
  created_at TEXT,
  updated_at TEXT,
  closed_at TEXT,
  repository_url TEXT,
  author_url TEXT,
  assignee_url TEXT,                  -- the first assignee; all of them are in issue_assignees
  milestone_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  body TEXT
) STRICT;

CREATE TABLE pull_requests (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,
  title TEXT,
  author TEXT,                        -- login
  state TEXT NOT NULL,                -- open, closed or merged, told by merged_at and closed_at
  is_draft INTEGER,
  created_at TEXT,
  updated_at TEXT,
  closed_at TEXT,
  merged_at TEXT,
  base_ref TEXT,                      -- branch that takes the change
  base_sha TEXT,
  base_user_url TEXT,
  base_repository_url TEXT,
  head_ref TEXT,                      -- branch that brings the change
  head_sha TEXT,
  head_user_url TEXT,
  head_repository_url TEXT,           -- NULL where the fork is gone
  merge_commit_sha TEXT,              -- also set by test merges: merged_at tells whether it was merged
  repository_url TEXT,
  author_url TEXT,
  assignee_url TEXT,                  -- the first assignee; all of them are in pull_request_assignees
  milestone_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  body TEXT
) STRICT;

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
  extra TEXT,
  body TEXT
) STRICT;

CREATE TABLE pull_request_review_threads (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,                     -- of the pull request
  path TEXT,                          -- file that is discussed
  line INTEGER,
  start_line INTEGER,
  original_line INTEGER,
  original_start_line INTEGER,
  side TEXT,                          -- left or right of the difference
  start_side TEXT,
  position INTEGER,                   -- line within the difference; NULL when outdated
  original_position INTEGER,
  commit_id TEXT,
  original_commit_id TEXT,
  resolver TEXT,                      -- login of who resolved it
  created_at TEXT,
  resolved_at TEXT,
  pull_request_url TEXT,
  review_url TEXT,
  resolver_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  diff_hunk TEXT
) STRICT;

CREATE TABLE pull_request_review_comments (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,                     -- of the pull request
  author TEXT,                        -- login
  state TEXT,                         -- submitted
  path TEXT,                          -- file that is commented
  position INTEGER,                   -- line within the difference; NULL when outdated
  original_position INTEGER,
  commit_id TEXT,
  original_commit_id TEXT,
  format TEXT,                        -- markup of the body
  created_at TEXT,
  pull_request_url TEXT,
  review_url TEXT,
  thread_url TEXT,                    -- of the review thread
  in_reply_to_url TEXT,               -- of another review comment
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  diff_hunk TEXT,
  body TEXT
) STRICT;

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
  extra TEXT,
  body TEXT
) STRICT;

CREATE TABLE commit_comments (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  commit_id TEXT,
  author TEXT,                        -- login
  path TEXT,                          -- file that is commented; NULL for the whole commit
  position INTEGER,                   -- line within the difference
  format TEXT,                        -- markup of the body
  created_at TEXT,
  repository_url TEXT,
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  body TEXT
) STRICT;

CREATE TABLE issue_events (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,                     -- of the issue or pull request
  event TEXT,                         -- closed, labeled, merged, …
  actor TEXT,                         -- login of who did it
  created_at TEXT,
  label_name TEXT,
  label_color TEXT,
  label_text_color TEXT,
  label_url TEXT,
  subject_url TEXT,                   -- the user, thread or repository that it was done to
  milestone_title TEXT,
  title_was TEXT,                     -- old title, or old base branch
  title_is TEXT,                      -- new title, or new base branch
  commit_id TEXT,
  commit_repository_url TEXT,
  ref TEXT,
  before_commit_oid TEXT,
  after_commit_oid TEXT,
  thread_url TEXT,                    -- of the issue or pull request
  actor_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT
) STRICT;

-- Images and files that were put into a text.
CREATE TABLE attachments (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,                     -- of the issue, pull request or discussion
  name TEXT,                          -- file name given by the uploader
  content_type TEXT,
  author TEXT,                        -- login
  created_at TEXT,
  parent_url TEXT,                    -- of the record whose text shows it
  asset_url TEXT,                     -- place of the bytes in the tar
  legacy_url TEXT,
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT
) STRICT;

-- Uploads other than images.
CREATE TABLE repository_files (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  name TEXT,                          -- file name given by the uploader
  content_type TEXT,
  author TEXT,                        -- login
  created_at TEXT,
  asset_url TEXT,                     -- place of the bytes in the tar
  repository_url TEXT,
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT
) STRICT;

CREATE TABLE releases (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  tag_name TEXT,
  name TEXT,
  author TEXT,                        -- login
  state TEXT,                         -- published or draft
  is_prerelease INTEGER,
  target_commitish TEXT,              -- branch or commit that the tag is made from
  pending_tag TEXT,
  created_at TEXT,
  published_at TEXT,
  repository_url TEXT,
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  body TEXT
) STRICT;

CREATE TABLE discussions (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,
  title TEXT,
  author TEXT,                        -- login
  created_at TEXT,
  updated_at TEXT,
  category_url TEXT,
  repository_url TEXT,
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  body TEXT
) STRICT;

CREATE TABLE discussion_categories (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  name TEXT,
  emoji TEXT,
  description TEXT,
  repository_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  extra TEXT
) STRICT;
