-- What each archive held and what it speaks for, so that a store is the same in whatever order its archives were loaded.
--   claim   what the archive speaks for: request (what was asked for), account (all of its accounts) or store (everything)
--   snapshot_count   how many archives had it
--   first_seen_at   age of the oldest archive that had it, in UTC
--   last_seen_at   age of the newest archive that had it, in UTC
--   kinds   kinds that have a record file in the archive (JSON array)

ALTER TABLE snapshots ADD COLUMN claim TEXT NOT NULL DEFAULT 'request';
ALTER TABLE snapshots ADD COLUMN kinds TEXT NOT NULL DEFAULT '[]';

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

-- Of archives that were loaded before this was noted, the best that is known.
UPDATE snapshots SET kinds = (SELECT json_group_array(key) FROM json_each(snapshots.counts));
INSERT INTO snapshot_repositories
SELECT snapshots.id, known.repo FROM snapshots JOIN (
  SELECT repo FROM repositories WHERE repo IS NOT NULL
  UNION SELECT repo FROM record_changes WHERE kind = 'repository' AND repo IS NOT NULL
) AS known;
INSERT INTO snapshot_records
SELECT snapshots.id, 1, newest.id FROM snapshots JOIN (
  SELECT max(id) AS id FROM (
    SELECT max(id) AS id FROM users UNION ALL SELECT max(id) FROM organizations UNION ALL SELECT max(id) FROM teams
    UNION ALL SELECT max(id) FROM repositories UNION ALL SELECT max(id) FROM protected_branches
    UNION ALL SELECT max(id) FROM milestones UNION ALL SELECT max(id) FROM issues UNION ALL SELECT max(id) FROM pull_requests
    UNION ALL SELECT max(id) FROM pull_request_reviews UNION ALL SELECT max(id) FROM pull_request_review_threads
    UNION ALL SELECT max(id) FROM pull_request_review_comments UNION ALL SELECT max(id) FROM issue_comments
    UNION ALL SELECT max(id) FROM commit_comments UNION ALL SELECT max(id) FROM issue_events
    UNION ALL SELECT max(id) FROM attachments UNION ALL SELECT max(id) FROM repository_files
    UNION ALL SELECT max(id) FROM releases UNION ALL SELECT max(id) FROM discussions
    UNION ALL SELECT max(id) FROM discussion_categories UNION ALL SELECT max(id) FROM other_records
    UNION ALL SELECT max(record_id) FROM record_changes)
) AS newest WHERE newest.id IS NOT NULL;
