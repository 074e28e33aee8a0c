import type { ThreadOf } from '../threads.ts';
import type { Repository } from '../world.ts';

/** Why somebody is notified (specification 2.6); those that the world uses. */
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

/** What a notification can be about; `Issue` is the one that the specification shows. */
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

/** A notification about one conversation. */
export interface Notification {
  readonly id: number;
  readonly repository: Repository;
  readonly title: string;
  readonly subjectType: SubjectType;
  /** Below the API address of the repository, as is the next. */
  readonly subjectPath: string;
  readonly latestCommentPath: string;
  readonly reason: NotificationReason;
  readonly updatedAt: string;
  readonly isUnread: boolean;
  readonly lastReadAt: string | null;
}

/** A notification before it has an id, and before it is known whether it was read. */
export type NotificationDraft = Omit<Notification, 'id' | 'isUnread' | 'lastReadAt'>;

/** True for reasons that mean taking part, or being called by name, rather than only watching. */
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
 * Why a thread concerns somebody; undefined where it does not. Being called by name counts most, since the reason
 * stays `mention` afterwards (specification 2.6).
 */
export function threadReason({ thread }: ThreadOf, login: string): NotificationReason | undefined {
  const { events } = thread;
  const isMentioned = events.some((event) => event.event === 'mentioned' && event.actor === login);
  if (isMentioned) {
    return 'mention';
  }
  const isAsked = events.some((event) => event.event === 'review_requested' && event.subjectLogin === login);
  if (isAsked) {
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
  const hasMoved = events.some(
    (event) => event.actor === login && (event.event === 'closed' || event.event === 'reopened'),
  );
  return hasMoved ? 'state_change' : undefined;
}

/** What a notification says of a thread. */
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
