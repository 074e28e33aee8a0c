import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../../src/model/dialects.table.ts';
import { ACTIVITY_SPAN_MS, Activity } from '../../../../src/sandbox/server/activity/activity.ts';
import { followedBy } from '../../../../src/sandbox/server/activity/event-handlers.ts';
import { findContent, findPerson } from '../../../../src/sandbox/world/world.ts';
import { makeWorld, NOW_MS } from '../../support/make-world.ts';

describe('Activity', () => {
  const world = makeWorld({ issues: 120, years: 1 });
  const activity = new Activity().list(world);

  it('shows each event of the last thirty days once, newest first', () => {
    expect(activity.length).toBeGreaterThan(100);
    const times = activity.map(({ timeMs }) => timeMs);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(times.every((timeMs) => timeMs <= NOW_MS && timeMs > NOW_MS - ACTIVITY_SPAN_MS)).toBe(true);
    expect(new Set(activity.map(({ id }) => id)).size).toBe(activity.length);
  });

  it('shows events of records by people in the world', () => {
    const context = { world, dialect: DIALECTS.service, version: '2022-11-28', baseUrl: 'https://host' };
    expect(activity.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['CreateEvent', 'IssuesEvent', 'PushEvent']),
    );
    for (const { id, actor, repository, type, payload } of activity) {
      expect(findPerson(world, actor)?.login).toBe(actor);
      const content = findContent(world, repository)!;
      const said = JSON.parse(JSON.stringify(payload({ repository, context }, id)));
      if (type === 'IssuesEvent') {
        const issue = content.issues.find(({ number }) => number === said.issue.number);
        expect(issue).toMatchObject({ title: said.issue.title, body: said.issue.body });
      }
      if (type === 'CreateEvent') {
        const { ref, ref_type: kind } = said;
        const atGithub = payload({ repository, context: { ...context, dialect: DIALECTS.github } }, id);
        const whole = ref === null ? undefined : `refs/${kind === 'tag' ? 'tags' : 'heads'}/${ref}`;
        expect([said.full_ref, atGithub['full_ref']]).toEqual([undefined, whole]);
      }
      if (type === 'PushEvent') {
        const commit = content.git.commits.find(({ sha }) => sha === said.commits[0].sha);
        expect(commit?.parents[0] ?? '0'.repeat(40)).toBe(said.before);
      }
    }
  });
});

describe('Activity of a repository', () => {
  const world = makeWorld({ issues: 60, years: 1 });

  it('is that part of the activity of the world', () => {
    const all = new Activity();
    for (const repository of world.repositories) {
      const own = all.list(world).filter((event) => event.repository === repository);
      expect(new Activity().list(world, repository).map(({ id }) => id)).toEqual(own.map(({ id }) => id));
    }
  });
});

describe('Activity of a new repository', () => {
  it.each(['Organization', 'User'] as const)(
    'begins with a person who created it, for the owner %s',
    (type) => {
      const world = makeWorld({ issues: 1, years: 1 });
      const repository = world.repositories.find(({ ownerType }) => ownerType === type)!;
      const young = { ...world, nowMs: Date.parse(repository.createdAt) };
      const context = { world, dialect: DIALECTS.service, version: '2022-11-28', baseUrl: 'https://host' };
      const created = new Activity()
        .list(young, repository)
        .filter(({ id, payload }) => payload({ repository, context }, id)['ref_type'] === 'repository');
      const actor = type === 'User' ? repository.owner : world.account.login;
      expect(created).toMatchObject([{ type: 'CreateEvent', actor }]);
    },
  );
});

describe('followedBy()', () => {
  it('always returns the same people for a login, without the person', () => {
    const world = makeWorld();
    const { login } = world.account;
    expect(followedBy(login, world)).toEqual(followedBy(login, world));
    expect(followedBy(login, world)).not.toContain(login);
  });
});
