import { rowsOf } from '../base/rows.ts';

/** A row of `RECORD_KINDS`. */
export interface RecordKindRow {
  /** The prefixes of its record files: `<prefix>_000001.json`. */
  readonly prefixes: readonly string[];
  /** The plural in tables and reports. */
  readonly plural: string;
}

/**
 * All known kinds of records in migration archives, by the `type` of the records. Bots are users in separate files; the
 * other prefixes are the plural of the kind. Bases and projects are documented, but no archive with them is known.
 */
export const RECORD_KINDS = rowsOf<RecordKindRow>()({
  user: { prefixes: ['users', 'bots'], plural: 'users' },
  organization: { prefixes: ['organizations'], plural: 'organizations' },
  team: { prefixes: ['teams'], plural: 'teams' },
  repository: { prefixes: ['repositories'], plural: 'repositories' },
  protected_branch: { prefixes: ['protected_branches'], plural: 'protected_branches' },
  milestone: { prefixes: ['milestones'], plural: 'milestones' },
  issue: { prefixes: ['issues'], plural: 'issues' },
  pull_request: { prefixes: ['pull_requests'], plural: 'pull_requests' },
  pull_request_review: { prefixes: ['pull_request_reviews'], plural: 'pull_request_reviews' },
  pull_request_review_thread: {
    prefixes: ['pull_request_review_threads'],
    plural: 'pull_request_review_threads',
  },
  pull_request_review_comment: {
    prefixes: ['pull_request_review_comments', 'review_comments'],
    plural: 'pull_request_review_comments',
  },
  issue_comment: { prefixes: ['issue_comments'], plural: 'issue_comments' },
  commit_comment: { prefixes: ['commit_comments'], plural: 'commit_comments' },
  issue_event: { prefixes: ['issue_events'], plural: 'issue_events' },
  attachment: { prefixes: ['attachments'], plural: 'attachments' },
  repository_file: { prefixes: ['repository_files'], plural: 'repository_files' },
  release: { prefixes: ['releases'], plural: 'releases' },
  discussion: { prefixes: ['discussions'], plural: 'discussions' },
  discussion_category: { prefixes: ['discussion_categories'], plural: 'discussion_categories' },
  project: { prefixes: ['projects'], plural: 'projects' },
  base: { prefixes: ['bases'], plural: 'bases' },
});

/** The kinds of records in archives. */
export type RecordKind = keyof typeof RECORD_KINDS;
