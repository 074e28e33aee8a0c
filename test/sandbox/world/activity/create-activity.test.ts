import { describe, expect, it } from 'vitest';
import {
  ACTIVITY_SPAN_MS,
  createActivity,
  followedBy,
} from '../../../../src/sandbox/world/activity/create-activity.ts';
import { findContent, findPerson } from '../../../../src/sandbox/world/world.ts';
import { makeWorld, NOW_MS } from '../../support/make-world.ts';

describe('createActivity()', () => {
  const world = makeWorld({ issues: 120, years: 1 });
  const activity = createActivity(world);

  it('tells of the last thirty days, newest first, each event once', () => {
    expect(activity.length).toBeGreaterThan(100);
    const times = activity.map(({ timeMs }) => timeMs);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(times.every((timeMs) => timeMs <= NOW_MS && timeMs > NOW_MS - ACTIVITY_SPAN_MS)).toBe(true);
    expect(new Set(activity.map(({ id }) => id)).size).toBe(activity.length);
  });

  it('tells of what the records hold, by people who exist', () => {
    for (const { actor, repository, detail } of activity) {
      expect(findPerson(world, actor)?.login).toBe(actor);
      const content = findContent(world, repository)!;
      if (detail.type === 'IssuesEvent') {
        expect(content.issues).toContain(detail.issue);
      }
      if (detail.type === 'PushEvent') {
        const [first] = detail.commits;
        expect(content.git.commits).toContain(first);
        expect(first?.parents[0] ?? '0'.repeat(40)).toBe(detail.before);
      }
    }
  });
});

describe('followedBy()', () => {
  it('gives everybody the same people each time, never themselves', () => {
    const world = makeWorld();
    const { login } = world.account;
    expect(followedBy(login, world)).toEqual(followedBy(login, world));
    expect(followedBy(login, world)).not.toContain(login);
  });
});
