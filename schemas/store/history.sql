-- What was loaded, what each archive held and speaks for, and what changed between archives. So a store is the same in whatever
-- order its archives were loaded.
--   snapshot_id      the archive that held it
--   snapshot_count   how many archives had it
--   first_seen_at    age of the oldest archive that had it, in UTC
--   last_seen_at     age of the newest archive that had it, in UTC

-- One row for each archive that was loaded: the store as of that archive.
CREATE TABLE snapshots (
  id INTEGER PRIMARY KEY,             -- number of the snapshot
  position INTEGER NOT NULL,          -- place in time, from 1; that of the newest state is the highest
  archive_name TEXT NOT NULL,         -- file name of the archive, without folders
  archive_sha256 TEXT,                -- digest of the packed bytes; NULL if the archive was not a single file
  packed_bytes INTEGER NOT NULL,      -- size of the archive file
  unpacked_bytes INTEGER NOT NULL,    -- size of the tar stream in it
  entry_count INTEGER NOT NULL,       -- files and folders in the tar
  taken_at TEXT,                      -- the archive's own age, in UTC
  loaded_at TEXT NOT NULL,            -- when it was loaded, in UTC
  satchel_version TEXT NOT NULL,      -- the Satchel that loaded it
  migration_id INTEGER,               -- number of the migration that made it, where known
  scope TEXT,                         -- what the migration covered (JSON); NULL where unknown
  counts TEXT NOT NULL,               -- records per kind in the archive (JSON)
  claim TEXT NOT NULL DEFAULT 'request', -- what the archive speaks for: request (what was asked for), account (all of its accounts) or store (everything)
  kinds TEXT NOT NULL DEFAULT '[]',   -- kinds that have a record file in the archive (JSON array)
  series INTEGER                      -- number of the archives that hold much the same files; NULL if no file was kept
);

CREATE UNIQUE INDEX snapshots_archive_sha256 ON snapshots (archive_sha256);
CREATE INDEX snapshots_series ON snapshots (series, position);

-- The repositories that each archive holds.
CREATE TABLE snapshot_repositories (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED,
  repo TEXT NOT NULL,                 -- owner/name
  PRIMARY KEY (snapshot_id, repo)
) WITHOUT ROWID;

CREATE INDEX snapshot_repositories_repo ON snapshot_repositories (repo);

-- The records that each archive holds, as runs of their ids: a record is in the archive if its id lies in a run.
-- Anything else that the store has of the time of a snapshot was carried over from the snapshot before.
CREATE TABLE snapshot_records (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED,
  first_id INTEGER NOT NULL,          -- first id of the run
  last_id INTEGER NOT NULL,           -- last id of the run
  PRIMARY KEY (snapshot_id, first_id)
) WITHOUT ROWID;

-- The records that an archive holds in a form that broke the schema of their kind: they have not vanished.
CREATE TABLE snapshot_rejections (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED,
  kind TEXT NOT NULL,                 -- kind of the record file
  url TEXT NOT NULL,                  -- the record's key
  PRIMARY KEY (snapshot_id, kind, url)
) WITHOUT ROWID;

-- When each repository was in an archive first and last. One that is gone, renamed or in other hands is no longer seen.
CREATE VIEW repository_sightings AS
SELECT repo, min(taken_at) AS first_seen_at, max(taken_at) AS last_seen_at,
       count(*) AS snapshot_count
FROM snapshot_repositories JOIN snapshots ON snapshots.id = snapshot_id
GROUP BY repo;

-- Files of an archive that hold one JSON object: schema.json, urls.json.
CREATE TABLE archive_documents (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED,
  entry_name TEXT NOT NULL,           -- name in the tar
  json TEXT NOT NULL,                 -- the object
  PRIMARY KEY (snapshot_id, entry_name)
) WITHOUT ROWID;

-- One row for each record that a snapshot found otherwise than the snapshot before it in time. The first snapshot in
-- time has none: it is what all others started from. A record's version at a snapshot is the previous of its first
-- change after that snapshot, else the one in its table.
CREATE TABLE record_changes (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED, -- the one that found it so
  record_id INTEGER NOT NULL,         -- the record's id, which it keeps even while it is gone
  kind TEXT NOT NULL,                 -- the record's type
  change TEXT NOT NULL,               -- added, changed, vanished or returned
  repo TEXT,                          -- owner/name of the repository it belongs to
  url TEXT,                           -- the record's key; NULL where it has none
  previous TEXT                       -- the record before (JSON); NULL where there was none
);

CREATE UNIQUE INDEX record_changes_record ON record_changes (record_id, snapshot_id);
CREATE INDEX record_changes_snapshot ON record_changes (snapshot_id, kind);
CREATE INDEX record_changes_url ON record_changes (url);

-- What vanished from a repository.
CREATE INDEX record_changes_vanished ON record_changes (repo, kind) WHERE change = 'vanished';
