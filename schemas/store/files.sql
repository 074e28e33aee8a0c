-- Files: uploads, releases, and what is kept of all of them next to the store.

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

CREATE UNIQUE INDEX attachments_url ON attachments (url);
CREATE INDEX attachments_parent_url ON attachments (parent_url);
CREATE INDEX attachments_repo ON attachments (repo, number);

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

CREATE UNIQUE INDEX repository_files_url ON repository_files (url);

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

CREATE UNIQUE INDEX releases_url ON releases (url);
CREATE INDEX releases_repo ON releases (repo, tag_name);
CREATE INDEX releases_published_at ON releases (published_at);

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

-- The files that were kept: one row for each span of archives in which a file is the same. All archives of the series of
-- the first one hold it, from there to the last one. The file itself lies in blobs/ under its digest, once.
CREATE TABLE kept_files (
  entry_name TEXT NOT NULL,           -- name in the tar
  first_snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED, -- the first one, in time
  last_snapshot_id INTEGER REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED, -- the last one, in time; NULL while it is the newest of the series
  content TEXT NOT NULL,              -- attachment, repository_file, release_asset, audit_log or log
  sha256 TEXT NOT NULL,               -- digest of the file, and its name in blobs/
  size_bytes INTEGER NOT NULL,        -- of the file
  PRIMARY KEY (entry_name, first_snapshot_id)
) WITHOUT ROWID;

CREATE INDEX kept_files_sha256 ON kept_files (sha256, size_bytes);

-- The files of each archive that were kept.
CREATE VIEW snapshot_files AS
SELECT held.id AS snapshot_id, entry_name, content, sha256, size_bytes
FROM kept_files
CROSS JOIN snapshots AS begun ON begun.id = first_snapshot_id
LEFT JOIN snapshots AS ended ON ended.id = last_snapshot_id
JOIN snapshots AS held ON held.series = begun.series
  AND held.position BETWEEN begun.position AND coalesce(ended.position, held.position);

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
