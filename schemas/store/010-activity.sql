-- What the pictures of a repository's activity ask: who said something when, without a look at what was said.

CREATE INDEX issue_comments_repo ON issue_comments (repo, created_at, author);
CREATE INDEX pull_request_review_comments_repo ON pull_request_review_comments (repo, created_at, author);
