import type { ThreadEvent, ThreadOf } from '../threads.ts';
import type { Repository } from '../world.ts';

/** The reasons for notifications (specification 2.6): true for participation and mentions, false for watching. */
const REASONS = {
  approval_requested: true,
  assign: true,
  author: true,
  ci_activity: false,
  comment: true,
  invitation: false,
  manual: true,
  member_feature_requested: false,
  mention: true,
  review_requested: true,
  security_advisory_credit: false,
  security_alert: false,
  state_change: true,
  subscribed: false,
  team_mention: true,
} as const;

export type NotificationReason = keyof typeof REASONS;

export function isParticipating(reason: NotificationReason): boolean {
  return REASONS[reason];
}

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

/**
 * The reason for notifying a person of a thread, if any. Mentions take precedence, since the reason remains `mention`
 * afterwards (specification 2.6).
 */
export function threadReason({ thread }: ThreadOf, login: string): NotificationReason | undefined {
  const { events, assignees, author, comments } = thread;
  const reasons = [
    ['mention', events.some(({ event, actor }) => event === 'mentioned' && actor === login)],
    ['review_requested', events.some((event) => isRequestTo(event, login))],
    ['assign', assignees.includes(login)],
    ['author', author === login],
    ['comment', comments.some((comment) => comment.author === login)],
    ['state_change', events.some(({ event, actor }) => STATE_CHANGES.has(event) && actor === login)],
  ] as const;
  return reasons.find(([, applies]) => applies)?.[0];
}

const STATE_CHANGES: ReadonlySet<string> = new Set(['closed', 'reopened']);

function isRequestTo(event: ThreadEvent, login: string): boolean {
  return event.event === 'review_requested' && event.subjectLogin === login;
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
