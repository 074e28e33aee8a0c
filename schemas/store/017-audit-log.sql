-- The audit log of the account, from audit_log.csv of its archives.

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
