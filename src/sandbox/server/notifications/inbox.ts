import type { Clock } from '../../../base/index.ts';
import { createGrowingIds } from '../../world/chance.ts';
import type { Notice } from '../../world/life/notices.ts';
import {
  isParticipating,
  type Notification,
  type NotificationReason,
} from '../../world/notifications/notification.ts';
import { formatSeconds, SECOND_MS } from '../../world/timestamps.ts';
import type { Repository } from '../../world/world.ts';

/** A person's subscription to a thread. */
export interface ThreadSubscription {
  readonly isIgnored: boolean;
  readonly createdAt: string;
}

/** The content of an inbox as JSON. */
export interface KeptInbox {
  readonly threads: readonly Notification[];
  readonly subscriptions: readonly (readonly [number, ThreadSubscription])[];
  /** Ids of threads that the owner unsubscribed from: they notify only watchers. */
  readonly left: readonly number[];
  /** The ids of all threads, including done ones, by subject. */
  readonly known: readonly (readonly [string, number])[];
  /** The number of notices processed. */
  readonly noticeCount: number;
  /** Requests to mark all as read that are processed in the background. */
  readonly pending: readonly {
    readonly dueMs: number;
    readonly untilMs: number;
    readonly repositoryId?: number | undefined;
  }[];
  /** The last change that a list shows, in milliseconds since the Unix epoch. */
  readonly changedAtMs?: number;
}

interface InboxOptions {
  readonly clock: Clock;
  readonly login: string;
  /** True for repositories that the person works on. */
  readonly watches: (repository: Repository) => boolean;
  /** All notices so far, oldest first. */
  readonly notices: () => readonly Notice[];
  /** Called after every change. */
  readonly onChange: (inbox: KeptInbox) => void;
}

/** The service marks more notifications in the background, after a while. */
const MAX_MARKED_AT_ONCE = 50;
const BACKGROUND_MARKING_MS = 5_000;

/** A new inbox with the initial notifications. Participants of a thread are subscribed to it. */
export function firstInbox(notifications: readonly Notification[]): KeptInbox {
  return {
    threads: notifications,
    subscriptions: notifications
      .filter(({ reason }) => isParticipating(reason))
      .map(({ id, updatedAt }) => [id, { isIgnored: false, createdAt: updatedAt }] as const),
    left: [],
    known: notifications.map((notification) => [keyOf(notification), notification.id] as const),
    noticeCount: 0,
    pending: [],
  };
}

