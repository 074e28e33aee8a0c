-- Every key is unique, and the references that obvious questions follow are indexed.
-- The first load of a store builds these after its rows, so index a record or link table only here or in later files.

CREATE UNIQUE INDEX users_url ON users (url);
CREATE INDEX users_login ON users (login);
CREATE UNIQUE INDEX organizations_url ON organizations (url);
CREATE UNIQUE INDEX teams_url ON teams (url);
CREATE UNIQUE INDEX repositories_url ON repositories (url);
CREATE INDEX repositories_repo ON repositories (repo);
CREATE UNIQUE INDEX protected_branches_url ON protected_branches (url);
CREATE UNIQUE INDEX milestones_url ON milestones (url);
CREATE INDEX milestones_repo ON milestones (repo, number);

CREATE UNIQUE INDEX issues_url ON issues (url);
CREATE INDEX issues_repo ON issues (repo, number);
CREATE INDEX issues_author ON issues (author);
CREATE INDEX issues_state ON issues (state, created_at);
CREATE INDEX issues_milestone_url ON issues (milestone_url) WHERE milestone_url IS NOT NULL;
CREATE UNIQUE INDEX pull_requests_url ON pull_requests (url);
CREATE INDEX pull_requests_repo ON pull_requests (repo, number);
CREATE INDEX pull_requests_author ON pull_requests (author);
CREATE INDEX pull_requests_state ON pull_requests (state, created_at);
CREATE INDEX pull_requests_milestone_url ON pull_requests (milestone_url) WHERE milestone_url IS NOT NULL;

CREATE UNIQUE INDEX pull_request_reviews_url ON pull_request_reviews (url);
CREATE INDEX pull_request_reviews_pull_request_url ON pull_request_reviews (pull_request_url);
CREATE UNIQUE INDEX pull_request_review_threads_url ON pull_request_review_threads (url);
CREATE INDEX pull_request_review_threads_pull_request_url ON pull_request_review_threads (pull_request_url);
CREATE UNIQUE INDEX pull_request_review_comments_url ON pull_request_review_comments (url);
CREATE INDEX pull_request_review_comments_pull_request_url ON pull_request_review_comments (pull_request_url);
CREATE INDEX pull_request_review_comments_thread_url ON pull_request_review_comments (thread_url);

CREATE UNIQUE INDEX issue_comments_url ON issue_comments (url);
CREATE INDEX issue_comments_thread_url ON issue_comments (thread_url);
CREATE INDEX issue_comments_author ON issue_comments (author);
CREATE INDEX issue_comments_created_at ON issue_comments (created_at);
CREATE INDEX pull_request_reviews_author ON pull_request_reviews (author);
CREATE INDEX pull_request_review_comments_author ON pull_request_review_comments (author);
CREATE UNIQUE INDEX commit_comments_url ON commit_comments (url);
CREATE INDEX commit_comments_commit_id ON commit_comments (commit_id);
CREATE UNIQUE INDEX issue_events_url ON issue_events (url);
CREATE INDEX issue_events_thread_url ON issue_events (thread_url);
CREATE UNIQUE INDEX attachments_url ON attachments (url);
CREATE INDEX attachments_parent_url ON attachments (parent_url);
CREATE UNIQUE INDEX repository_files_url ON repository_files (url);
CREATE UNIQUE INDEX releases_url ON releases (url);
CREATE INDEX releases_repo ON releases (repo, tag_name);
CREATE UNIQUE INDEX discussions_url ON discussions (url);
CREATE INDEX releases_published_at ON releases (published_at);
CREATE INDEX discussions_repo ON discussions (repo, number);
CREATE UNIQUE INDEX discussion_categories_url ON discussion_categories (url);

CREATE INDEX attachments_repo ON attachments (repo, number);
CREATE INDEX protected_branches_repo ON protected_branches (repo);
CREATE INDEX discussion_categories_repo ON discussion_categories (repo);
CREATE INDEX discussion_labels_name ON discussion_labels (name);
CREATE INDEX issue_labels_name ON issue_labels (name);
CREATE INDEX pull_request_labels_name ON pull_request_labels (name);
CREATE INDEX issue_assignees_login ON issue_assignees (login);
CREATE INDEX pull_request_assignees_login ON pull_request_assignees (login);
CREATE INDEX pull_request_closing_references_issue_url ON pull_request_closing_references (issue_url);
CREATE INDEX repository_labels_url ON repository_labels (url);
CREATE INDEX team_repositories_repository_url ON team_repositories (repository_url);
