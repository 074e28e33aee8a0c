import { describe, expect, it } from 'vitest';
import { createAlerts } from '../../../../src/sandbox/world/alerts/create-alerts.ts';
import { createNotifications } from '../../../../src/sandbox/world/notifications/create-notifications.ts';
import { makeWorld, NOW_MS } from '../../support/make-world.ts';

describe('createNotifications()', () => {
  const world = makeWorld({ issues: 60 });
  const alerts = createAlerts(world);
  const of = (login: string, watches: (repository: { readonly owner: string }) => boolean) =>
    createNotifications({ world, login, alerts, watches });

  it('notifies the account of its repositories, newest first', () => {
    const inbox = of(world.account.login, () => true);
    const times = inbox.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(times.every((time) => Date.parse(time) <= NOW_MS)).toBe(true);
    expect(inbox.every(({ isUnread, lastReadAt }) => isUnread === (lastReadAt === null))).toBe(true);
    expect(new Set(inbox.map(({ id }) => id)).size).toBe(inbox.length);
    expect(of(world.account.login, () => true)).toEqual(inbox);
  });

  it('notifies others only of their own threads', () => {
    const [person] = world.people;
    const reasons = new Set(of(person!.login, () => false).map(({ reason }) => reason));
    expect(reasons).not.toContain('subscribed');
    expect(reasons).not.toContain('security_alert');
  });
});
