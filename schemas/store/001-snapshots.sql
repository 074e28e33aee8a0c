-- What was loaded, and what has no table of its own.
--   snapshot_id   the archive that held it

-- One row for each archive that was loaded: the store as of that archive.
CREATE TABLE snapshots (
  id INTEGER PRIMARY KEY,
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
  counts TEXT NOT NULL                -- records per kind in the archive (JSON)
);

CREATE UNIQUE INDEX snapshots_archive_sha256 ON snapshots (archive_sha256);

-- Files of an archive that hold one JSON object: schema.json, urls.json.
CREATE TABLE archive_documents (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED,
  entry_name TEXT NOT NULL,           -- name in the tar
  json TEXT NOT NULL,                 -- the object
  PRIMARY KEY (snapshot_id, entry_name)
) WITHOUT ROWID;

-- Each list of keys that records came with, in order. A row's shape distinguishes an absent field from a null one.
CREATE TABLE record_shapes (
  id INTEGER PRIMARY KEY,
  keys TEXT NOT NULL UNIQUE           -- JSON array of strings
);

-- Records whole: kinds without a table of their own, and records without a url.
CREATE TABLE other_records (
  id INTEGER PRIMARY KEY,             -- Satchel's number, unique over all tables
  kind TEXT NOT NULL,                 -- the record's type
  url TEXT,                           -- the record's key; NULL where it has none
  repo TEXT,                          -- owner/name, where the record names a repository
  digest INTEGER NOT NULL,            -- as in the tables of records
  entry_name TEXT NOT NULL,           -- record file in the tar
  record_index INTEGER NOT NULL,      -- place in the record file, from 0
  json TEXT NOT NULL                  -- the record as it stood in the file
);

CREATE UNIQUE INDEX other_records_url ON other_records (kind, url) WHERE url IS NOT NULL;
CREATE INDEX other_records_digest ON other_records (kind, digest) WHERE url IS NULL;

-- Records that broke the schema of their kind, as they stood in the file.
CREATE TABLE rejected_records (
  id INTEGER PRIMARY KEY,
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED, -- the load that met it first
  kind TEXT NOT NULL,                 -- kind of the record file
  entry_name TEXT NOT NULL,           -- record file in the tar
  record_index INTEGER NOT NULL,      -- place in the record file, from 0
  findings TEXT NOT NULL,             -- what is wrong with it (JSON array)
  source BLOB NOT NULL                -- its text; a BLOB if the bytes are not UTF-8
);

CREATE UNIQUE INDEX rejected_records_place ON rejected_records (kind, entry_name, record_index, source);
