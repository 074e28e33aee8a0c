import type { Clock } from '../../../base/index.ts';
import type { StateFile } from '../../state/state-file.ts';
import type { Notice } from '../../world/live/notices.ts';
import {
  isParticipating,
  type Notification,
  type NotificationReason,
} from '../../world/notifications/create-notifications.ts';
import { createGrowingIds } from '../../world/random-picks.ts';
import { formatSeconds, SECOND_MS } from '../../world/timestamps.ts';
import type { Repository } from '../../world/world.ts';

/** A person's subscription to a thread. */
export interface ThreadSubscription {
  readonly isIgnored: boolean;
  readonly createdAt: string;
}

/** The content of an inbox, which JSON can represent. */
interface InboxState {
  /** By id, without those that are done. */
  readonly threads: Record<number, Notification>;
  readonly subscriptions: Record<number, ThreadSubscription>;
  /** Ids of threads that the owner unsubscribed from: they notify only watchers. */
  readonly left: Record<number, true>;
  /** The ids of all threads, including done ones, by subject. */
  readonly known: Record<string, number>;
  /** The number of notices processed. */
  noticeCount: number;
  /** Requests to mark all as read that are processed in the background. */
  pending: readonly {
    readonly dueMs: number;
    readonly untilMs: number;
    readonly repositoryId?: number | undefined;
  }[];
  /** The last change that a list shows, in milliseconds since the Unix epoch. */
  changedAtMs?: number;
}

interface InboxOptions {
  readonly clock: Clock;
  readonly login: string;
  /** True for repositories that the person works on. */
  readonly watches: (repository: Repository) => boolean;
  /** All notices so far, oldest first. */
  readonly notices: () => readonly Notice[];
  readonly stateFile: StateFile;
  /** The initial notifications. */
  readonly first: () => readonly Notification[];
}

/** The service marks more notifications in the background, after a while. */
const MAX_MARKED_AT_ONCE = 50;
const BACKGROUND_MARKING_MS = 5_000;

/** A new inbox with the initial notifications. Participants of a thread are subscribed to it. */
function firstInbox(notifications: readonly Notification[]): InboxState {
  const participating = notifications.filter(({ reason }) => isParticipating(reason));
  return {
    threads: Object.fromEntries(notifications.map((notification) => [notification.id, notification])),
    subscriptions: Object.fromEntries(
      participating.map(({ id, updatedAt: createdAt }) => [id, { isIgnored: false, createdAt }]),
    ),
    left: {},
    known: Object.fromEntries(notifications.map((notification) => [keyOf(notification), notification.id])),
    noticeCount: 0,
    pending: [],
  };
}

