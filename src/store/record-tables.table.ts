import { ORGANIZATIONS, TEAMS, USERS } from './rows/tables/accounts.table.ts';
import { COMMIT_COMMENTS, ISSUE_COMMENTS, ISSUE_EVENTS } from './rows/tables/comments.table.ts';
import { ATTACHMENTS, REPOSITORY_FILES } from './rows/tables/files.table.ts';
import { MILESTONES, PROTECTED_BRANCHES, RELEASES, REPOSITORIES } from './rows/tables/repositories.table.ts';
import { REVIEW_COMMENTS, REVIEW_THREADS, REVIEWS } from './rows/tables/reviews.table.ts';
import { DISCUSSION_CATEGORIES, DISCUSSIONS, ISSUES, PULL_REQUESTS } from './rows/tables/threads.table.ts';
import type { RecordTable } from './table-spec.ts';

/** The kinds with tables of their own; records of all other kinds are stored as JSON in `other_records`. */
export const RECORD_TABLES: readonly RecordTable[] = [
  USERS,
  ORGANIZATIONS,
  TEAMS,
  REPOSITORIES,
  PROTECTED_BRANCHES,
  MILESTONES,
  ISSUES,
  PULL_REQUESTS,
  REVIEWS,
  REVIEW_THREADS,
  REVIEW_COMMENTS,
  ISSUE_COMMENTS,
  COMMIT_COMMENTS,
  ISSUE_EVENTS,
  ATTACHMENTS,
  REPOSITORY_FILES,
  RELEASES,
  DISCUSSIONS,
  DISCUSSION_CATEGORIES,
];
