-- Issues, pull requests and discussions, with what they are gathered under and what was done to them.

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

CREATE UNIQUE INDEX milestones_url ON milestones (url);
CREATE INDEX milestones_repo ON milestones (repo, number);

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

CREATE UNIQUE INDEX issues_url ON issues (url);
CREATE INDEX issues_repo ON issues (repo, number);
CREATE INDEX issues_author ON issues (author);
CREATE INDEX issues_state ON issues (state, created_at);
CREATE INDEX issues_milestone_url ON issues (milestone_url) WHERE milestone_url IS NOT NULL;

-- What lists ask, in an order, and pictures of activity: when threads were opened, closed and merged.
CREATE INDEX issues_created_at ON issues (created_at);
CREATE INDEX issues_updated ON issues (repo, coalesce(updated_at, closed_at, created_at));
CREATE INDEX issues_list ON issues (repo, state, created_at, author, milestone_url, closed_at);
CREATE INDEX issues_updated_at ON issues (coalesce(updated_at, closed_at, created_at));

-- The labels of each issue.
CREATE TABLE issue_labels (
  issue_id INTEGER NOT NULL REFERENCES issues (id),
  position INTEGER NOT NULL,
  name TEXT,                          -- read from the label's url
  label_url TEXT,                     -- key in repository_labels
  PRIMARY KEY (issue_id, position)
) WITHOUT ROWID;

CREATE INDEX issue_labels_name ON issue_labels (name);

-- Who each issue is assigned to.
CREATE TABLE issue_assignees (
  issue_id INTEGER NOT NULL REFERENCES issues (id),
  position INTEGER NOT NULL,
  login TEXT,
  user_url TEXT,
  PRIMARY KEY (issue_id, position)
) WITHOUT ROWID;

CREATE INDEX issue_assignees_login ON issue_assignees (login);

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

CREATE UNIQUE INDEX pull_requests_url ON pull_requests (url);
CREATE INDEX pull_requests_repo ON pull_requests (repo, number);
CREATE INDEX pull_requests_author ON pull_requests (author);
CREATE INDEX pull_requests_state ON pull_requests (state, created_at);
CREATE INDEX pull_requests_milestone_url ON pull_requests (milestone_url) WHERE milestone_url IS NOT NULL;

CREATE INDEX pull_requests_created_at ON pull_requests (created_at);
CREATE INDEX pull_requests_updated ON pull_requests (repo, coalesce(updated_at, closed_at, created_at));
CREATE INDEX pull_requests_list ON pull_requests (repo, state, created_at, author, milestone_url, closed_at, merged_at);
CREATE INDEX pull_requests_updated_at ON pull_requests (coalesce(updated_at, closed_at, created_at));

-- The labels of each pull request.
CREATE TABLE pull_request_labels (
  pull_request_id INTEGER NOT NULL REFERENCES pull_requests (id),
  position INTEGER NOT NULL,
  name TEXT,                          -- read from the label's url
  label_url TEXT,                     -- key in repository_labels
  PRIMARY KEY (pull_request_id, position)
) WITHOUT ROWID;

CREATE INDEX pull_request_labels_name ON pull_request_labels (name);

-- Who each pull request is assigned to.
CREATE TABLE pull_request_assignees (
  pull_request_id INTEGER NOT NULL REFERENCES pull_requests (id),
  position INTEGER NOT NULL,
  login TEXT,
  user_url TEXT,
  PRIMARY KEY (pull_request_id, position)
) WITHOUT ROWID;

CREATE INDEX pull_request_assignees_login ON pull_request_assignees (login);

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

CREATE INDEX pull_request_closing_references_issue_url ON pull_request_closing_references (issue_url);

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

CREATE UNIQUE INDEX discussions_url ON discussions (url);
CREATE INDEX discussions_repo ON discussions (repo, number);

-- The labels of each discussion.
CREATE TABLE discussion_labels (
  discussion_id INTEGER NOT NULL REFERENCES discussions (id),
  position INTEGER NOT NULL,
  name TEXT,                          -- read from the label's url
  label_url TEXT,                     -- key in repository_labels
  PRIMARY KEY (discussion_id, position)
) WITHOUT ROWID;

CREATE INDEX discussion_labels_name ON discussion_labels (name);

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

CREATE UNIQUE INDEX discussion_categories_url ON discussion_categories (url);
CREATE INDEX discussion_categories_repo ON discussion_categories (repo);

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

CREATE UNIQUE INDEX issue_events_url ON issue_events (url);
CREATE INDEX issue_events_thread_url ON issue_events (thread_url, created_at);

-- Issues and pull requests, which share one sequence of numbers in a repository.
CREATE VIEW threads AS
SELECT 'issue' AS kind, id, repo, number, title, author, state, created_at, updated_at, closed_at,
       NULL AS merged_at, 0 AS is_draft, milestone_url, repository_url, author_url, url, body
FROM issues
UNION ALL
SELECT 'pull_request', id, repo, number, title, author, state, created_at, updated_at, closed_at,
       merged_at, coalesce(is_draft, 0), milestone_url, repository_url, author_url, url, body
FROM pull_requests;
