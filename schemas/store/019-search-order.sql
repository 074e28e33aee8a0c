-- For results of a search in the order of their last change.
CREATE INDEX issues_updated_at ON issues (coalesce(updated_at, closed_at, created_at));
CREATE INDEX pull_requests_updated_at ON pull_requests (coalesce(updated_at, closed_at, created_at));
