-- One table for each kind of record. What a column means unless its own comment differs:
--   id         Satchel's own number of the record, unique over all tables; link tables refer to it
--   url        the record's key
--   repo       owner/name of the repository it belongs to
--   *_url      the url of another record, which may lie outside the archive
--   *_at       time in UTC; the original text stays in extra where it was written otherwise
--   shape_id   which keys the record had (record_shapes)
--   digest     48 bits of the SHA-256 of the record as it stood in its file, to tell at a glance whether it changed
--   login      account name
--   name       as people call it
--   title      one line, as it was written
--   body       text in Markdown, as it was written
--   description   a line or more, as it was written
--   number     number in the repository: issues, pull requests and discussions share one sequence
--   kind       type of the record
--   content_type   media type, as the service reports it
--   *_sha      hash of a commit
--   allows_*, requires_*, restricts_*   1 for yes, 0 for no
--   extra      values without a column and values that a column cannot hold exactly (JSON object); null where none
-- Indexes are in 004-indexes.sql.

-- People and bots.
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  login TEXT,
  name TEXT,
  is_bot INTEGER NOT NULL,            -- 1 where the url ends in [bot]
  company TEXT,                       -- as they wrote it
  location TEXT,                      -- as they wrote it
  website TEXT,                       -- address of their own site
  bio TEXT,                           -- what they say of themselves
  avatar_url TEXT,
  created_at TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT
);

-- Organizations whose repositories, teams or members are in the archive.
CREATE TABLE organizations (
  id INTEGER PRIMARY KEY,
  login TEXT,
  name TEXT,
  description TEXT,
  website TEXT,                       -- address of its own site
  location TEXT,                      -- as they wrote it
  email TEXT,                         -- public address
  created_at TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT
);

-- Teams of organizations.
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
  digest INTEGER NOT NULL,
  extra TEXT
);

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

-- Goals with a date, which issues and pull requests are gathered under.
CREATE TABLE milestones (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,                     -- in the sequence of the repository's milestones
  title TEXT,
  state TEXT,                         -- open or closed
  author TEXT,                        -- login
  due_on TEXT,                        -- time in UTC
  created_at TEXT,
  updated_at TEXT,
  closed_at TEXT,
  repository_url TEXT,
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT,
  description TEXT
);

-- Issues. Pull requests are in a table of their own.
CREATE TABLE issues (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,
  title TEXT,
  author TEXT,                        -- login
  state TEXT NOT NULL,                -- open or closed, by closed_at
  created_at TEXT,
  updated_at TEXT,
  closed_at TEXT,
  repository_url TEXT,
  author_url TEXT,
  assignee_url TEXT,                  -- the first assignee; all of them are in issue_assignees
  milestone_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT,
  body TEXT
);

-- Pull requests.
CREATE TABLE pull_requests (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,
  title TEXT,
  author TEXT,                        -- login
  state TEXT NOT NULL,                -- open, closed or merged, by merged_at and closed_at
  is_draft INTEGER,                   -- 1 where it is not ready for review
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
  merge_commit_sha TEXT,              -- also set by test merges: merged_at shows whether it was merged
  repository_url TEXT,
  author_url TEXT,
  assignee_url TEXT,                  -- the first assignee; all of them are in pull_request_assignees
  milestone_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT,
  body TEXT
);

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

-- What was done to issues and pull requests: closed, labelled, assigned, renamed, …
CREATE TABLE issue_events (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  number INTEGER,                     -- of the issue or pull request
  event TEXT,                         -- closed, labeled, merged, …
  actor TEXT,                         -- login of who did it
  created_at TEXT,
  label_name TEXT,                    -- of the label that was put on or taken off
  label_color TEXT,                   -- six hexadecimal digits
  label_text_color TEXT,              -- six hexadecimal digits
  label_url TEXT,
  subject_url TEXT,                   -- the user, thread or repository that it was done to
  milestone_title TEXT,               -- of the milestone that was set or taken away
  title_was TEXT,                     -- old title, or old base branch
  title_is TEXT,                      -- new title, or new base branch
  commit_id TEXT,                     -- hash of the commit that closed, merged or referred
  commit_repository_url TEXT,
  ref TEXT,                           -- branch that was deleted or restored
  before_commit_oid TEXT,             -- head before a forced push
  after_commit_oid TEXT,              -- head after a forced push
  thread_url TEXT,                    -- of the issue or pull request
  actor_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT
);

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
  digest INTEGER NOT NULL,
  extra TEXT
);

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
  digest INTEGER NOT NULL,
  extra TEXT
);

-- Releases; their files are in release_assets.
CREATE TABLE releases (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  tag_name TEXT,                      -- git tag
  name TEXT,
  author TEXT,                        -- login
  state TEXT,                         -- published or draft
  is_prerelease INTEGER,              -- 1 where it is not for everyone yet
  target_commitish TEXT,              -- branch or commit that the tag is made from
  pending_tag TEXT,                   -- tag that a draft will get
  created_at TEXT,
  published_at TEXT,
  repository_url TEXT,
  author_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT,
  body TEXT
);

-- Discussions, as far as an archive holds them: without their comments.
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
  digest INTEGER NOT NULL,
  extra TEXT,
  body TEXT
);

-- Categories that discussions are sorted into.
CREATE TABLE discussion_categories (
  id INTEGER PRIMARY KEY,
  repo TEXT,
  name TEXT,
  emoji TEXT,                         -- its sign
  description TEXT,
  repository_url TEXT,
  url TEXT NOT NULL,
  shape_id INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  extra TEXT
);
