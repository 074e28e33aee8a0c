-- What all records share. Each kind has a table, in the files of the other subjects. What a column means unless its own comment
-- differs:
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
--
-- Arrays that people filter by are link tables, next to the records that hold them. Their first column is the id of that record.
-- Items that are objects have a shape and extras of their own, as records have.
--   issue_id, pull_request_id, discussion_id, repository_id   record that holds the array
--   organization_id, team_id, user_id, release_id   record that holds the array
--   position   place in the array, from 0
--
-- References are declared for the tools that read a store; nothing enforces them. Every key is unique, and the references that
-- obvious questions follow are indexed. The first load of a store builds the indexes of records and links after their rows.
--   snapshot_id   the archive that held it

-- Each list of keys that records came with, in order. A row's shape distinguishes an absent field from a null one.
CREATE TABLE record_shapes (
  id INTEGER PRIMARY KEY,             -- number of the shape
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
CREATE INDEX other_records_repo ON other_records (kind, repo);

-- Records that broke the schema of their kind, as they stood in the file.
CREATE TABLE rejected_records (
  id INTEGER PRIMARY KEY,             -- number of the rejection
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED, -- the load that met it first
  kind TEXT NOT NULL,                 -- kind of the record file
  entry_name TEXT NOT NULL,           -- record file in the tar
  record_index INTEGER NOT NULL,      -- place in the record file, from 0
  findings TEXT NOT NULL,             -- what is wrong with it (JSON array)
  source BLOB NOT NULL                -- its text; a BLOB if the bytes are not UTF-8
);

CREATE UNIQUE INDEX rejected_records_place ON rejected_records (kind, entry_name, record_index, source);
