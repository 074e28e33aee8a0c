import { describe, expect, it } from 'vitest';
import { createDesk, type Desk, deliverNotice } from '../../../../src/sandbox/server/notifications/desk.ts';
import type { Notice } from '../../../../src/sandbox/world/life/moment.ts';
import type { Notification } from '../../../../src/sandbox/world/notifications/notification.ts';
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

function notice(changes: Partial<Notice> = {}, number = 1): Notice {
  return {
    type: 'news',
    actor: 'bob',
    mentioned: [],
    reasonFor: () => undefined,
    subject: { ...SUBJECT, subjectPath: `/issues/${number}`, updatedAt: '2026-03-02T08:00:00Z' },
    ...changes,
  };
}

function deliver(desk: Desk, change: Partial<Notice>, isWatched = true): Notification | undefined {
  deliverNotice(notice(change), desk, { login: 'alice', watches: () => isWatched });
  return desk.threads.get(READ.id);
}

describe('deliverNotice()', () => {
  it('makes a thread unread, and keeps when it was read', () => {
    const told = deliver(createDesk([READ]), { reasonFor: () => 'author' });
    expect(told).toMatchObject({ isUnread: true, reason: 'author', lastReadAt: READ.lastReadAt });
    expect(told?.updatedAt).toBe('2026-03-02T08:00:00Z');
  });

  it('changes the reason with a later one, but for a mention', () => {
    const desk = createDesk([READ]);
    expect(deliver(desk, { reasonFor: () => 'assign' })?.reason).toBe('assign');
    expect(deliver(desk, { mentioned: ['alice'] })?.reason).toBe('mention');
    expect(deliver(desk, { reasonFor: () => 'assign' })?.reason).toBe('mention');
  });

  it('tells nobody of their own doings, of which comments end a mute and others do not', () => {
    const desk = createDesk([READ]);
    desk.subscriptions.set(READ.id, { isIgnored: true, createdAt: READ.updatedAt });
    expect(deliver(desk, { reasonFor: () => 'author' })?.isUnread).toBe(false);
    expect(deliver(desk, { actor: 'alice' })?.isUnread).toBe(false);
    expect(deliver(desk, { reasonFor: () => 'author' })?.isUnread).toBe(false);
    expect(deliver(desk, { actor: 'alice', isSpoken: true })?.isUnread).toBe(false);
    expect(deliver(desk, { reasonFor: () => 'author' })?.isUnread).toBe(true);
  });

  it('reaches a muted thread by a mention', () => {
    const desk = createDesk([READ]);
    desk.subscriptions.set(READ.id, { isIgnored: true, createdAt: READ.updatedAt });
    expect(deliver(desk, { mentioned: ['alice'] })).toMatchObject({ isUnread: true, reason: 'mention' });
    expect(desk.subscriptions.get(READ.id)?.isIgnored).toBe(false);
  });

  it('reaches who left a thread only as a watcher', () => {
    for (const isWatched of [true, false]) {
      const desk = createDesk([READ]);
      desk.subscriptions.delete(READ.id);
      desk.left.add(READ.id);
      expect(deliver(desk, { reasonFor: () => 'author' }, isWatched)?.isUnread).toBe(isWatched);
    }
  });

  it('says nothing of what concerns nobody here', () => {
    const desk = createDesk([]);
    expect(deliverNotice(notice(), desk, { login: 'alice', watches: () => false })).toBe(false);
    expect(desk.threads.size).toBe(0);
  });

  it('gives new threads ids of their own, the same again after they were done', () => {
    const desk = createDesk([READ]);
    const owner = { login: 'alice', watches: () => true };
    deliverNotice(notice({}, 2), desk, owner);
    const [id] = [...desk.threads.keys()].filter((each) => each !== READ.id);
    desk.threads.delete(id!);
    deliverNotice(notice({}, 2), desk, owner);
    expect([...desk.threads.keys()]).toEqual([READ.id, id]);
    expect(id).toBeGreaterThan(READ.id);
  });

  it('corrects quietly, and takes away what is gone', () => {
    const desk = createDesk([READ]);
    const subject = { ...SUBJECT, title: 'The tide is early', latestCommentPath: '/issues/1' };
    expect(deliver(desk, { type: 'correction', subject })).toEqual({ ...READ, title: 'The tide is early' });
    expect(deliver(desk, { type: 'gone' })).toBeUndefined();
  });
});
