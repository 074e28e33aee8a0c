-- What changed between the archives that were loaded.

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
