import type { Clock } from '../../../base/index.ts';
import { isParticipating, type Notification } from '../../world/notifications/notification.ts';
import { formatSeconds } from '../../world/timestamps.ts';
import type { Repository } from '../../world/world.ts';

/** What somebody wants to hear of a thread. */
export interface ThreadSubscription {
  readonly isIgnored: boolean;
  readonly createdAt: string;
}

/** The notifications of one person, and what they did with them (specification 3). */
export interface Inbox {
  /** All that is not done, newest first. */
  list(): readonly Notification[];
  find(id: number): Notification | undefined;
  markRead(id: number): void;
  markDone(id: number): void;
  /**
   * Marks all that was not updated after a moment, of one repository or of all. `later` means that there is too
   * much to do at once: it is marked in the background.
   */
  markAllRead(untilMs: number, repository?: Repository): 'later' | 'now';
  subscription(id: number): ThreadSubscription | undefined;
  subscribe(id: number, isIgnored: boolean): ThreadSubscription;
  unsubscribe(id: number): void;
  /** When anything last changed that a list shows, in milliseconds since the Unix epoch. */
  changedAtMs(): number | undefined;
}

/** How many notifications the service marks while the caller waits; more are marked in the background. */
export const MAX_MARKED_AT_ONCE = 50;

/** How long marking in the background takes. */
export const BACKGROUND_MARKING_MS = 5_000;

interface PendingMark {
  readonly dueMs: number;
  readonly apply: () => void;
}

/** Creates an inbox with what the world says is in it. */
export function createInbox(notifications: readonly Notification[], clock: Clock): Inbox {
  const threads = new Map(notifications.map((notification) => [notification.id, notification]));
  const subscriptions = new Map<number, ThreadSubscription>(
    notifications.flatMap(({ id, reason, updatedAt }) =>
      isParticipating(reason) ? [[id, { isIgnored: false, createdAt: updatedAt }] as const] : [],
    ),
  );
  let pending: PendingMark[] = [];
  let changedAtMs: number | undefined;

  /** Does what the background would have done by now. */
  function settle(): void {
    const due = pending.filter(({ dueMs }) => dueMs <= clock.now());
    pending = pending.filter(({ dueMs }) => dueMs > clock.now());
    for (const { apply } of due) {
      apply();
    }
  }

  /** Two changes within a second must differ, since dates in headers count seconds. */
  function touch(): void {
    changedAtMs = Math.max(clock.now(), (changedAtMs ?? 0) + 1_000);
  }

  function markRead(marked: readonly Notification[]): void {
    for (const thread of marked) {
      threads.set(thread.id, { ...thread, isUnread: false, lastReadAt: formatSeconds(clock.now()) });
    }
    if (marked.length > 0) {
      touch();
    }
  }

  const unreadUntil = (untilMs: number, repository?: Repository) =>
    [...threads.values()].filter(
      (thread) =>
        thread.isUnread &&
        Date.parse(thread.updatedAt) <= untilMs &&
        (repository === undefined || thread.repository === repository),
    );

  return {
    list() {
      settle();
      return [...threads.values()];
    },
    find(id) {
      settle();
      return threads.get(id);
    },
    markRead(id) {
      const thread = threads.get(id);
      markRead(thread === undefined ? [] : [thread]);
    },
    markDone(id) {
      threads.delete(id);
      touch();
    },
    markAllRead(untilMs, repository) {
      settle();
      const marked = unreadUntil(untilMs, repository);
      if (marked.length <= MAX_MARKED_AT_ONCE) {
        markRead(marked);
        return 'now';
      }
      const apply = () => markRead(unreadUntil(untilMs, repository));
      pending.push({ dueMs: clock.now() + BACKGROUND_MARKING_MS, apply });
      return 'later';
    },
    subscription: (id) => subscriptions.get(id),
    subscribe(id, isIgnored) {
      const createdAt = subscriptions.get(id)?.createdAt ?? formatSeconds(clock.now());
      const subscription = { isIgnored, createdAt };
      subscriptions.set(id, subscription);
      return subscription;
    },
    unsubscribe: (id) => void subscriptions.delete(id),
    changedAtMs: () => changedAtMs,
  };
}
