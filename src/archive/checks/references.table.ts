import type { RecordKind } from '../../model/record-kinds.table.ts';
import type { Named } from './record-keys.ts';

export interface ReferenceTargetRow {
  /** The types of things that the URL may identify. */
  readonly names: readonly Named[];
  /** The kind that must have a record file before a target counts as missing, since kinds may be excluded. */
  readonly filedAs: RecordKind;
  /** True if an archive with references to this target should contain some records, but not necessarily all. */
  readonly isNeverAlone?: true;
  /** Its name in messages. */
  readonly words: string;
}

/**
 * Targets of references. Users and organizations share their URLs (archive format, trap 22). An exporter that writes
 * empty merge requests as issues calls them pull requests elsewhere (archive format 2.23).
 */
export const REFERENCE_TARGETS = {
  account: {
    names: ['user', 'organization'],
    filedAs: 'user',
    isNeverAlone: true,
    words: 'a user or an organization',
  },
  team: { names: ['team'], filedAs: 'team', words: 'a team' },
  repository: { names: ['repository'], filedAs: 'repository', words: 'a repository' },
  milestone: { names: ['milestone'], filedAs: 'milestone', words: 'a milestone' },
  label: { names: ['label'], filedAs: 'repository', words: 'a label' },
  issue: { names: ['issue', 'pull_request'], filedAs: 'issue', words: 'an issue' },
  pull_request: { names: ['pull_request', 'issue'], filedAs: 'pull_request', words: 'a pull request' },
  review: { names: ['pull_request_review'], filedAs: 'pull_request_review', words: 'a review' },
  thread: {
    names: ['pull_request_review_thread'],
    filedAs: 'pull_request_review_thread',
    words: 'a review thread',
  },
  category: {
    names: ['category_name'],
    filedAs: 'discussion_category',
    words: 'a discussion category',
  },
  comment_with_file: {
    names: ['issue_comment', 'commit_comment', 'discussion'],
    filedAs: 'issue_comment',
    isNeverAlone: true,
    words: 'the comment that a file was uploaded to',
  },
  review_with_file: {
    names: ['pull_request_review', 'pull_request_review_comment'],
    filedAs: 'pull_request_review',
    isNeverAlone: true,
    words: 'the review that a file was uploaded to',
  },
  text_with_file: {
    names: ['release', 'discussion'],
    filedAs: 'release',
    words: 'what a file was uploaded to',
  },
  review_comment: {
    names: ['pull_request_review_comment'],
    filedAs: 'pull_request_review_comment',
    words: 'a review comment',
  },
  subject: {
    names: ['user', 'organization', 'repository', 'issue', 'pull_request', 'team'],
    filedAs: 'user',
    words: 'the subject of an event',
  },
} as const satisfies Record<string, ReferenceTargetRow>;

export type ReferenceTarget = keyof typeof REFERENCE_TARGETS;

interface ReferenceRow {
  /** A JSON pointer into the record; `*` means each element of an array. */
  readonly path: `/${string}`;
  readonly target: ReferenceTarget;
  /** True if the target belongs to the same repository and should be in the archive with it. */
  readonly isInside?: true;
}

const REPOSITORY: ReferenceRow = { path: '/repository', target: 'repository', isInside: true };
const ISSUE: ReferenceRow = { path: '/issue', target: 'issue', isInside: true };
const PULL_REQUEST: ReferenceRow = { path: '/pull_request', target: 'pull_request', isInside: true };
const USER: ReferenceRow = { path: '/user', target: 'account' };
const REACTIONS: ReferenceRow = { path: '/reactions/*/user', target: 'account' };

/** The references that issues and pull requests have in common. */
const TRACKED: readonly ReferenceRow[] = [
  REPOSITORY,
  USER,
  { path: '/assignee', target: 'account' },
  { path: '/assignees/*', target: 'account' },
  { path: '/milestone', target: 'milestone', isInside: true },
  { path: '/labels/*', target: 'label', isInside: true },
  REACTIONS,
];

