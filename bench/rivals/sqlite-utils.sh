#!/bin/sh
# Loads an archive into SQLite with sqlite-utils (sqlite-utils.datasette.io), with one call for each kind.
set -eu
archive=$1
folder=$2
mkdir "$folder/files"
tar -xzf "$archive" -C "$folder/files" --exclude='*repositories/*/*'

load() { # kind
  find "$folder/files" -name "$1_[0-9]*.json" -print0 | sort -z | xargs -0 cat | jq -c '.[]' |
    sqlite-utils insert "$folder/store.db" "$1" - --nl
}
for kind in users repositories issues pull_requests issue_comments pull_request_review_comments issue_events; do
  load "$kind"
done
sqlite-utils enable-fts "$folder/store.db" issues title body
sqlite-utils enable-fts "$folder/store.db" pull_requests title body
sqlite-utils enable-fts "$folder/store.db" issue_comments body
sqlite-utils enable-fts "$folder/store.db" pull_request_review_comments body
