-- Files kept next to the store: attachments, release assets, repositories.

-- One row for each file of each snapshot that was kept; the file itself lies in blobs/ under its digest, once.
CREATE TABLE kept_files (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED,
  entry_name TEXT NOT NULL,           -- name in the tar
  content TEXT NOT NULL,              -- attachment, repository_file, release_asset, audit_log or log
  sha256 TEXT NOT NULL,               -- digest of the file, and its name in blobs/
  size_bytes INTEGER NOT NULL,        -- of the file
  PRIMARY KEY (snapshot_id, entry_name)
) WITHOUT ROWID;

CREATE INDEX kept_files_sha256 ON kept_files (sha256);

-- One row for each bare repository of each snapshot that was kept; equal ones share a folder.
CREATE TABLE kept_repositories (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED,
  entry_name TEXT NOT NULL,           -- its folder in the tar: repositories/owner/name.git
  repo TEXT NOT NULL,                 -- owner/name; of a wiki, that of the repository it belongs to
  is_wiki INTEGER NOT NULL,           -- 1 for a wiki
  object_format TEXT NOT NULL,        -- hash of its objects: sha1 or sha256
  folder TEXT NOT NULL,               -- its folder in git/
  size_bytes INTEGER NOT NULL,        -- of its objects
  PRIMARY KEY (snapshot_id, entry_name)
) WITHOUT ROWID;

CREATE INDEX kept_repositories_folder ON kept_repositories (folder);
