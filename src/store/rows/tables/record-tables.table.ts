import type { RecordTable } from '../table-spec.ts';
import { ORGANIZATIONS, TEAMS, USERS } from './accounts.table.ts';
import { COMMIT_COMMENTS, ISSUE_COMMENTS, ISSUE_EVENTS } from './comments.table.ts';
import { ATTACHMENTS, REPOSITORY_FILES } from './files.table.ts';
import { MILESTONES, PROTECTED_BRANCHES, RELEASES, REPOSITORIES } from './repositories.table.ts';
import { REVIEW_COMMENTS, REVIEW_THREADS, REVIEWS } from './reviews.table.ts';
import { DISCUSSION_CATEGORIES, DISCUSSIONS, ISSUES, PULL_REQUESTS } from './threads.table.ts';

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
