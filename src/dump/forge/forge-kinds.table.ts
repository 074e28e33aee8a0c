/** Records of a repository that has this name. */
const own = (table: string) => `SELECT count(*) FROM ${table} WHERE repo = @repo`;

/** Records in lists of records. */
const within = (table: string, id: string, parent: string) =>
  `SELECT count(*) FROM ${table} WHERE ${id} IN (SELECT id FROM ${parent} WHERE repo = @repo)`;

const reactionsTo = (...tables: readonly string[]) =>
  `SELECT count(*) FROM reactions WHERE subject_id IN (${tables
    .map((table) => `SELECT id FROM ${table} WHERE repo = @repo`)
    .join(' UNION ALL ')})`;

export interface ForgeKind {
  /** Counts what the store has of a repository, `@repo`. */
  readonly count: string;
  /** Why a forge has no place for any of them. */
  readonly noPlace?: string;
}

/** What a repository is made of. */
export type ForgeKindName =
  | 'labels'
  | 'milestones'
  | 'topics'
  | 'releases'
  | 'release_assets'
  | 'attachments'
  | 'issues'
  | 'pull_requests'
  | 'discussions'
  | 'comments'
  | 'events'
  | 'reviews'
  | 'review_comments'
  | 'resolved_threads'
  | 'review_requests'
  | 'reactions'
  | 'other_reactions'
  | 'commit_comments'
  | 'protected_branches'
  | 'collaborators'
  | 'other_records';

/** The same in the order of the report. */
export const FORGE_KINDS = {
  labels: { count: within('repository_labels', 'repository_id', 'repositories') },
  milestones: { count: own('milestones') },
  topics: { count: within('repository_topics', 'repository_id', 'repositories') },
  releases: { count: own('releases') },
  release_assets: { count: within('release_assets', 'release_id', 'releases') },
  attachments: {
    count: `SELECT (${own('attachments')}) + (${own('repository_files')})`,
  },
  issues: { count: own('issues') },
  pull_requests: { count: own('pull_requests') },
  discussions: { count: own('discussions') },
  comments: { count: own('issue_comments') },
  events: { count: own('issue_events') },
  reviews: { count: own('pull_request_reviews') },
  review_comments: { count: own('pull_request_review_comments') },
  resolved_threads: {
    count: `${own('pull_request_review_threads')} AND resolved_at IS NOT NULL`,
    noPlace: 'resolved conversations are restored as open ones',
  },
  review_requests: {
    count: within('pull_request_review_requests', 'pull_request_id', 'pull_requests'),
    noPlace: 'requests for a review are not restored',
  },
  reactions: {
    count: reactionsTo(
      ...['issues', 'pull_requests', 'discussions', 'issue_comments', 'pull_request_review_comments'],
    ),
  },
  other_reactions: {
    count: reactionsTo('pull_request_reviews', 'releases', 'commit_comments'),
    noPlace: 'a forge restores reactions to threads and their comments only',
  },
  commit_comments: { count: own('commit_comments'), noPlace: 'a forge has no comments on commits' },
  protected_branches: {
    count: own('protected_branches'),
    noPlace: 'rules for branches are not restored',
  },
  collaborators: {
    count: within('repository_collaborators', 'repository_id', 'repositories'),
    noPlace: 'access is given at the forge',
  },
  other_records: { count: own('other_records'), noPlace: 'a forge cannot restore records of this kind' },
} as const satisfies Record<ForgeKindName, ForgeKind>;
