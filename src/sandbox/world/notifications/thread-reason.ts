import type { ThreadOf } from '../activity/activity-event.ts';
import type { NotificationReason } from './notification.ts';

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
