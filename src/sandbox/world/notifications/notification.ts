import type { ThreadOf } from '../threads.ts';
import type { Repository } from '../world.ts';

/** The reasons for notifications (specification 2.6) in the world. */
export type NotificationReason =
  | 'approval_requested'
  | 'assign'
  | 'author'
  | 'ci_activity'
  | 'comment'
  | 'invitation'
  | 'manual'
  | 'member_feature_requested'
  | 'mention'
  | 'review_requested'
  | 'security_advisory_credit'
  | 'security_alert'
  | 'state_change'
  | 'subscribed'
  | 'team_mention';

/** The specification only shows `Issue`. */
export type SubjectType =
  | 'CheckSuite'
  | 'Commit'
  | 'Discussion'
  | 'Issue'
  | 'PullRequest'
  | 'Release'
  | 'RepositoryAdvisory'
  | 'RepositoryDependabotAlertsThread'
  | 'RepositoryInvitation';

export interface Notification {
  readonly id: number;
  readonly repository: Repository;
  readonly title: string;
  readonly subjectType: SubjectType;
  /** Like the next, relative to the API URL of the repository. */
  readonly subjectPath: string;
  readonly latestCommentPath: string;
  readonly reason: NotificationReason;
  readonly updatedAt: string;
  readonly isUnread: boolean;
  readonly lastReadAt: string | null;
}

export type NotificationDraft = Omit<Notification, 'id' | 'isUnread' | 'lastReadAt'>;

/** True for participation and mentions, false for watching. */
export function isParticipating(reason: NotificationReason): boolean {
  return PARTICIPATING.has(reason);
}

const PARTICIPATING: ReadonlySet<NotificationReason> = new Set([
  'approval_requested',
  'assign',
  'author',
  'comment',
  'manual',
  'mention',
  'review_requested',
  'state_change',
  'team_mention',
]);

/**
 * The reason for notifying a person of a thread, if any. Mentions take precedence, since the reason remains `mention`
 * afterwards (specification 2.6).
 */
export function threadReason({ thread }: ThreadOf, login: string): NotificationReason | undefined {
  const { events } = thread;
  const isMentioned = events.some((event) => event.event === 'mentioned' && event.actor === login);
  if (isMentioned) {
    return 'mention';
  }
  const isRequested = events.some(
    (event) => event.event === 'review_requested' && event.subjectLogin === login,
  );
  if (isRequested) {
    return 'review_requested';
  }
  if (thread.assignees.includes(login)) {
    return 'assign';
  }
  if (thread.author === login) {
    return 'author';
  }
  if (thread.comments.some((comment) => comment.author === login)) {
    return 'comment';
  }
  const hasChangedState = events.some(
    (event) => event.actor === login && (event.event === 'closed' || event.event === 'reopened'),
  );
  return hasChangedState ? 'state_change' : undefined;
}

/** The fields of a notification about a thread. */
export function threadSubject({ kind, thread }: ThreadOf): Omit<NotificationDraft, 'reason' | 'repository'> {
  const path = `/${kind === 'issue' ? 'issues' : 'pulls'}/${thread.number}`;
  const comment = thread.comments.at(-1);
  return {
    title: thread.title,
    subjectType: kind === 'issue' ? 'Issue' : 'PullRequest',
    subjectPath: path,
    latestCommentPath: comment === undefined ? path : `/issues/comments/${comment.id}`,
    updatedAt: thread.updatedAt,
  };
}
