-- People, organizations and teams, and what was done in the account.

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

CREATE UNIQUE INDEX users_url ON users (url);
CREATE INDEX users_login ON users (login);

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

CREATE UNIQUE INDEX organizations_url ON organizations (url);

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

CREATE UNIQUE INDEX teams_url ON teams (url);

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

CREATE INDEX team_repositories_repository_url ON team_repositories (repository_url);

-- What was done in the account. The service forgets entries after a time; those of all archives are here, each once.
CREATE TABLE audit_log (
  id TEXT PRIMARY KEY,                -- SHA-256 of json: entries have no number of their own
  created_at TEXT,                    -- when it was done, in UTC; NULL if the entry has no such time
  action TEXT,                        -- what was done: repo.create, user.login, …
  actor TEXT,                         -- login of who did it
  user TEXT,                          -- login of whom it concerns
  org TEXT,                           -- login of the organization that it concerns
  repo TEXT,                          -- owner/name of the repository that it concerns
  json TEXT NOT NULL                  -- all fields of the entry that are not empty, by their names in the log (JSON)
) WITHOUT ROWID;

CREATE INDEX audit_log_created_at ON audit_log (created_at);
