import type { JsonObject } from '../../../base/json.ts';
import type { Random } from '../../../base/random.ts';
import type { MigrationSwitch } from '../../../model/migrations.ts';
import * as accounts from './account-records.ts';
import * as planning from './planning-records.ts';
import type { RecordContext, RecordWriter } from './record-context.ts';
import * as repositories from './repository-records.ts';
import * as threads from './thread-records.ts';

interface RecordFileRow {
  /** The prefix of the names of its files. */
  readonly prefix: string;
  /** The name that the specification has for it (2.8), if it is another one. */
  readonly specifiedPrefix?: string;
  /** True for files that the specification names, but no known archive of the real service has. */
  readonly isSpecifiedOnly?: boolean;
  readonly write: (context: RecordContext, random: Random) => Iterable<JsonObject>;
  readonly excludedBy?: MigrationSwitch;
  /** True for files that are not in archives of 2019. */
  readonly isNew?: boolean;
}

/** All record files. People come last: the other records determine who is in the archive. */
export const RECORD_FILES: readonly RecordFileRow[] = [
  { prefix: 'repositories', write: mixed(repositories.repositoryRecords) },
  { prefix: 'protected_branches', write: mixed(repositories.protectedBranchRecords) },
  { prefix: 'milestones', write: mixed(repositories.milestoneRecords) },
  { prefix: 'issues', write: mixed(threads.issueRecords) },
  { prefix: 'pull_requests', write: mixed(threads.pullRequestRecords) },
  { prefix: 'pull_request_reviews', write: mixed(threads.reviewRecords) },
  { prefix: 'pull_request_review_threads', write: mixed(threads.reviewThreadRecords) },
  {
    prefix: 'pull_request_review_comments',
    specifiedPrefix: 'review_comments',
    write: mixed(threads.reviewCommentRecords),
  },
  { prefix: 'issue_comments', write: mixed(threads.issueCommentRecords) },
  { prefix: 'commit_comments', write: mixed(threads.commitCommentRecords) },
  { prefix: 'issue_events', write: mixed(threads.issueEventRecords) },
  { prefix: 'attachments', write: mixed(repositories.attachmentRecords), excludedBy: 'excludeAttachments' },
  {
    prefix: 'repository_files',
    write: mixed(repositories.repositoryFileRecords),
    excludedBy: 'excludeAttachments',
  },
  { prefix: 'releases', write: mixed(repositories.releaseRecords), excludedBy: 'excludeReleases' },
  { prefix: 'discussions', write: mixed(repositories.discussionRecords), isNew: true },
  { prefix: 'discussion_categories', write: mixed(repositories.discussionCategoryRecords), isNew: true },
  {
    prefix: 'projects',
    write: inOrder(planning.projectRecords),
    excludedBy: 'excludeOwnerProjects',
    isSpecifiedOnly: true,
  },
  { prefix: 'bases', write: inOrder(planning.baseRecords), isSpecifiedOnly: true },
  { prefix: 'organizations', write: accounts.organizationRecords },
  { prefix: 'teams', write: accounts.teamRecords },
  { prefix: 'users', write: accounts.userRecords },
  { prefix: 'bots', write: accounts.botRecords, isNew: true },
];

/** Draws nothing, so that the other records are the same with and without these. */
function inOrder(write: RecordWriter): RecordFileRow['write'] {
  return (context) => context.repositories.flatMap((exported) => write(exported, context));
}

/** The maximum number of consecutive records of one repository. */
const MAX_RUN = 25;

/** Mixes the records of the repositories in runs of random length; those of each repository keep their order. */
function mixed(write: RecordWriter): RecordFileRow['write'] {
  return function* mix(context, random) {
    const lists = context.repositories.map((exported) => write(exported, context));
    let open = lists.map((list) => list.values());
    while (open.length > 0) {
      const list = random.pick(open);
      for (let left = random.integer(1, MAX_RUN); left > 0; left -= 1) {
        const next = list.next();
        if (next.done === true) {
          open = open.filter((other) => other !== list);
          break;
        }
        yield next.value;
      }
    }
  };
}
