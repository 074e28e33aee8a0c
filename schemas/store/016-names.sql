-- Names that repositories had. Records of archives carry no number of their repository, but what was captured from the
-- service does: by it a rename is known. From this version on stores are read by SQLite 3.34 too.
--   repository_id   the service's number of the repository, which it keeps when it is renamed
--   seen_at   when it was last seen under this name, in UTC

-- The names under which each repository was seen in what was captured; several of one number are a rename.
CREATE VIEW repository_names AS
SELECT service, json_extract(json, '$.repo.id') AS repository_id, repo, max(created_at) AS seen_at
FROM events WHERE json_extract(json, '$.repo.id') IS NOT NULL GROUP BY 1, 2, 3
UNION ALL
SELECT service, json_extract(json, '$.repository.id'), repo, max(updated_at)
FROM notifications WHERE json_extract(json, '$.repository.id') IS NOT NULL GROUP BY 1, 2, 3;
