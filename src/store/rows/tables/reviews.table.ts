import { LINK_TABLES } from '../../links.table.ts';
import { integer, link, type RecordTable, read, text, timestamp } from '../../table-spec.ts';

/** Archive format 2.9: the state is a number. */
export const REVIEWS = {
  kind: 'pull_request_review',
  table: 'pull_request_reviews',
  fields: {
    pull_request: text('pull_request_url'),
    user: text('author_url'),
    body: text('body'),
    head_sha: text('head_sha'),
    formatter: text('format'),
    state: { column: 'state', as: 'reviewState' },
    reactions: link(LINK_TABLES.reactions),
    created_at: timestamp('created_at'),
    submitted_at: timestamp('submitted_at'),
  },
  derived: {
    repo: read('repo', 'pull_request', 'url'),
    number: read('number', 'pull_request', 'url'),
    author: read('login', 'user'),
  },
} as const satisfies RecordTable;

/** Archive format 2.10. */
export const REVIEW_THREADS = {
  kind: 'pull_request_review_thread',
  table: 'pull_request_review_threads',
  fields: {
    pull_request: text('pull_request_url'),
    pull_request_review: text('review_url'),
    diff_hunk: text('diff_hunk'),
    path: text('path'),
    position: integer('position'),
    original_position: integer('original_position'),
    commit_id: text('commit_id'),
    original_commit_id: text('original_commit_id'),
    start_line: integer('start_line'),
    line: integer('line'),
    start_side: text('start_side'),
    side: text('side'),
    original_start_line: integer('original_start_line'),
    original_line: integer('original_line'),
    created_at: timestamp('created_at'),
    resolved_at: timestamp('resolved_at'),
    resolver: text('resolver_url'),
  },
  derived: {
    repo: read('repo', 'pull_request', 'url'),
    number: read('number', 'pull_request', 'url'),
    resolver: read('login', 'resolver'),
  },
} as const satisfies RecordTable;

/** Archive format 2.11. */
export const REVIEW_COMMENTS = {
  kind: 'pull_request_review_comment',
  table: 'pull_request_review_comments',
  fields: {
    pull_request: text('pull_request_url'),
    pull_request_review: text('review_url'),
    pull_request_review_thread: text('thread_url'),
    user: text('author_url'),
    body: text('body'),
    formatter: text('format'),
    diff_hunk: text('diff_hunk'),
    path: text('path'),
    position: integer('position'),
    original_position: integer('original_position'),
    commit_id: text('commit_id'),
    original_commit_id: text('original_commit_id'),
    state: { column: 'state', as: 'reviewCommentState' },
    in_reply_to: text('in_reply_to_url'),
    reactions: link(LINK_TABLES.reactions),
    created_at: timestamp('created_at'),
  },
  derived: {
    repo: read('repo', 'pull_request', 'url'),
    number: read('number', 'pull_request', 'url'),
    author: read('login', 'user'),
  },
} as const satisfies RecordTable;
