#!/bin/sh
# Loads an archive into SQLite with common tools: tar, jq and the sqlite3 shell; then creates a full-text index.
set -eu
archive=$1
folder=$2
mkdir "$folder/files"
tar -xzf "$archive" -C "$folder/files" --exclude='*repositories/*/*'

rows() { # kind, jq expression of the columns
  find "$folder/files" -name "$1_[0-9]*.json" -print0 | sort -z | xargs -0 cat | jq -r ".[] | [$2] | @csv" > "$folder/$1.csv"
}
rows users '.url, .login, .name, .created_at'
rows repositories '.url, .name, .owner, .created_at'
rows issues '.url, .repository, .user, .title, .body, .closed_at, .created_at, .updated_at'
rows pull_requests '.url, .repository, .user, .title, .body, .merged_at, .closed_at, .created_at'
rows issue_comments '.url, .issue, .user, .body, .created_at'
rows pull_request_review_comments '.url, .pull_request, .user, .path, .body, .created_at'
rows issue_events '.url, .issue, .actor, .event, .label_name, .created_at'

sqlite3 "$folder/store.db" <<SQL
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE users (url, login, name, created_at);
CREATE TABLE repositories (url, name, owner, created_at);
CREATE TABLE issues (url, repository, user, title, body, closed_at, created_at, updated_at);
CREATE TABLE pull_requests (url, repository, user, title, body, merged_at, closed_at, created_at);
CREATE TABLE issue_comments (url, issue, user, body, created_at);
CREATE TABLE pull_request_review_comments (url, pull_request, user, path, body, created_at);
CREATE TABLE issue_events (url, issue, actor, event, label_name, created_at);
.mode csv
.import $folder/users.csv users
.import $folder/repositories.csv repositories
.import $folder/issues.csv issues
.import $folder/pull_requests.csv pull_requests
.import $folder/issue_comments.csv issue_comments
.import $folder/pull_request_review_comments.csv pull_request_review_comments
.import $folder/issue_events.csv issue_events
CREATE VIRTUAL TABLE search USING fts5(url UNINDEXED, title, body);
INSERT INTO search SELECT url, title, body FROM issues;
INSERT INTO search SELECT url, title, body FROM pull_requests;
INSERT INTO search SELECT url, '', body FROM issue_comments;
INSERT INTO search SELECT url, '', body FROM pull_request_review_comments;
SQL
