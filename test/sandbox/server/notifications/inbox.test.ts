import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../../src/base/clock.ts';
import { Inbox } from '../../../../src/sandbox/server/notifications/inbox.ts';
import type { Notice } from '../../../../src/sandbox/world/live/notices.ts';
import type { Notification } from '../../../../src/sandbox/world/notifications/create-notifications.ts';
import { createSmallWorld } from '../support/small-world.ts';

const [repository] = createSmallWorld('service').repositories;

const READ: Notification = {
  id: 7,
  repository: repository!,
  title: 'The tide is late',
  subjectType: 'Issue',
  subjectPath: '/issues/1',
  latestCommentPath: '/issues/1',
  reason: 'author',
  updatedAt: '2026-03-01T08:00:00Z',
  isUnread: false,
  lastReadAt: '2026-03-01T09:00:00Z',
};

const { id: _, isUnread: __, lastReadAt: ___, reason: ____, ...SUBJECT } = READ;

/** An inbox of alice, and a function that delivers a notice and returns the first thread after that. */
function openInbox(notifications: readonly Notification[] = [READ], isWatched = true) {
  const notices: Notice[] = [];
  const inbox = new Inbox({
    clock: createDrivenClock(Date.parse('2026-03-03T08:00:00Z')),
    login: 'alice',
    watches: () => isWatched,
    notices: () => notices,
    first: notifications,
  });
  const deliver = (changes: Partial<Notice>, number = 1): Notification | undefined => {
    notices.push({
      type: 'news',
      actor: 'bob',
      mentioned: [],
      reasonFor: () => undefined,
      subject: { ...SUBJECT, subjectPath: `/issues/${number}`, updatedAt: '2026-03-02T08:00:00Z' },
      ...changes,
    });
    return inbox.find(READ.id);
  };
  return { inbox, deliver };
}

describe('Inbox', () => {
  it('makes a thread unread, and keeps when it was read', () => {
    const thread = openInbox().deliver({ reasonFor: () => 'author' });
    expect(thread).toMatchObject({ isUnread: true, reason: 'author', lastReadAt: READ.lastReadAt });
    expect(thread?.updatedAt).toBe('2026-03-02T08:00:00Z');
  });

  it('changes the reason with a later one, but for a mention', () => {
    const { deliver } = openInbox();
    expect(deliver({ reasonFor: () => 'assign' })?.reason).toBe('assign');
    expect(deliver({ mentioned: ['alice'] })?.reason).toBe('mention');
    expect(deliver({ reasonFor: () => 'assign' })?.reason).toBe('mention');
  });

  it('does not notify people of their own actions, of which only comments unmute a thread', () => {
    const { inbox, deliver } = openInbox();
    inbox.subscribe(READ.id, true);
    expect(deliver({ reasonFor: () => 'author' })?.isUnread).toBe(false);
    expect(deliver({ actor: 'alice' })?.isUnread).toBe(false);
    expect(deliver({ reasonFor: () => 'author' })?.isUnread).toBe(false);
    expect(deliver({ actor: 'alice', isComment: true })?.isUnread).toBe(false);
    expect(deliver({ reasonFor: () => 'author' })?.isUnread).toBe(true);
  });

  it('notifies of a mention in a muted thread', () => {
    const { inbox, deliver } = openInbox();
    inbox.subscribe(READ.id, true);
    expect(deliver({ mentioned: ['alice'] })).toMatchObject({ isUnread: true, reason: 'mention' });
    expect(inbox.subscription(READ.id)?.isIgnored).toBe(false);
  });

  it('notifies people who left a thread only as watchers', () => {
    for (const isWatched of [true, false]) {
      const { inbox, deliver } = openInbox([READ], isWatched);
      inbox.unsubscribe(READ.id);
      expect(deliver({ reasonFor: () => 'author' })?.isUnread).toBe(isWatched);
    }
  });

  it('ignores notices that do not concern its owner', () => {
    const { inbox, deliver } = openInbox([], false);
    deliver({});
    expect(inbox.list()).toEqual([]);
    expect(inbox.changedAtMs()).toBeUndefined();
  });

  it('gives new threads unique ids, and keeps them after they were done', () => {
    const { inbox, deliver } = openInbox();
    const other = () => inbox.list().find(({ id }) => id !== READ.id)?.id;
    deliver({}, 2);
    const id = other();
    inbox.markDone(id!);
    expect(other()).toBeUndefined();
    deliver({}, 2);
    expect(other()).toBe(id);
    expect(id).toBeGreaterThan(READ.id);
  });

  it('applies corrections without notifying', () => {
    const { inbox, deliver } = openInbox();
    deliver({ type: 'correction', subject: SUBJECT });
    expect(inbox.changedAtMs()).toBeUndefined();
    const subject = { ...SUBJECT, title: 'The tide is early' };
    expect(deliver({ type: 'correction', subject })).toEqual({ ...READ, title: 'The tide is early' });
    expect(inbox.changedAtMs()).toBeDefined();
  });
});
