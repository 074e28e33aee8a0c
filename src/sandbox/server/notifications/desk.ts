import { createGrowingIds } from '../../world/life/growing-ids.ts';
import type { Notice } from '../../world/life/moment.ts';
import { isParticipating, type Notification } from '../../world/notifications/notification.ts';

/** What somebody wants to hear of a thread. */
export interface ThreadSubscription {
  readonly isIgnored: boolean;
  readonly createdAt: string;
}

/** All that lies in an inbox, and what its owner wants to hear. */
export interface Desk {
  /** What is not done, by id. */
  readonly threads: Map<number, Notification>;
  /** By id of the thread. */
  readonly subscriptions: Map<number, ThreadSubscription>;
  /** Ids of threads that the owner wants to hear nothing of but as a watcher. */
  readonly left: Set<number>;
  /** The ids of all threads there ever were, by what they are about. */
  readonly known: Map<string, number>;
}

/** Lays out what the world says is there. Whoever takes part is subscribed. */
export function createDesk(notifications: readonly Notification[]): Desk {
  return {
    threads: new Map(notifications.map((notification) => [notification.id, notification])),
    subscriptions: new Map(
      notifications.flatMap(({ id, reason, updatedAt }) =>
        isParticipating(reason) ? [[id, { isIgnored: false, createdAt: updatedAt }] as const] : [],
      ),
    ),
    left: new Set(),
    known: new Map(notifications.map((notification) => [keyOf(notification), notification.id])),
  };
}

/** The id of the thread about a subject: the same for good, also when nothing of it lies there. */
export function idOf(subject: Notice['subject'], { known }: Desk): number {
  const before = known.get(keyOf(subject));
  if (before !== undefined) {
    return before;
  }
  const latest = Math.max(0, ...known.values());
  const id = createGrowingIds({ event: latest })('event', Date.parse(subject.updatedAt));
  known.set(keyOf(subject), id);
  return id;
}

function keyOf({ repository, subjectType, subjectPath }: Notice['subject']): string {
  return `${repository.id} ${subjectType} ${subjectPath}`;
}
