-- Arrays that people filter by. The first column is the id of the record that holds the array, position
-- counts from 0. Items that are objects have a shape and extras of their own, as records have.
--   issue_id, pull_request_id, discussion_id, repository_id   record that holds the array
--   organization_id, team_id, user_id, release_id   record that holds the array
--   position   place in the array, from 0
-- References are declared for the tools that read a store; nothing enforces them.

-- The labels of each issue.
CREATE TABLE issue_labels (
  issue_id INTEGER NOT NULL REFERENCES issues (id),
  position INTEGER NOT NULL,
  name TEXT,                          -- read from the label's url
  label_url TEXT,                     -- key in repository_labels
  PRIMARY KEY (issue_id, position)
) WITHOUT ROWID;

-- The labels of each pull request.
CREATE TABLE pull_request_labels (
  pull_request_id INTEGER NOT NULL REFERENCES pull_requests (id),
  position INTEGER NOT NULL,
  name TEXT,                          -- read from the label's url
  label_url TEXT,                     -- key in repository_labels
  PRIMARY KEY (pull_request_id, position)
) WITHOUT ROWID;

-- The labels of each discussion.
CREATE TABLE discussion_labels (
  discussion_id INTEGER NOT NULL REFERENCES discussions (id),
  position INTEGER NOT NULL,
  name TEXT,                          -- read from the label's url
  label_url TEXT,                     -- key in repository_labels
  PRIMARY KEY (discussion_id, position)
) WITHOUT ROWID;

-- Who each issue is assigned to.
CREATE TABLE issue_assignees (
  issue_id INTEGER NOT NULL REFERENCES issues (id),
  position INTEGER NOT NULL,
  login TEXT,
  user_url TEXT,
  PRIMARY KEY (issue_id, position)
) WITHOUT ROWID;

-- Who each pull request is assigned to.
CREATE TABLE pull_request_assignees (
  pull_request_id INTEGER NOT NULL REFERENCES pull_requests (id),
  position INTEGER NOT NULL,
  login TEXT,
  user_url TEXT,
  PRIMARY KEY (pull_request_id, position)
) WITHOUT ROWID;

-- Reactions to records of any kind.
CREATE TABLE reactions (
  subject_id INTEGER NOT NULL,        -- id of the issue, pull request, comment, review, release or discussion
  position INTEGER NOT NULL,
  content TEXT,                       -- name of the emoji as the archive writes it: +1, smile, tada, …
  author TEXT,                        -- login
  subject_type TEXT,                  -- what it reacts to, as the archive writes it
  created_at TEXT,
  author_url TEXT,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  PRIMARY KEY (subject_id, position)
) WITHOUT ROWID;

-- The issues that a pull request closes when it is merged.
CREATE TABLE pull_request_closing_references (
  pull_request_id INTEGER NOT NULL REFERENCES pull_requests (id),
  position INTEGER NOT NULL,
  issue_url TEXT,
  issue_repository_url TEXT,
  actor TEXT,                         -- login of who made the reference
  source TEXT,                        -- how the reference was made, as the archive writes it
  created_at TEXT,
  actor_url TEXT,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  PRIMARY KEY (pull_request_id, position)
) WITHOUT ROWID;

-- Who was asked for a review: a person or a team.
CREATE TABLE pull_request_review_requests (
  pull_request_id INTEGER NOT NULL REFERENCES pull_requests (id),
  position INTEGER NOT NULL,
  login TEXT,
  user_url TEXT,
  team_url TEXT,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  PRIMARY KEY (pull_request_id, position)
) WITHOUT ROWID;

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

-- Who belongs to an organization.
CREATE TABLE organization_members (
  organization_id INTEGER NOT NULL REFERENCES organizations (id),
  position INTEGER NOT NULL,
  login TEXT,
  role TEXT,                          -- admin or direct_member
  state TEXT,                         -- as the archive writes it
  user_url TEXT,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  PRIMARY KEY (organization_id, position)
) WITHOUT ROWID;

-- Who belongs to a team.
CREATE TABLE team_members (
  team_id INTEGER NOT NULL REFERENCES teams (id),
  position INTEGER NOT NULL,
  login TEXT,
  role TEXT,                          -- member or maintainer
  user_url TEXT,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  PRIMARY KEY (team_id, position)
) WITHOUT ROWID;

-- What a team may do in which repository.
CREATE TABLE team_repositories (
  team_id INTEGER NOT NULL REFERENCES teams (id),
  position INTEGER NOT NULL,
  repo TEXT,
  access TEXT,                        -- pull, push or admin
  role TEXT,                          -- read, triage, write, maintain or admin
  repository_url TEXT,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  PRIMARY KEY (team_id, position)
) WITHOUT ROWID;

-- The e-mail addresses of each user.
CREATE TABLE user_emails (
  user_id INTEGER NOT NULL REFERENCES users (id),
  position INTEGER NOT NULL,
  address TEXT,                       -- e-mail address
  is_primary INTEGER,                 -- 1 for the one that is used
  is_verified INTEGER,                -- 1 where the service has proved it
  shape_id INTEGER NOT NULL,
  extra TEXT,
  PRIMARY KEY (user_id, position)
) WITHOUT ROWID;

-- The files of each release.
CREATE TABLE release_assets (
  release_id INTEGER NOT NULL REFERENCES releases (id),
  position INTEGER NOT NULL,
  name TEXT,                          -- file name
  content_type TEXT,
  author TEXT,                        -- login of the uploader
  created_at TEXT,
  asset_url TEXT,                     -- place of the bytes in the tar
  author_url TEXT,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  PRIMARY KEY (release_id, position)
) WITHOUT ROWID;
