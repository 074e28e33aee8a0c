import type { Clock } from '../../../base/clock.ts';
import type { Notice } from '../../world/live/notices.ts';
import {
  isParticipating,
  type Notification,
  type NotificationReason,
} from '../../world/notifications/create-notifications.ts';
import { createGrowingIds } from '../../world/random-picks.ts';
import { formatSeconds, SECOND_MS } from '../../world/timestamps.ts';
import type { Repository } from '../../world/world.ts';

export interface ThreadSubscription {
  readonly isIgnored: boolean;
  readonly createdAt: string;
}

/** A request to mark all as read, which may be processed in the background. */
interface Mark {
  readonly dueMs: number;
  readonly untilMs: number;
  readonly repositoryId: number | undefined;
}

interface InboxOptions {
  readonly clock: Clock;
  readonly login: string;
  /** True for repositories that the person works on. */
  readonly watches: (repository: Repository) => boolean;
  /** All notices so far, oldest first. */
  readonly notices: () => readonly Notice[];
  readonly first: readonly Notification[];
}

/** The service marks more notifications in the background, after a while. */
const MAX_MARKED_AT_ONCE = 50;
const BACKGROUND_MARKING_MS = 5_000;

/** The notifications of one person (specification 3). */
export class Inbox {
  readonly #options: InboxOptions;
  /** By id, without those that are done. */
  readonly #threads = new Map<number, Notification>();
  readonly #subscriptions = new Map<number, ThreadSubscription>();
  /** Ids of threads that the owner unsubscribed from: they notify only watchers. */
  readonly #left = new Set<number>();
  /** The ids of all threads, including done ones, by subject. */
  readonly #known = new Map<string, number>();
  /** All threads in the order of lists; undefined after a change. */
  #sorted: readonly Notification[] | undefined;
  /** The greatest id. */
  #latestId = 0;
  #noticeCount = 0;
  #pending: readonly Mark[] = [];
  #changedAtMs: number | undefined;

  /** Participants of a thread are subscribed to it. */
  constructor(options: InboxOptions) {
    this.#options = options;
    for (const notification of options.first) {
      const { id, reason, updatedAt } = notification;
      this.#threads.set(id, notification);
      this.#known.set(keyOf(notification), id);
      this.#latestId = Math.max(this.#latestId, id);
      if (isParticipating(reason)) {
        this.#subscribe(id, false, updatedAt);
      }
    }
  }

  /** All threads that are not done, newest first. */
  list(): readonly Notification[] {
    this.#takeNotices();
    this.#sorted ??= [...this.#threads.values()]
      .map((thread) => ({ thread, timeMs: Date.parse(thread.updatedAt) }))
      .toSorted((a, b) => b.timeMs - a.timeMs || b.thread.id - a.thread.id)
      .map(({ thread }) => thread);
    return this.#sorted;
  }

  find(id: number): Notification | undefined {
    this.#takeNotices();
    return this.#threads.get(id);
  }

  /** True for any thread, including done ones. */
  hasKnown(id: number): boolean {
    return [...this.#known.values()].includes(id);
  }

  markRead(id: number): void {
    const thread = this.#threads.get(id);
    this.#markRead(thread === undefined ? [] : [thread], this.#options.clock.now());
  }

  markDone(id: number): void {
    this.#touch(Math.max(this.#options.clock.now(), this.#newestMs() + SECOND_MS));
    this.#threads.delete(id);
    this.#sorted = undefined;
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
    return isImmediate ? 'now' : 'later';
  }

  subscription(id: number): ThreadSubscription | undefined {
    return this.#subscriptions.get(id);
  }

  subscribe(id: number, isIgnored: boolean): ThreadSubscription {
    return this.#subscribe(id, isIgnored, formatSeconds(this.#options.clock.now()));
  }

  unsubscribe(id: number): void {
    this.#subscriptions.delete(id);
    this.#left.add(id);
  }

  /** The last change that a list shows. */
  changedAtMs(): number | undefined {
    this.#takeNotices();
    return this.#changedAtMs;
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
    this.#settleMarks(this.#options.clock.now());
  }

  /** Completes background requests that are due. */
  #settleMarks(untilMs: number): void {
    const due = this.#pending.filter(({ dueMs }) => dueMs <= untilMs);
    this.#pending = this.#pending.filter(({ dueMs }) => dueMs > untilMs);
    for (const mark of due) {
      this.#markRead(this.#unreadUntil(mark), mark.dueMs);
    }
  }

