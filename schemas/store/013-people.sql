-- What searches for people and pictures of activity ask. Indexes that were there are widened rather than others added: then the
-- rows themselves, which hold the texts, need not be read.

-- Who said something below a thread, and who said it first.
DROP INDEX issue_comments_thread_url;
DROP INDEX pull_request_reviews_pull_request_url;
DROP INDEX pull_request_review_comments_pull_request_url;
CREATE INDEX issue_comments_thread_url ON issue_comments (thread_url, created_at, author);
CREATE INDEX pull_request_reviews_pull_request_url ON pull_request_reviews (pull_request_url, author);
CREATE INDEX pull_request_review_comments_pull_request_url ON pull_request_review_comments (pull_request_url, author);

-- When threads were opened, closed and merged.
DROP INDEX issues_list;
DROP INDEX pull_requests_list;
CREATE INDEX issues_list ON issues (repo, state, created_at, author, milestone_url, closed_at);
CREATE INDEX pull_requests_list ON pull_requests (repo, state, created_at, author, milestone_url, closed_at, merged_at);

-- Who reviewed when, without a look at what was said.
CREATE INDEX pull_request_reviews_repo
  ON pull_request_reviews (repo, coalesce(submitted_at, created_at), author);
