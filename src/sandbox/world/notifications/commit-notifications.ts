import type { Commit } from '../git/git-history.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { formatSeconds, HOUR_MS, SECOND_MS } from '../timestamps.ts';
import type { Repository } from '../world.ts';
import type { NotificationDraft, NotificationReason, SubjectType } from './notification.ts';

interface CommitNotice {
  readonly reason: NotificationReason;
  readonly subjectType: SubjectType;
  /** `{subject}` is the first line of the commit's message. */
  readonly title: string;
  /** `{sha}` is the commit. */
  readonly path: string;
  /** How many commits before the last one. */
  readonly age: number;
}

/** What a person is told of besides threads; the conversations themselves are in no archive. */
const COMMIT_NOTICES: readonly CommitNotice[] = [
  {
    reason: 'ci_activity',
    subjectType: 'CheckSuite',
    title: 'CI workflow run failed for "{subject}"',
    path: '/commits/{sha}/check-suites',
    age: 0,
  },
  {
    reason: 'approval_requested',
    subjectType: 'CheckSuite',
    title: 'Deployment of "{subject}" waits for a review',
    path: '/commits/{sha}/check-suites',
    age: 1,
  },
  { reason: 'mention', subjectType: 'Commit', title: '{subject}', path: '/commits/{sha}', age: 2 },
  { reason: 'team_mention', subjectType: 'Commit', title: '{subject}', path: '/commits/{sha}', age: 3 },
];

/** Tells of the last commits of a repository that somebody watches; only organizations have teams. */
export function commitNotifications(
  { git }: RepositoryContent,
  repository: Repository,
  nowMs: number,
): readonly NotificationDraft[] {
  return COMMIT_NOTICES.flatMap((notice): readonly NotificationDraft[] => {
    const commit = git.commits.at(-1 - notice.age);
    const isForTeams = notice.reason === 'team_mention';
    if (commit === undefined || (isForTeams && repository.ownerType === 'User')) {
      return [];
    }
    const path = notice.path.replace('{sha}', commit.sha);
    return [
      {
        repository,
        title: notice.title.replace('{subject}', subjectOf(commit)),
        subjectType: notice.subjectType,
        subjectPath: path,
        latestCommentPath: path,
        reason: notice.reason,
        updatedAt: formatSeconds(Math.min(commit.committer.timeSeconds * SECOND_MS + HOUR_MS, nowMs)),
      },
    ];
  });
}

function subjectOf({ message }: Commit): string {
  return message.split('\n', 1).join('');
}
