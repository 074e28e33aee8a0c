import type { MigrationSwitch } from '../../../model/index.ts';
import { issueEventRecords } from './event-records.ts';
import {
  discussionCategoryRecords,
  discussionRecords,
  milestoneRecords,
  protectedBranchRecords,
} from './project-records.ts';
import type { RecordWriter } from './record-context.ts';
import { repositoryRecord } from './repository-record.ts';
import { reviewCommentRecords, reviewRecords, reviewThreadRecords } from './review-records.ts';
import {
  commitCommentRecords,
  issueCommentRecords,
  issueRecords,
  pullRequestRecords,
} from './thread-records.ts';
import { attachmentRecords, releaseRecords, repositoryFileRecords } from './upload-records.ts';

interface RecordFileRow {
  /** The prefix of the names of its files. */
  readonly prefix: string;
  readonly write: RecordWriter;
  /** The switch of the request that excludes it. */
  readonly excludedBy?: MigrationSwitch;
  /** True for files that are not in archives of 2019. */
  readonly isNew?: boolean;
}

/** The record files of repositories. */
export const RECORD_FILES: readonly RecordFileRow[] = [
  { prefix: 'repositories', write: (exported, context) => [repositoryRecord(exported, context)] },
  { prefix: 'protected_branches', write: protectedBranchRecords },
  { prefix: 'milestones', write: milestoneRecords },
  { prefix: 'issues', write: issueRecords },
  { prefix: 'pull_requests', write: pullRequestRecords },
  { prefix: 'pull_request_reviews', write: reviewRecords },
  { prefix: 'pull_request_review_threads', write: reviewThreadRecords },
  { prefix: 'pull_request_review_comments', write: reviewCommentRecords },
  { prefix: 'issue_comments', write: issueCommentRecords },
  { prefix: 'commit_comments', write: commitCommentRecords },
  { prefix: 'issue_events', write: issueEventRecords },
  { prefix: 'attachments', write: attachmentRecords, excludedBy: 'excludeAttachments' },
  { prefix: 'repository_files', write: repositoryFileRecords, excludedBy: 'excludeAttachments' },
  { prefix: 'releases', write: releaseRecords, excludedBy: 'excludeReleases' },
  { prefix: 'discussions', write: discussionRecords, isNew: true },
  { prefix: 'discussion_categories', write: discussionCategoryRecords, isNew: true },
];
