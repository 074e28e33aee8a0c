/** The kinds of records that searches return, from archives and from the service. */
export type SubjectKindName =
  | 'issue'
  | 'pull_request'
  | 'discussion'
  | 'release'
  | 'milestone'
  | 'repository'
  | 'commit_comment'
  | 'issue_comment'
  | 'pull_request_review'
  | 'pull_request_review_comment'
  | 'attachment'
  | 'repository_file'
  | 'alert'
  | 'budget'
  | 'gist'
  | 'star'
  | 'event'
  | 'notification';

/** A kind of record that a search can return, and the columns for the conditions. */
export interface SubjectKind {
  readonly kind: SubjectKindName | '';
  /** Its value for `type:`. */
  readonly type: string;
  readonly table: string;
  /** SQL expressions over a row `s`; omitted if the kind does not have the property. */
  readonly title?: string;
  readonly author?: string;
  readonly state?: string;
  readonly number?: string;
  readonly createdAt: string;
  readonly updatedAt?: string;
  readonly closedAt?: string;
  readonly mergedAt?: string;
  readonly isDraft?: string;
  readonly milestoneUrl?: string;
  /** Link tables, with the column for the id of the record. */
  readonly labels?: readonly [table: string, owner: string];
  readonly assignees?: readonly [table: string, owner: string];
  /** An SQL condition on names of files, with one question mark for a LIKE pattern. */
  readonly fileIsLike?: string;
  /** Issues and pull requests, which have indexes for their orders by time. */
  readonly isThread?: true;
  /** Comments and files are separate results only if they do not belong to a thread. */
  readonly isPart?: true;
  /** A result only of searches that name its type, because its content is found elsewhere, or is the work of others. */
  readonly isRepetition?: true;
}

const PART_OF_NOTHING = { isPart: true, author: 's.author', createdAt: 's.created_at' } as const;

export const SUBJECT_KINDS: readonly SubjectKind[] = [
  {
    kind: 'issue',
    type: 'issue',
    isThread: true,
    table: 'issues',
    title: 's.title',
    author: 's.author',
    state: 's.state',
    number: 's.number',
    createdAt: 's.created_at',
    updatedAt: 'coalesce(s.updated_at, s.closed_at, s.created_at)',
    closedAt: 's.closed_at',
    milestoneUrl: 's.milestone_url',
    labels: ['issue_labels', 'issue_id'],
    assignees: ['issue_assignees', 'issue_id'],
  },
  {
    kind: 'pull_request',
    type: 'pr',
    isThread: true,
    table: 'pull_requests',
    title: 's.title',
    author: 's.author',
    state: 's.state',
    number: 's.number',
    createdAt: 's.created_at',
    updatedAt: 'coalesce(s.updated_at, s.closed_at, s.created_at)',
    closedAt: 's.closed_at',
    mergedAt: 's.merged_at',
    isDraft: 's.is_draft',
    milestoneUrl: 's.milestone_url',
    labels: ['pull_request_labels', 'pull_request_id'],
    assignees: ['pull_request_assignees', 'pull_request_id'],
  },
  {
    kind: 'discussion',
    type: 'discussion',
    table: 'discussions',
    title: 's.title',
    author: 's.author',
    number: 's.number',
    createdAt: 's.created_at',
    updatedAt: 'coalesce(s.updated_at, s.created_at)',
    labels: ['discussion_labels', 'discussion_id'],
  },
  {
    kind: 'release',
    type: 'release',
    table: 'releases',
    title: "coalesce(nullif(s.name, ''), s.tag_name)",
    author: 's.author',
    state: "CASE s.state WHEN 'draft' THEN 'draft' END",
    isDraft: "(s.state = 'draft')",
    createdAt: 'coalesce(s.published_at, s.created_at)',
    fileIsLike:
      "EXISTS (SELECT 1 FROM release_assets WHERE release_id = s.id AND release_assets.name LIKE ? ESCAPE '\\')",
  },
  {
    kind: 'milestone',
    type: 'milestone',
    table: 'milestones',
    title: 's.title',
    author: 's.author',
    state: 's.state',
    number: 's.number',
    createdAt: 's.created_at',
    updatedAt: 'coalesce(s.updated_at, s.closed_at, s.created_at)',
    closedAt: 's.closed_at',
  },
  {
    kind: 'repository',
    type: 'repository',
    table: 'repositories',
    title: 's.repo',
    createdAt: 's.created_at',
  },
  { ...PART_OF_NOTHING, kind: 'commit_comment', type: 'comment', table: 'commit_comments' },
  { ...PART_OF_NOTHING, kind: 'issue_comment', type: 'comment', table: 'issue_comments' },
  {
    ...PART_OF_NOTHING,
    kind: 'pull_request_review',
    type: 'comment',
    table: 'pull_request_reviews',
    createdAt: 'coalesce(s.submitted_at, s.created_at)',
  },
  {
    ...PART_OF_NOTHING,
    kind: 'pull_request_review_comment',
    type: 'comment',
    table: 'pull_request_review_comments',
  },
  {
    ...PART_OF_NOTHING,
    kind: 'attachment',
    type: 'file',
    table: 'attachments',
    title: 's.name',
  },
  {
    ...PART_OF_NOTHING,
    kind: 'repository_file',
    type: 'file',
    table: 'repository_files',
    title: 's.name',
    fileIsLike: "s.name LIKE ? ESCAPE '\\'",
  },
  {
    kind: 'alert',
    type: 'alert',
    table: 'captured_alerts',
    title: 's.title',
    state: 's.state',
    number: 's.number',
    createdAt: 's.created_at',
    updatedAt: 's.updated_at',
  },
  {
    kind: 'budget',
    type: 'budget',
    table: 'captured_budgets',
    title: 's.title',
    createdAt: 's.created_at',
    updatedAt: 's.updated_at',
  },
  {
    kind: 'gist',
    type: 'gist',
    table: 'captured_gists',
    title: 's.title',
    author: 's.owner',
    createdAt: 's.created_at',
    updatedAt: 's.updated_at',
  },
  {
    kind: 'star',
    type: 'star',
    table: 'captured_stars',
    title: 's.title',
    createdAt: 's.created_at',
    updatedAt: 's.updated_at',
    isRepetition: true,
  },
  {
    kind: 'event',
    type: 'event',
    table: 'captured_events',
    title: 's.title',
    author: 's.actor',
    createdAt: 's.created_at',
    isRepetition: true,
  },
  {
    kind: 'notification',
    type: 'notification',
    table: 'captured_notifications',
    title: 's.title',
    state: 's.reading',
    createdAt: 's.updated_at',
    isRepetition: true,
  },
];