/** The notifications of one person (specification 3). */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #state: InboxState;

  constructor(options: InboxOptions) {
    const { stateFile, login, first } = options;
    this.#options = options;
    this.#state = stateFile.read<InboxState>(`inbox ${login}`) ?? firstInbox(first());
  }

  /** All threads that are not done, newest first. */
  list(): readonly Notification[] {
    this.#takeNotices();
    return Object.values(this.#state.threads).toSorted(
      (a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || b.id - a.id,
    );
  }

  find(id: number): Notification | undefined {
    this.#takeNotices();
    return this.#state.threads[id];
  }

  /** True for any thread, including done ones. */
  hasKnown(id: number): boolean {
    return Object.values(this.#state.known).includes(id);
  }

  markRead(id: number): void {
    const thread = this.#state.threads[id];
    this.#markRead(thread === undefined ? [] : [thread], this.#options.clock.now());
    this.#keep();
  }

  markDone(id: number): void {
    this.#touch(Math.max(this.#options.clock.now(), this.#newestMs() + SECOND_MS));
    delete this.#state.threads[id];
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
      this.#state.pending = [...this.#state.pending, mark];
    }
    this.#keep();
    return isImmediate ? 'now' : 'later';
  }

  subscription(id: number): ThreadSubscription | undefined {
    return this.#state.subscriptions[id];
  }

  subscribe(id: number, isIgnored: boolean): ThreadSubscription {
    const subscription = this.#subscribe(id, isIgnored, formatSeconds(this.#options.clock.now()));
    this.#keep();
    return subscription;
  }

  unsubscribe(id: number): void {
    delete this.#state.subscriptions[id];
    this.#state.left[id] = true;
    this.#keep();
  }

  /** The last change that a list shows. */
  changedAtMs(): number | undefined {
    this.#takeNotices();
    return this.#state.changedAtMs;
  }

  #keep(): void {
    this.#options.stateFile.write(`inbox ${this.#options.login}`, this.#state);
  }

  /** Processes all new notices in their order. */
  #takeNotices(): void {
    const news = this.#options.notices().slice(this.#state.noticeCount);
    for (const notice of news) {
      const atMs = Date.parse(notice.subject.updatedAt);
      this.#settleMarks(atMs);
      if (this.#deliver(notice)) {
        this.#touch(atMs);
      }
    }
    this.#state.noticeCount += news.length;
    const hasSettled = this.#settleMarks(this.#options.clock.now());
    if (news.length > 0 || hasSettled) {
      this.#keep();
    }
  }

  /** Completes background requests that are due; true if there were any. */
  #settleMarks(untilMs: number): boolean {
    const { pending } = this.#state;
    const due = pending.filter(({ dueMs }) => dueMs <= untilMs);
    this.#state.pending = pending.filter(({ dueMs }) => dueMs > untilMs);
    for (const mark of due) {
      this.#markRead(this.#unreadUntil(mark), mark.dueMs);
    }
    return due.length > 0;
  }

  #unreadUntil({ untilMs, repositoryId }: InboxState['pending'][number]): readonly Notification[] {
    return Object.values(this.#state.threads).filter(
      ({ isUnread, updatedAt, repository }) =>
        isUnread &&
        Date.parse(updatedAt) <= untilMs &&
        (repositoryId === undefined || repository.id === repositoryId),
    );
  }

  #markRead(marked: readonly Notification[], atMs: number): void {
    for (const thread of marked) {
      this.#state.threads[thread.id] = { ...thread, isUnread: false, lastReadAt: formatSeconds(atMs) };
    }
    if (marked.length > 0) {
      this.#touch(Math.max(atMs, this.#newestMs() + SECOND_MS));
    }
  }

  #newestMs(): number {
    return Math.max(0, ...Object.values(this.#state.threads).map(({ updatedAt }) => Date.parse(updatedAt)));
  }

  /** Records a change of the list. Two changes must differ by a second, the resolution of dates in headers. */
  #touch(atMs: number): void {
    this.#state.changedAtMs = Math.max(atMs, (this.#state.changedAtMs ?? 0) + SECOND_MS);
  }

  /** Delivers a notice; true if that changed the list. */
  #deliver(notice: Notice): boolean {
    const { type, subject, actor } = notice;
    const id = this.#idOf(subject);
    const { threads, subscriptions } = this.#state;
    const before = threads[id];
    if (type === 'gone') {
      delete threads[id];
      return before !== undefined;
    }
    if (type === 'correction') {
      const { title, latestCommentPath } = subject;
      const isChanged = before?.title !== title || before.latestCommentPath !== latestCommentPath;
      if (before !== undefined && isChanged) {
        threads[id] = { ...before, title, latestCommentPath };
      }
      return before !== undefined && isChanged;
    }
    if (actor === this.#options.login) {
      // Only a comment unmutes a thread (specification 4.4, rule 4).
      if (notice.isComment === true || subscriptions[id]?.isIgnored !== true) {
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
    threads[id] = { ...subject, id, reason: kept, isUnread: true, lastReadAt };
    return true;
  }

  #subscribe(id: number, isIgnored: boolean, now: string): ThreadSubscription {
    const { subscriptions, left } = this.#state;
    const subscription = { isIgnored, createdAt: subscriptions[id]?.createdAt ?? now };
    subscriptions[id] = subscription;
    delete left[id];
    return subscription;
  }

  /** Why the owner is notified, if at all: muted threads notify only of mentions. */
  #reasonFor(id: number, { mentioned, reasonFor, subject }: Notice): NotificationReason | undefined {
    const { login, watches } = this.#options;
    const { subscriptions, left } = this.#state;
    if (mentioned.includes(login)) {
      return 'mention';
    }
    if (subscriptions[id]?.isIgnored === true) {
      return undefined;
    }
    const watching = watches(subject.repository) ? 'subscribed' : undefined;
    return left[id] === true
      ? watching
      : (reasonFor(login) ?? (subscriptions[id] === undefined ? watching : 'manual'));
  }

  /** The permanent id of the thread about a subject. */
  #idOf(subject: Notice['subject']): number {
    const { known } = this.#state;
    const key = keyOf(subject);
    const event = Math.max(0, ...Object.values(known));
    const id = known[key] ?? createGrowingIds({ event })('event', Date.parse(subject.updatedAt));
    known[key] = id;
    return id;
  }
}

function keyOf({ repository, subjectType, subjectPath }: Notice['subject']): string {
  return `${repository.id} ${subjectType} ${subjectPath}`;
}
