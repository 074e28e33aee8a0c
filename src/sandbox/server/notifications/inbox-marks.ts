import type { Notification } from '../../world/notifications/notification.ts';
import { formatSeconds } from '../../world/timestamps.ts';
import type { Desk } from './desk.ts';
import type { InboxState, PendingMark } from './inbox-state.ts';

/** Marks threads as read at a moment. */
export function markRead(state: InboxState, marked: readonly Notification[], atMs: number): void {
  for (const thread of marked) {
    state.desk.threads.set(thread.id, { ...thread, isUnread: false, lastReadAt: formatSeconds(atMs) });
  }
  if (marked.length > 0) {
    touch(state, atMs);
  }
}

/** Notes that a list shows something else now. Two changes within a second must differ: dates in headers count seconds. */
export function touch(state: InboxState, atMs: number): void {
  state.changedAtMs = Math.max(atMs, (state.changedAtMs ?? 0) + 1_000);
}

/** What is unread and was not updated after a moment, of one repository or of all. */
export function unreadUntil(
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
export function settleMarks(state: InboxState, untilMs: number): boolean {
  const due = state.pending.filter(({ dueMs }) => dueMs <= untilMs);
  state.pending = state.pending.filter(({ dueMs }) => dueMs > untilMs);
  for (const mark of due) {
    markRead(state, unreadUntil(mark, state.desk), mark.dueMs);
  }
  return due.length > 0;
}
