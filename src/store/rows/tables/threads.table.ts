import { LINK_TABLES } from '../../links.table.ts';
import { flag, link, type RecordTable, read, text, timestamp } from '../../table-spec.ts';

/** Archive format 2.6: only `closed_at` shows the state. */
export const ISSUES = {
  kind: 'issue',
  table: 'issues',
  fields: {
    repository: text('repository_url'),
    user: text('author_url'),
    title: text('title'),
    body: text('body'),
    assignee: text('assignee_url'),
    assignees: link(LINK_TABLES.issueAssignees),
    milestone: text('milestone_url'),
    labels: link(LINK_TABLES.issueLabels),
    reactions: link(LINK_TABLES.reactions),
    closed_at: timestamp('closed_at'),
    created_at: timestamp('created_at'),
    updated_at: timestamp('updated_at'),
  },
  derived: {
    repo: read('repo', 'repository', 'url'),
    number: read('number', 'url'),
    author: read('login', 'user'),
    state: { words: [['closed_at', 'closed']], otherwise: 'open' },
  },
} as const satisfies RecordTable;

/** Archive format 2.8: merged pull requests have `closed_at` as well. */
export const PULL_REQUESTS = {
  kind: 'pull_request',
  table: 'pull_requests',
  fields: {
    repository: text('repository_url'),
    user: text('author_url'),
    title: text('title'),
    body: text('body'),
    base: {
      members: {
        ref: text('base_ref'),
        sha: text('base_sha'),
        user: text('base_user_url'),
        repo: text('base_repository_url'),
      },
    },
    head: {
      members: {
        ref: text('head_ref'),
        sha: text('head_sha'),
        user: text('head_user_url'),
        repo: text('head_repository_url'),
      },
    },
    assignee: text('assignee_url'),
    assignees: link(LINK_TABLES.pullRequestAssignees),
    milestone: text('milestone_url'),
    labels: link(LINK_TABLES.pullRequestLabels),
    reactions: link(LINK_TABLES.reactions),
    review_requests: link(LINK_TABLES.reviewRequests),
    close_issue_references: link(LINK_TABLES.closingReferences),
    work_in_progress: flag('is_draft'),
    merged_at: timestamp('merged_at'),
    closed_at: timestamp('closed_at'),
    created_at: timestamp('created_at'),
    updated_at: timestamp('updated_at'),
    merge_commit_sha: text('merge_commit_sha'),
  },
  derived: {
    repo: read('repo', 'repository', 'url'),
    number: read('number', 'url'),
    author: read('login', 'user'),
    state: {
      words: [
        ['merged_at', 'merged'],
        ['closed_at', 'closed'],
      ],
      otherwise: 'open',
    },
  },
} as const satisfies RecordTable;

/** Archive format 2.19. */
export const DISCUSSIONS = {
  kind: 'discussion',
  table: 'discussions',
  fields: {
    repository: text('repository_url'),
    user: text('author_url'),
    title: text('title'),
    body: text('body'),
    labels: link(LINK_TABLES.discussionLabels),
    reactions: link(LINK_TABLES.reactions),
    created_at: timestamp('created_at'),
    updated_at: timestamp('updated_at'),
    discussion_category: text('category_url'),
  },
  derived: {
    repo: read('repo', 'repository', 'url'),
    number: read('number', 'url'),
    author: read('login', 'user'),
  },
} as const satisfies RecordTable;

/** Archive format 2.19. */
export const DISCUSSION_CATEGORIES = {
  kind: 'discussion_category',
  table: 'discussion_categories',
  fields: {
    repository: text('repository_url'),
    name: text('name'),
    emoji: text('emoji'),
    description: text('description'),
  },
  derived: { repo: read('repo', 'repository', 'url') },
} as const satisfies RecordTable;
