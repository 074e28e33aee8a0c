import { type RecordTable, read, text, timestamp } from '../../table-spec.ts';

/** The fields that may refer to the record whose text contains an attachment; each attachment has one of them. */
export const PARENTS = [
  'issue',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'commit_comment',
  'release',
  'discussion',
] as const;

/** Archive format 2.15. */
export const ATTACHMENTS = {
  kind: 'attachment',
  table: 'attachments',
  fields: {
    ...Object.fromEntries(PARENTS.map((parent) => [parent, text('parent_url')])),
    user: text('author_url'),
    asset_name: text('name'),
    asset_content_type: text('content_type'),
    asset_url: text('asset_url'),
    legacy_url: text('legacy_url'),
    created_at: timestamp('created_at'),
  },
  derived: {
    repo: read('repo', ...PARENTS, 'repository'),
    number: read('number', ...PARENTS),
    author: read('login', 'user'),
  },
} as const satisfies RecordTable;

/** Archive format 2.16. */
export const REPOSITORY_FILES = {
  kind: 'repository_file',
  table: 'repository_files',
  fields: {
    repository: text('repository_url'),
    user: text('author_url'),
    file_name: text('name'),
    file_content_type: text('content_type'),
    file_url: text('asset_url'),
    created_at: timestamp('created_at'),
  },
  derived: { repo: read('repo', 'repository', 'url'), author: read('login', 'user') },
} as const satisfies RecordTable;