/** The notifications of one person (specification 3). */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #threads: Map<number, Notification>;
  readonly #subscriptions: Map<number, ThreadSubscription>;
  readonly #left: Set<number>;
  readonly #known: Map<string, number>;
  #noticeCount: number;
  #pending: KeptInbox['pending'];
  #changedAtMs: number | undefined;

  constructor(kept: KeptInbox, options: InboxOptions) {
    this.#options = options;
    this.#threads = new Map(kept.threads.map((thread) => [thread.id, thread]));
    this.#subscriptions = new Map(kept.subscriptions);
    this.#left = new Set(kept.left);
    this.#known = new Map(kept.known);
    this.#noticeCount = kept.noticeCount;
    this.#pending = kept.pending;
    this.#changedAtMs = kept.changedAtMs;
  }

  /** All threads that are not done, newest first. */
  list(): readonly Notification[] {
    this.#takeNotices();
    return [...this.#threads.values()].toSorted((a, b) =>
      a.updatedAt === b.updatedAt ? 0 : a.updatedAt < b.updatedAt ? 1 : -1,
    );
  }

  find(id: number): Notification | undefined {
    this.#takeNotices();
    return this.#threads.get(id);
  }

  /** True for any thread, including done ones. */
  hasKnown(id: number): boolean {
    return this.#threads.has(id) || [...this.#known.values()].includes(id);
  }

  markRead(id: number): void {
    const thread = this.#threads.get(id);
    this.#markRead(thread === undefined ? [] : [thread], this.#options.clock.now());
    this.#keep();
  }

  markDone(id: number): void {
    this.#touch(Math.max(this.#options.clock.now(), this.#newestMs() + SECOND_MS));
    this.#threads.delete(id);
    this.#keep();
  }

  /**
   * Marks all threads as read that were not updated after a moment, in one repository or in all. `later` means that there
   * are too many, so that they are marked in the background.
   */
  markAllRead(untilMs: number, repository?: Repository): 'later' | 'now' {
    this.#takeNotices();
    const nowMs = this.#options.clock.now();
    const mark = { dueMs: nowMs + BACKGROUND_MARKING_MS, untilMs, repositoryId: repository?.id };
    const marked = this.#unreadUntil(mark);
    const isImmediate = marked.length <= MAX_MARKED_AT_ONCE;
    if (isImmediate) {
      this.#markRead(marked, nowMs);
    } else {
      this.#pending = [...this.#pending, mark];
    }
    this.#keep();
    return isImmediate ? 'now' : 'later';
  }

  subscription(id: number): ThreadSubscription | undefined {
    return this.#subscriptions.get(id);
  }

  subscribe(id: number, isIgnored: boolean): ThreadSubscription {
    const createdAt = this.#subscriptions.get(id)?.createdAt ?? formatSeconds(this.#options.clock.now());
    const subscription = { isIgnored, createdAt };
    this.#subscriptions.set(id, subscription);
    this.#left.delete(id);
    this.#keep();
    return subscription;
  }

  unsubscribe(id: number): void {
    this.#subscriptions.delete(id);
    this.#left.add(id);
    this.#keep();
  }

  /** The last change that a list shows. */
  changedAtMs(): number | undefined {
    this.#takeNotices();
    return this.#changedAtMs;
  }

  #keep(): void {
    this.#options.onChange({
      threads: [...this.#threads.values()],
      subscriptions: [...this.#subscriptions],
      left: [...this.#left],
      known: [...this.#known],
      noticeCount: this.#noticeCount,
      pending: this.#pending,
      ...(this.#changedAtMs === undefined ? {} : { changedAtMs: this.#changedAtMs }),
    });
  }

  /** Processes all new notices in their order. */
  #takeNotices(): void {
    const news = this.#options.notices().slice(this.#noticeCount);
    for (const notice of news) {
      const atMs = Date.parse(notice.subject.updatedAt);
      this.#settleMarks(atMs);
      if (this.#deliver(notice)) {
        this.#touch(atMs);
      }
    }
    this.#noticeCount += news.length;
    const hasSettled = this.#settleMarks(this.#options.clock.now());
    if (news.length > 0 || hasSettled) {
      this.#keep();
    }
  }

  /** Completes background requests that are due; true if there were any. */
  #settleMarks(untilMs: number): boolean {
    const due = this.#pending.filter(({ dueMs }) => dueMs <= untilMs);
    this.#pending = this.#pending.filter(({ dueMs }) => dueMs > untilMs);
    for (const mark of due) {
      this.#markRead(this.#unreadUntil(mark), mark.dueMs);
    }
    return due.length > 0;
  }

  #unreadUntil({ untilMs, repositoryId }: KeptInbox['pending'][number]): readonly Notification[] {
    return [...this.#threads.values()].filter(
      ({ isUnread, updatedAt, repository }) =>
        isUnread &&
        Date.parse(updatedAt) <= untilMs &&
        (repositoryId === undefined || repository.id === repositoryId),
    );
  }

  #markRead(marked: readonly Notification[], atMs: number): void {
    for (const thread of marked) {
      this.#threads.set(thread.id, { ...thread, isUnread: false, lastReadAt: formatSeconds(atMs) });
    }
    if (marked.length > 0) {
      this.#touch(Math.max(atMs, this.#newestMs() + SECOND_MS));
    }
  }

  #newestMs(): number {
    return Math.max(0, ...[...this.#threads.values()].map(({ updatedAt }) => Date.parse(updatedAt)));
  }

  /** Records a change of the list. Two changes must differ by a second, the resolution of dates in headers. */
  #touch(atMs: number): void {
    this.#changedAtMs = Math.max(atMs, (this.#changedAtMs ?? 0) + SECOND_MS);
  }

  /** Delivers a notice; true if that changed the list. */
  #deliver(notice: Notice): boolean {
    const { type, subject, actor } = notice;
    const id = this.#idOf(subject);
    const before = this.#threads.get(id);
    if (type === 'gone') {
      return this.#threads.delete(id);
    }
    if (type === 'correction') {
      const { title, latestCommentPath } = subject;
      const isChanged = before?.title !== title || before.latestCommentPath !== latestCommentPath;
      if (before !== undefined && isChanged) {
        this.#threads.set(id, { ...before, title, latestCommentPath });
      }
      return before !== undefined && isChanged;
    }
    if (actor === this.#options.login) {
      // Only a comment unmutes a thread (specification 4.4, rule 4).
      if (notice.isComment === true || this.#subscriptions.get(id)?.isIgnored !== true) {
        this.#takePart(id, notice);
      }
      return false;
    }
    const reason = this.#reasonFor(id, notice);
    if (reason === undefined) {
      return false;
    }
    if (isParticipating(reason)) {
      this.#takePart(id, notice);
    }
    // After a mention the reason never changes (specification 2.6).
    const kept = before?.reason === 'mention' ? 'mention' : reason;
    const lastReadAt = before?.lastReadAt ?? null;
    this.#threads.set(id, { ...subject, id, reason: kept, isUnread: true, lastReadAt });
    return true;
  }

  #takePart(id: number, { subject }: Notice): void {
    const createdAt = this.#subscriptions.get(id)?.createdAt ?? subject.updatedAt;
    this.#subscriptions.set(id, { isIgnored: false, createdAt });
    this.#left.delete(id);
  }

  /** Why the owner is notified, if at all: muted threads notify only of mentions. */
  #reasonFor(id: number, { mentioned, reasonFor, subject }: Notice): NotificationReason | undefined {
    const { login, watches } = this.#options;
    if (mentioned.includes(login)) {
      return 'mention';
    }
    if (this.#subscriptions.get(id)?.isIgnored === true) {
      return undefined;
    }
    const watching = watches(subject.repository) ? 'subscribed' : undefined;
    return this.#left.has(id)
      ? watching
      : (reasonFor(login) ?? (this.#subscriptions.has(id) ? 'manual' : watching));
  }

  /** The permanent id of the thread about a subject. */
  #idOf(subject: Notice['subject']): number {
    const key = keyOf(subject);
    const event = Math.max(0, ...this.#known.values());
    const id = this.#known.get(key) ?? createGrowingIds({ event })('event', Date.parse(subject.updatedAt));
    this.#known.set(key, id);
    return id;
  }
}

function keyOf({ repository, subjectType, subjectPath }: Notice['subject']): string {
  return `${repository.id} ${subjectType} ${subjectPath}`;
}