/**
 * All members of records that contain URLs of other records (archive format 2.1 to 2.20). Accounts, forks and subjects
 * of events may be outside of the archive (archive format, traps 2, 3, 24, 26), and so may the label of an event, whose
 * name is in the event in case the label is deleted.
 */
export const REFERENCES: Readonly<Partial<Record<RecordKind, readonly ReferenceRow[]>>> = {
  organization: [{ path: '/members/*/user', target: 'account' }],
  team: [
    { path: '/organization', target: 'account' },
    { path: '/parent_team', target: 'team' },
    { path: '/permissions/*/repository', target: 'repository' },
    { path: '/members/*/user', target: 'account' },
  ],
  repository: [
    { path: '/owner', target: 'account' },
    { path: '/collaborators/*/user', target: 'account' },
    { path: '/repository_topics/*/repository', target: 'repository' },
    { path: '/repository_topics/*/creator', target: 'account' },
  ],
  protected_branch: [
    { path: '/repository_url', target: 'repository', isInside: true },
    { path: '/creator_url', target: 'account' },
    { path: '/authorized_user_urls/*', target: 'account' },
    { path: '/authorized_team_urls/*', target: 'team' },
    { path: '/dismissal_restricted_user_urls/*', target: 'account' },
    { path: '/dismissal_restricted_team_urls/*', target: 'team' },
  ],
  milestone: [REPOSITORY, USER],
  issue: TRACKED,
  pull_request: [
    ...TRACKED,
    { path: '/base/user', target: 'account' },
    { path: '/base/repo', target: 'repository', isInside: true },
    { path: '/head/user', target: 'account' },
    { path: '/head/repo', target: 'repository' },
    { path: '/close_issue_references/*/issue', target: 'issue' },
    { path: '/close_issue_references/*/issue_repository', target: 'repository' },
    { path: '/close_issue_references/*/actor', target: 'account' },
  ],
  pull_request_review: [PULL_REQUEST, USER, REACTIONS],
  pull_request_review_thread: [
    PULL_REQUEST,
    { path: '/pull_request_review', target: 'review', isInside: true },
    { path: '/resolver', target: 'account' },
  ],
  pull_request_review_comment: [
    PULL_REQUEST,
    { path: '/pull_request_review', target: 'review', isInside: true },
    { path: '/pull_request_review_thread', target: 'thread', isInside: true },
    { path: '/in_reply_to', target: 'review_comment' },
    USER,
    REACTIONS,
  ],
  issue_comment: [ISSUE, PULL_REQUEST, USER, REACTIONS],
  commit_comment: [REPOSITORY, USER, REACTIONS],
  issue_event: [
    ISSUE,
    PULL_REQUEST,
    { path: '/actor', target: 'account' },
    { path: '/subject', target: 'subject' },
    { path: '/label', target: 'label' },
    { path: '/commit_repository', target: 'repository' },
  ],
  attachment: [
    { path: '/issue', target: 'issue' },
    { path: '/pull_request', target: 'pull_request' },
    { path: '/issue_comment', target: 'comment_with_file' },
    { path: '/pull_request_review', target: 'review_with_file' },
    { path: '/pull_request_review_comment', target: 'review_with_file' },
    { path: '/commit_comment', target: 'comment_with_file' },
    { path: '/release', target: 'text_with_file' },
    { path: '/discussion', target: 'text_with_file' },
    USER,
  ],
  repository_file: [REPOSITORY, USER],
  release: [REPOSITORY, USER, { path: '/release_assets/*/user', target: 'account' }, REACTIONS],
  discussion: [
    REPOSITORY,
    USER,
    { path: '/discussion_category', target: 'category', isInside: true },
    { path: '/labels/*', target: 'label' },
    REACTIONS,
  ],
  discussion_category: [REPOSITORY],
};
