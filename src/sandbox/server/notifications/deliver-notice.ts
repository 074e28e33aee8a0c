import type { Notice } from '../../world/life/moment.ts';
import { isParticipating, type NotificationReason } from '../../world/notifications/notification.ts';
import type { Repository } from '../../world/world.ts';
import { type Desk, idOf } from './desk.ts';

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
