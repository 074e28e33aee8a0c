import type { Notification } from '../../world/notifications/notification.ts';
import { formatSeconds } from '../../world/timestamps.ts';
import type { Repository } from '../../world/world.ts';
import type { ThreadSubscription } from './desk.ts';
import { hearNotices, type InboxOptions } from './hear-notices.ts';
import { markRead, touch, unreadUntil } from './inbox-marks.ts';
import type { InboxState } from './inbox-state.ts';

/** The notifications of one person, and what they did with them (specification 3). */
export interface Inbox {
  /** All that is not done, newest first. */
  list(): readonly Notification[];
  find(id: number): Notification | undefined;
  /** Whether there ever was such a thread, done or not. */
  hasKnown(id: number): boolean;
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

/** Opens an inbox: it hears the notices, and does what its owner wants. */
export function createInbox(state: InboxState, options: InboxOptions): Inbox {
  const { clock, onChange } = options;
  const { desk } = state;
  const { threads, subscriptions } = desk;
  return {
    list() {
      hearNotices(state, options);
      return [...threads.values()].toSorted(newestFirst);
    },
    find(id) {
      hearNotices(state, options);
      return threads.get(id);
    },
    hasKnown: (id) => threads.has(id) || [...desk.known.values()].includes(id),
    markRead(id) {
      const thread = threads.get(id);
      markRead(state, thread === undefined ? [] : [thread], clock.now());
      onChange(state);
    },
    markDone(id) {
      threads.delete(id);
      touch(state, clock.now());
      onChange(state);
    },
    markAllRead(untilMs, repository) {
      hearNotices(state, options);
      const marked = unreadUntil({ untilMs, repositoryId: repository?.id }, desk);
      const isLittle = marked.length <= MAX_MARKED_AT_ONCE;
      if (isLittle) {
        markRead(state, marked, clock.now());
      } else {
        const dueMs = clock.now() + BACKGROUND_MARKING_MS;
        state.pending = [...state.pending, { dueMs, untilMs, repositoryId: repository?.id }];
      }
      onChange(state);
      return isLittle ? 'now' : 'later';
    },
    subscription: (id) => subscriptions.get(id),
    subscribe(id, isIgnored) {
      const createdAt = subscriptions.get(id)?.createdAt ?? formatSeconds(clock.now());
      const subscription = { isIgnored, createdAt };
      subscriptions.set(id, subscription);
      desk.left.delete(id);
      onChange(state);
      return subscription;
    },
    unsubscribe(id) {
      subscriptions.delete(id);
      desk.left.add(id);
      onChange(state);
    },
    changedAtMs() {
      hearNotices(state, options);
      return state.changedAtMs;
    },
  };
}
function newestFirst(a: Notification, b: Notification): number {
  return a.updatedAt === b.updatedAt ? 0 : a.updatedAt < b.updatedAt ? 1 : -1;
}
