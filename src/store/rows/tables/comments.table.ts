import { LINK_TABLES } from '../../links.table.ts';
import { integer, link, type RecordTable, read, text, timestamp } from '../../table-spec.ts';

/** Archive format 2.12: a comment belongs to either an issue or a pull request. */
export const ISSUE_COMMENTS = {
  kind: 'issue_comment',
  table: 'issue_comments',
  fields: {
    issue: text('thread_url'),
    pull_request: text('thread_url'),
    user: text('author_url'),
    body: text('body'),
    formatter: text('format'),
    reactions: link(LINK_TABLES.reactions),
    created_at: timestamp('created_at'),
  },
  derived: {
    repo: read('repo', 'issue', 'pull_request', 'url'),
    number: read('number', 'issue', 'pull_request', 'url'),
    author: read('login', 'user'),
  },
} as const satisfies RecordTable;

/** Archive format 2.13. */
export const COMMIT_COMMENTS = {
  kind: 'commit_comment',
  table: 'commit_comments',
  fields: {
    repository: text('repository_url'),
    user: text('author_url'),
    body: text('body'),
    formatter: text('format'),
    path: text('path'),
    position: integer('position'),
    commit_id: text('commit_id'),
    reactions: link(LINK_TABLES.reactions),
    created_at: timestamp('created_at'),
  },
  derived: { repo: read('repo', 'repository', 'url'), author: read('login', 'user') },
} as const satisfies RecordTable;

/** Archive format 2.14: the fields depend on the event. */
export const ISSUE_EVENTS = {
  kind: 'issue_event',
  table: 'issue_events',
  fields: {
    issue: text('thread_url'),
    pull_request: text('thread_url'),
    actor: text('actor_url'),
    event: text('event'),
    label: text('label_url'),
    label_name: text('label_name'),
    label_color: text('label_color'),
    label_text_color: text('label_text_color'),
    subject: text('subject_url'),
    milestone_title: text('milestone_title'),
    title_was: text('title_was'),
    title_is: text('title_is'),
    commit_id: text('commit_id'),
    commit_repository: text('commit_repository_url'),
    ref: text('ref'),
    before_commit_oid: text('before_commit_oid'),
    after_commit_oid: text('after_commit_oid'),
    created_at: timestamp('created_at'),
  },
  derived: {
    repo: read('repo', 'issue', 'pull_request', 'url'),
    number: read('number', 'issue', 'pull_request', 'url'),
    actor: read('login', 'actor'),
  },
} as const satisfies RecordTable;
