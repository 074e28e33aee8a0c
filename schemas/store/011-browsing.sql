-- What lists in a browser ask: the threads of a repository in an order, and how they spread.

CREATE INDEX issues_list ON issues (repo, state, created_at, author, milestone_url);
CREATE INDEX pull_requests_list ON pull_requests (repo, state, created_at, author, milestone_url);
CREATE INDEX issues_updated ON issues (repo, coalesce(updated_at, closed_at, created_at));
CREATE INDEX pull_requests_updated ON pull_requests (repo, coalesce(updated_at, closed_at, created_at));
CREATE INDEX other_records_repo ON other_records (kind, repo);

-- What a person wrote, in the order of time.
DROP INDEX issue_comments_author;
DROP INDEX pull_request_review_comments_author;
CREATE INDEX issue_comments_author ON issue_comments (author, created_at);
CREATE INDEX pull_request_review_comments_author ON pull_request_review_comments (author, created_at);

-- What vanished from a repository.
CREATE INDEX record_changes_vanished ON record_changes (repo, kind) WHERE change = 'vanished';
