import { createGrowingIds } from '../../world/chance.ts';
import type { Notice } from '../../world/life/moment.ts';
import {
  isParticipating,
  type Notification,
  type NotificationReason,
} from '../../world/notifications/notification.ts';
import type { Repository } from '../../world/world.ts';

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
function idOf(subject: Notice['subject'], { known }: Desk): number {
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

interface Owner {
  readonly login: string;
  readonly watches: (repository: Repository) => boolean;
}

/** Lets the owner of a desk hear of something; true where that changed what lies there. */
export function deliverNotice(notice: Notice, desk: Desk, owner: Owner): boolean {
  const { type, subject, actor } = notice;
  const id = idOf(subject, desk);
  if (type === 'gone') {
    return desk.threads.delete(id);
  }
  if (type === 'correction') {
    return correct(id, notice, desk);
  }
  if (actor === owner.login) {
    // A comment ends muting, anything else does not (specification 4.4, rule 4).
    if (notice.isSpoken === true || desk.subscriptions.get(id)?.isIgnored !== true) {
      takePart(id, notice, desk);
    }
    return false;
  }
  const reason = reasonToTell(id, notice, { desk, owner });
  if (reason === undefined) {
    return false;
  }
  if (isParticipating(reason)) {
    takePart(id, notice, desk);
  }
  const before = desk.threads.get(id);
  desk.threads.set(id, {
    ...subject,
    id,
    // After a mention the reason stays, whatever comes later (specification 2.6).
    reason: before?.reason === 'mention' ? 'mention' : reason,
    isUnread: true,
    lastReadAt: before?.lastReadAt ?? null,
  });
  return true;
}

/** What was said last may be gone; what the thread is about may be called otherwise. */
function correct(id: number, { subject }: Notice, desk: Desk): boolean {
  const before = desk.threads.get(id);
  if (before === undefined) {
    return false;
  }
  const { title, latestCommentPath } = subject;
  desk.threads.set(id, { ...before, title, latestCommentPath });
  return true;
}

function takePart(id: number, { subject }: Notice, { subscriptions, left }: Desk): void {
  const createdAt = subscriptions.get(id)?.createdAt ?? subject.updatedAt;
  subscriptions.set(id, { isIgnored: false, createdAt });
  left.delete(id);
}

/** Why the owner is told, if at all: muted threads only tell of mentions, threads that were left only watchers. */
function reasonToTell(
  id: number,
  { mentioned, reasonFor, subject }: Notice,
  { desk, owner }: { readonly desk: Desk; readonly owner: Owner },
): NotificationReason | undefined {
  if (mentioned.includes(owner.login)) {
    return 'mention';
  }
  if (desk.subscriptions.get(id)?.isIgnored === true) {
    return undefined;
  }
  const watching = owner.watches(subject.repository) ? 'subscribed' : undefined;
  if (desk.left.has(id)) {
    return watching;
  }
  return reasonFor(owner.login) ?? (desk.subscriptions.has(id) ? 'manual' : watching);
}
