-- What was captured is searched like records. Each row gets a number of its own below zero, where no record has one: a
-- quarter of these numbers for each table. Views show the rows as results of searches.
--   search_id   the row's number in searches: below zero, and no record's
--   searched    text that is searched besides the title
--   reading     unread or read

ALTER TABLE alerts ADD COLUMN search_id INTEGER;
ALTER TABLE budgets ADD COLUMN search_id INTEGER;
ALTER TABLE events ADD COLUMN search_id INTEGER;
ALTER TABLE notifications ADD COLUMN search_id INTEGER;

UPDATE alerts SET search_id = -4 * rowid;
UPDATE budgets SET search_id = -4 * rowid - 1;
UPDATE events SET search_id = -4 * rowid - 2;
UPDATE notifications SET search_id = -4 * rowid - 3;

CREATE UNIQUE INDEX alerts_search_id ON alerts (search_id);
CREATE UNIQUE INDEX budgets_search_id ON budgets (search_id);
CREATE UNIQUE INDEX events_search_id ON events (search_id);
CREATE UNIQUE INDEX notifications_search_id ON notifications (search_id);

CREATE TRIGGER alerts_numbered AFTER INSERT ON alerts WHEN new.search_id IS NULL BEGIN
  UPDATE alerts SET search_id = coalesce((SELECT min(search_id) FROM alerts) - 4, -4) WHERE rowid = new.rowid;
END;
CREATE TRIGGER budgets_numbered AFTER INSERT ON budgets WHEN new.search_id IS NULL BEGIN
  UPDATE budgets SET search_id = coalesce((SELECT min(search_id) FROM budgets) - 4, -5) WHERE rowid = new.rowid;
END;
CREATE TRIGGER events_numbered AFTER INSERT ON events WHEN new.search_id IS NULL BEGIN
  UPDATE events SET search_id = coalesce((SELECT min(search_id) FROM events) - 4, -6) WHERE rowid = new.rowid;
END;
CREATE TRIGGER notifications_numbered AFTER INSERT ON notifications WHEN new.search_id IS NULL BEGIN
  UPDATE notifications SET search_id = coalesce((SELECT min(search_id) FROM notifications) - 4, -7)
  WHERE rowid = new.rowid;
END;

-- Alerts as results of searches.
CREATE VIEW captured_alerts AS
SELECT search_id AS id, coalesce(json_extract(json, '$.html_url'), json_extract(json, '$.url'), '') AS url, repo, number,
       summary AS title,
       package || ' ' || ghsa_id || ' ' || coalesce(cve_id, '') || ' ' || manifest_path || char(10) ||
       coalesce(json_extract(json, '$.security_advisory.description'), '') AS searched,
       state, created_at, updated_at
FROM alerts;

-- Budgets as results of searches.
CREATE VIEW captured_budgets AS
SELECT search_id AS id, service || 'organizations/' || org || '/settings/billing/budgets/' || id AS url, NULL AS repo,
       org || ': ' || amount || ' for ' || replace(trim(products, '[]'), '"', '') AS title,
       scope || ' ' || entity_name || ' ' || type AS searched, first_seen_at AS created_at, last_seen_at AS updated_at
FROM budgets;

-- Activity events as results of searches.
CREATE VIEW captured_events AS
SELECT search_id AS id,
       coalesce(json_extract(json, '$.payload.comment.html_url'), json_extract(json, '$.payload.review.html_url'),
                json_extract(json, '$.payload.issue.html_url'), json_extract(json, '$.payload.release.html_url'),
                json_extract(json, '$.repo.url'), '') AS url,
       repo, actor,
       rtrim(type || ' ' || coalesce(json_extract(json, '$.payload.issue.title'), json_extract(json, '$.payload.pull_request.title'),
                               json_extract(json, '$.payload.release.name'), json_extract(json, '$.payload.ref'), '')) AS title,
       coalesce(json_extract(json, '$.payload.comment.body'), json_extract(json, '$.payload.review.body'),
                json_extract(json, '$.payload.issue.body'), json_extract(json, '$.payload.release.body'),
                -- The first commits of a push. No json_each here: FTS5 names what it reads from with its schema, and
                -- SQLite then looks for the tables of the view there too.
                json_extract(json, '$.payload.commits[0].message') ||
                coalesce(char(10) || json_extract(json, '$.payload.commits[1].message'), '') ||
                coalesce(char(10) || json_extract(json, '$.payload.commits[2].message'), ''), '') AS searched,
       created_at
FROM events;

-- Notifications as results of searches.
CREATE VIEW captured_notifications AS
SELECT search_id AS id, coalesce(subject_url, json_extract(json, '$.url'), '') AS url, repo, title,
       type || ' ' || reason AS searched, CASE is_unread WHEN 1 THEN 'unread' ELSE 'read' END AS reading, updated_at
FROM notifications;

-- Every text that can be searched, by the id of its record. The columns are classes of weight and scopes of "in:". A
-- title is NULL in what is part of something else, and only there. What was captured is part of nothing.
DROP VIEW search_texts;
CREATE VIEW search_texts AS
SELECT id, repo, number, coalesce(title, '') AS title, body, NULL AS comment, NULL AS file FROM issues
UNION ALL
SELECT id, repo, number, coalesce(title, ''), body, NULL, NULL FROM pull_requests
UNION ALL
SELECT id, repo, number, coalesce(title, ''), body, NULL, NULL FROM discussions
UNION ALL
SELECT id, repo, number, NULL, NULL, body, NULL FROM issue_comments WHERE body <> ''
UNION ALL
SELECT id, repo, number, NULL, NULL, body, NULL FROM pull_request_reviews WHERE body <> ''
UNION ALL
SELECT id, repo, number, NULL, NULL, body, path FROM pull_request_review_comments
UNION ALL
SELECT id, repo, NULL, NULL, NULL, body, path FROM commit_comments
UNION ALL
SELECT id, repo, NULL, trim(coalesce(name, '') || ' ' || coalesce(tag_name, '')), body, NULL,
       (SELECT group_concat(name, char(10))
        FROM (SELECT name FROM release_assets WHERE release_id = releases.id ORDER BY position))
FROM releases
UNION ALL
SELECT id, repo, NULL, coalesce(title, ''), description, NULL, NULL FROM milestones
UNION ALL
SELECT id, repo, NULL, coalesce(repo, ''),
       coalesce(description, '') ||
       coalesce((SELECT group_concat(char(10) || coalesce(name, '') || ': ' || coalesce(description, ''), '')
                 FROM (SELECT name, description FROM repository_labels
                       WHERE repository_id = repositories.id ORDER BY position)), ''),
       NULL, NULL
FROM repositories
UNION ALL
SELECT id, repo, number, NULL, NULL, NULL, name FROM attachments
UNION ALL
SELECT id, repo, NULL, NULL, NULL, NULL, name FROM repository_files
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL FROM captured_alerts
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL FROM captured_budgets
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL FROM captured_events
UNION ALL
SELECT id, repo, NULL, title, searched, NULL, NULL FROM captured_notifications;
