import { describe, expect, it } from 'vitest';
import type { World } from '../../../../src/sandbox/world/world.ts';
import { makeWorld } from '../../support/make-world.ts';

/** Some repositories more than those that share their ids. */
const MANY = { repositories: 401, issues: 2 };

/** What there is of some repositories, asked for in this order. */
function workOf({ repositories, contents }: World, places: readonly number[]): ReadonlyMap<number, unknown> {
  return new Map(
    places.map((place) => [place, structuredClone([{ ...contents[place] }, { ...repositories[place] }])]),
  );
}

describe('prepareRepositories()', () => {
  it('invents nothing that was not asked for', () => {
    // All of it would take an hour.
    const { repositories, contents } = makeWorld({ repositories: 3_000, issues: 1_000 });
    expect(repositories).toHaveLength(3_000);
    expect(new Set(contents.map(({ repository }) => repository)).size).toBe(3_000);
    expect(new Set(repositories.map(({ id }) => id)).size).toBe(3_000);
    expect(contents.flatMap(({ collaborators }) => collaborators).length).toBeGreaterThan(6_000);
    const [place] = contents.flatMap(({ isEmpty }, index) => (isEmpty ? [index] : []));
    expect(contents[place ?? 0]?.git.commits).toEqual([]);
    expect(repositories[place ?? 0]?.openIssues).toBe(0);
  });

  it.each([
    ['few', {}],
    ['many', MANY],
  ])('of %s invents the same whatever was asked for before', (_, size) => {
    const places = [0, 1, 3, 4];
    const forward = workOf(makeWorld(size), places);
    const backward = workOf(makeWorld(size), places.toReversed());
    for (const place of places) {
      expect(backward.get(place)).toEqual(forward.get(place));
    }
  });

  it('invents again what it did not keep', () => {
    const world = makeWorld({ ...MANY, repositories: 500 });
    const first = workOf(world, [1]);
    const issues = world.contents[1]?.issues;
    expect(world.contents[1]?.issues).toBe(issues);
    expect(world.contents.flatMap((content) => content.issues).length).toBeGreaterThan(500);
    expect(workOf(world, [1])).toEqual(first);
    expect(world.contents[1]?.issues).not.toBe(issues);
  });

  it('gives the records of many repositories different ids, and fields that agree with them', () => {
    const world = makeWorld(MANY);
    const ids = { comments: new Set<number>(), events: new Set<number>(), files: new Set<number>() };
    let count = 0;
    for (const [place, repository] of world.repositories.entries()) {
      const { issues, pullRequests, files, isEmpty, git } = world.contents[place]!;
      const threads = [...issues, ...pullRequests];
      expect(repository.openIssues).toBe(threads.filter(({ closedAt }) => closedAt === null).length);
      expect(isEmpty).toBe(git.commits.length === 0);
      for (const [seen, family] of [
        [ids.comments, threads.flatMap(({ comments }) => comments)],
        [ids.events, threads.flatMap(({ events }) => events)],
        [ids.files, files],
      ] as const) {
        for (const { id } of family) {
          seen.add(id);
          count += 1;
        }
      }
    }
    expect(ids.events.size).toBeGreaterThan(1_000);
    expect(ids.comments.size + ids.events.size + ids.files.size).toBe(count);
  });
});