  #unreadUntil({ untilMs, repositoryId }: Mark): readonly Notification[] {
    return [...this.#threads.values()].filter(
      ({ isUnread, updatedAt, repository }) =>
        isUnread &&
        Date.parse(updatedAt) <= untilMs &&
        (repositoryId === undefined || repository.id === repositoryId),
    );
  }

  #markRead(marked: readonly Notification[], atMs: number): void {
    for (const thread of marked) {
      this.#put({ ...thread, isUnread: false, lastReadAt: formatSeconds(atMs) });
    }
    if (marked.length > 0) {
      this.#touch(Math.max(atMs, this.#newestMs() + SECOND_MS));
    }
  }

  #newestMs(): number {
    let newest = '';
    for (const { updatedAt } of this.#threads.values()) {
      if (updatedAt > newest) {
        newest = updatedAt;
      }
    }
    return newest === '' ? 0 : Date.parse(newest);
  }

  #put(thread: Notification): void {
    this.#threads.set(thread.id, thread);
    this.#sorted = undefined;
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
    if (type === 'correction') {
      const { title, latestCommentPath } = subject;
      const isChanged = before?.title !== title || before.latestCommentPath !== latestCommentPath;
      if (before !== undefined && isChanged) {
        this.#put({ ...before, title, latestCommentPath });
      }
      return before !== undefined && isChanged;
    }
    if (actor === this.#options.login) {
      // Only a comment unmutes a thread (specification 4.4, rule 4).
      if (notice.isComment === true || this.#subscriptions.get(id)?.isIgnored !== true) {
        this.#subscribe(id, false, subject.updatedAt);
      }
      return false;
    }
    const reason = this.#reasonFor(id, notice);
    if (reason === undefined) {
      return false;
    }
    if (isParticipating(reason)) {
      this.#subscribe(id, false, subject.updatedAt);
    }
    // After a mention the reason never changes (specification 2.6).
    const kept = before?.reason === 'mention' ? 'mention' : reason;
    const lastReadAt = before?.lastReadAt ?? null;
    this.#put({ ...subject, id, reason: kept, isUnread: true, lastReadAt });
    return true;
  }

  #subscribe(id: number, isIgnored: boolean, now: string): ThreadSubscription {
    const subscription = { isIgnored, createdAt: this.#subscriptions.get(id)?.createdAt ?? now };
    this.#subscriptions.set(id, subscription);
    this.#left.delete(id);
    return subscription;
  }

  /** Why the owner is notified, if at all: muted threads notify only of mentions. */
  #reasonFor(id: number, { mentioned, reasonFor, subject }: Notice): NotificationReason | undefined {
    const { login, watches } = this.#options;
    const subscription = this.#subscriptions.get(id);
    if (mentioned.includes(login)) {
      return 'mention';
    }
    if (subscription?.isIgnored === true) {
      return undefined;
    }
    const watching = watches(subject.repository) ? 'subscribed' : undefined;
    return this.#left.has(id)
      ? watching
      : (reasonFor(login) ?? (subscription === undefined ? watching : 'manual'));
  }

  /** The permanent id of the thread about a subject. */
  #idOf(subject: Notice['subject']): number {
    const key = keyOf(subject);
    const id =
      this.#known.get(key) ??
      createGrowingIds({ event: this.#latestId })('event', Date.parse(subject.updatedAt));
    this.#known.set(key, id);
    this.#latestId = Math.max(this.#latestId, id);
    return id;
  }
}

function keyOf({ repository, subjectType, subjectPath }: Notice['subject']): string {
  return `${repository.id} ${subjectType} ${subjectPath}`;
}
