import { type Clock, invariant } from '../../../base/index.ts';
import type { Notice } from '../../world/life/moment.ts';
import type { Notification } from '../../world/notifications/notification.ts';
import { formatSeconds } from '../../world/timestamps.ts';
import type { Repository } from '../../world/world.ts';
import { createDesk, type Desk, deliverNotice, type ThreadSubscription } from './desk.ts';

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
const MAX_MARKED_AT_ONCE = 50;

/** How long marking in the background takes. */
const BACKGROUND_MARKING_MS = 5_000;

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

/** Marks threads as read at a moment. */
function markRead(state: InboxState, marked: readonly Notification[], atMs: number): void {
  for (const thread of marked) {
    state.desk.threads.set(thread.id, { ...thread, isUnread: false, lastReadAt: formatSeconds(atMs) });
  }
  if (marked.length > 0) {
    touch(state, atMs);
  }
}

/** Notes that a list shows something else now. Two changes within a second must differ: dates in headers count seconds. */
function touch(state: InboxState, atMs: number): void {
  state.changedAtMs = Math.max(atMs, (state.changedAtMs ?? 0) + 1_000);
}

/** What is unread and was not updated after a moment, of one repository or of all. */
function unreadUntil(
  { untilMs, repositoryId }: Omit<PendingMark, 'dueMs'>,
  { threads }: Desk,
): readonly Notification[] {
  return [...threads.values()].filter(
    ({ isUnread, updatedAt, repository }) =>
      isUnread &&
      Date.parse(updatedAt) <= untilMs &&
      (repositoryId === undefined || repository.id === repositoryId),
  );
}

/** Does what the background would have done by a moment; true where it did anything. */
function settleMarks(state: InboxState, untilMs: number): boolean {
  const due = state.pending.filter(({ dueMs }) => dueMs <= untilMs);
  state.pending = state.pending.filter(({ dueMs }) => dueMs > untilMs);
  for (const mark of due) {
    markRead(state, unreadUntil(mark, state.desk), mark.dueMs);
  }
  return due.length > 0;
}

/** All that an inbox has to remember. */
interface InboxState {
  readonly desk: Desk;
  /** How many notices it has heard. */
  heard: number;
  /** What is to be marked in the background. */
  pending: readonly PendingMark[];
  /** When anything last changed that a list shows, in milliseconds since the Unix epoch. */
  changedAtMs: number | undefined;
}

/** A request to mark all as read that is carried out later. */
interface PendingMark {
  readonly dueMs: number;
  readonly untilMs: number;
  readonly repositoryId: number | undefined;
}

/** The state of an inbox as JSON. */
export interface KeptInbox {
  readonly threads: readonly (Omit<Notification, 'repository'> & { readonly repositoryId: number })[];
  readonly subscriptions: readonly (readonly [number, ThreadSubscription])[];
  readonly left: readonly number[];
  readonly known: readonly (readonly [string, number])[];
  readonly heard: number;
  readonly pending: readonly PendingMark[];
  readonly changedAtMs?: number;
}

/** An inbox of which nobody has heard yet. */
export function beginInbox(notifications: readonly Notification[]): InboxState {
  return { desk: createDesk(notifications), heard: 0, pending: [], changedAtMs: undefined };
}

/** Writes the state down. */
export function keepInbox({ desk, heard, pending, changedAtMs }: InboxState): KeptInbox {
  return {
    threads: [...desk.threads.values()].map(({ repository, ...thread }) => ({
      ...thread,
      repositoryId: repository.id,
    })),
    subscriptions: [...desk.subscriptions],
    left: [...desk.left],
    known: [...desk.known],
    heard,
    pending,
    ...(changedAtMs === undefined ? {} : { changedAtMs }),
  };
}

/** Reads it back. */
export function restoreInbox(kept: KeptInbox, repositories: ReadonlyMap<number, Repository>): InboxState {
  const threads = kept.threads.map(({ repositoryId, ...thread }): Notification => {
    const repository = repositories.get(repositoryId);
    invariant(repository !== undefined, 'the world has the repositories that it had');
    return { ...thread, repository };
  });
  return {
    desk: {
      threads: new Map(threads.map((thread) => [thread.id, thread])),
      subscriptions: new Map(kept.subscriptions),
      left: new Set(kept.left),
      known: new Map(kept.known),
    },
    heard: kept.heard,
    pending: kept.pending,
    changedAtMs: kept.changedAtMs,
  };
}

/** Whose inbox, and what reaches it. */
interface InboxOptions {
  readonly clock: Clock;
  readonly login: string;
  /** True for repositories that the person works on. */
  readonly watches: (repository: Repository) => boolean;
  /** All that was ever to be heard, oldest first; it grows. */
  readonly notices: () => readonly Notice[];
  /** Hears of every change. */
  readonly onChange: (state: InboxState) => void;
}

/** Takes in all that happened since somebody last looked, in the order in which it did. */
function hearNotices(state: InboxState, options: InboxOptions): void {
  const news = options.notices().slice(state.heard);
  for (const notice of news) {
    const atMs = Date.parse(notice.subject.updatedAt);
    settleMarks(state, atMs);
    if (deliverNotice(notice, state.desk, options)) {
      touch(state, atMs);
    }
  }
  state.heard += news.length;
  const hasSettled = settleMarks(state, options.clock.now());
  if (news.length > 0 || hasSettled) {
    options.onChange(state);
  }
}
