import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../../src/model/dialects.table.ts';
import { Activity } from '../../../../src/sandbox/server/activity/activity.ts';
import { hashCommit, tipOf } from '../../../../src/sandbox/world/git/git-history.ts';
import { ACTIONS, LiveWorld } from '../../../../src/sandbox/world/live/live-world.ts';
import type { World } from '../../../../src/sandbox/world/world.ts';
import { makeWorld, NOW_MS } from '../../support/make-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const origin = makeWorld();

function lifeAfter(hours: number, steps = 1): LiveWorld {
  const life = new LiveWorld(origin, MINUTE_MS);
  for (let step = 1; step <= steps; step += 1) {
    life.advance(NOW_MS + Math.floor((hours * HOUR_MS * step) / steps));
  }
  return life;
}

function threadsOf({ contents }: World) {
  return contents.flatMap((content) => [...content.issues, ...content.pullRequests]);
}

describe('LiveWorld', () => {
  const old = lifeAfter(12);
  const world = old.world();

  it('lets nothing happen without a pace, and nothing before its time', () => {
    const still = new LiveWorld(origin);
    still.advance(NOW_MS + 99 * HOUR_MS);
    expect(still.world()).toBe(origin);
    const early = new LiveWorld(origin, MINUTE_MS);
    early.advance(NOW_MS + 1_000);
    expect(early.actionCount()).toBe(0);
  });

  it('gives the same result however often it is advanced', () => {
    const watched = lifeAfter(12, 97);
    expect(watched.world()).toEqual(world);
    expect(watched.notices().length).toBe(old.notices().length);
  });

  it('happens about as often as its pace says', () => {
    expect(old.actionCount()).toBeGreaterThan(12 * 60 * 0.85);
    expect(old.actionCount()).toBeLessThan(12 * 60 * 1.15);
  });

  it('does not change locked repositories', () => {
    const [locked] = origin.repositories;
    const fromMs = NOW_MS + 2 * HOUR_MS;
    const life = new LiveWorld(origin, MINUTE_MS);
    life.advance(fromMs);
    life.advance(NOW_MS + 12 * HOUR_MS, new Set([locked!.id]));
    const late = new Activity().list(life.world()).filter(({ timeMs }) => timeMs > fromMs);
    expect(late.length).toBeGreaterThan(50);
    expect(late.filter(({ repository }) => repository.id === locked?.id)).toEqual([]);
  });

  it('opens, closes, edits, merges and deletes', () => {
    const before = new Map(threadsOf(origin).map((thread) => [thread.createdAt + thread.title, thread]));
    const after = new Map(threadsOf(world).map((thread) => [thread.createdAt + thread.title, thread]));
    expect([...after.keys()].some((key) => !before.has(key))).toBe(true);
    const both = [...before].flatMap(([key, thread]) => {
      const other = after.get(key);
      return other === undefined ? [] : [[thread, other] as const];
    });
    expect(both.some(([a, b]) => a.closedAt === null && b.closedAt !== null)).toBe(true);
    expect(both.some(([a, b]) => b.comments.length > a.comments.length)).toBe(true);
    const bodiesBefore = new Map(
      threadsOf(origin).flatMap(({ comments }) => comments.map(({ id, body }) => [id, body])),
    );
    const bodies = new Map(
      threadsOf(world).flatMap(({ comments }) => comments.map(({ id, body }) => [id, body])),
    );
    expect([...bodiesBefore].some(([id, body]) => bodies.has(id) && bodies.get(id) !== body)).toBe(true);
    expect([...bodiesBefore.keys()].some((id) => !bodies.has(id))).toBe(true);
    const merged = (of: World) =>
      of.contents.flatMap(({ pullRequests }) => pullRequests.filter((pull) => pull.mergedAt !== null));
    expect(merged(world).length).toBeGreaterThan(merged(origin).length);
  });

  it('keeps counts and dates of repositories in agreement with what is in them', () => {
    for (const [index, repository] of world.repositories.entries()) {
      const content = world.contents[index]!;
      expect(content.repository).toBe(`${repository.owner}/${repository.name}`);
      const threads = [...content.issues, ...content.pullRequests];
      expect(repository.openIssues).toBe(threads.filter((thread) => thread.closedAt === null).length);
      for (const thread of threads) {
        expect(repository.updatedAt >= thread.updatedAt).toBe(true);
        for (const { createdAt } of [...thread.comments, ...thread.events]) {
          expect(thread.updatedAt >= createdAt).toBe(true);
        }
      }
    }
  });

  it('never gives an id or a number twice', () => {
    const threads = threadsOf(world);
    for (const family of [
      threads.flatMap(({ comments }) => comments),
      threads.flatMap(({ events }) => events),
      new Activity().list(world),
    ]) {
      expect(new Set(family.map(({ id }) => id)).size).toBe(family.length);
    }
    for (const { issues, pullRequests, discussions } of world.contents) {
      const numbers = [...issues, ...pullRequests, ...discussions].map(({ number }) => number);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });

  it('keeps histories complete: ids are those of git, parents come first, every ref resolves', () => {
    for (const content of world.contents) {
      const seen = new Set<string>();
      for (const { sha, changes: _, ...body } of content.git.commits) {
        expect(hashCommit(body)).toBe(sha);
        expect(body.parents.every((parent) => seen.has(parent))).toBe(true);
        seen.add(sha);
      }
      for (const { sha } of [...content.git.refs, ...content.git.tags]) {
        expect(seen.has(sha)).toBe(true);
      }
      expect(tipOf(content.git) === undefined).toBe(content.git.commits.length === 0);
    }
  });

  it('shows only existing records in its feeds', () => {
    const comments = new Set(threadsOf(world).flatMap((thread) => thread.comments.map(({ id }) => id)));
    const context = { world, dialect: DIALECTS.service, version: '2022-11-28', baseUrl: 'https://host' };
    const activity = new Activity().list(world);
    for (const { id, type, payload, repository } of activity) {
      const content = world.contents.find(
        (other) => other.repository === `${repository.owner}/${repository.name}`,
      );
      const said = JSON.parse(JSON.stringify(payload({ repository, context }, id)));
      if (type === 'IssueCommentEvent') {
        expect(comments.has(said.comment.id)).toBe(true);
      }
      if (type === 'IssuesEvent') {
        expect(content?.issues.some(({ number }) => number === said.issue.number)).toBe(true);
      }
      if (type === 'ReleaseEvent') {
        expect(content?.releases.some(({ tagName }) => tagName === said.release.tag_name)).toBe(true);
      }
    }
    const times = activity.map(({ timeMs }) => timeMs);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('makes up for a long silence in part only', () => {
    const late = new LiveWorld(origin, 1_000);
    late.advance(NOW_MS + 40 * HOUR_MS);
    expect(late.actionCount()).toBeLessThanOrEqual(2_600);
  });
});

describe('ACTIONS', () => {
  it('has a chance for each', () => {
    for (const { weight } of Object.values(ACTIONS)) {
      expect(weight).toBeGreaterThan(0);
    }
  });

  it('goes on in worlds of many repositories without making them all, with ids that nothing else has', () => {
    const large = makeWorld({ repositories: 3_000, issues: 100 });
    const life = new LiveWorld(large, MINUTE_MS);
    life.advance(NOW_MS + 10 * MINUTE_MS);
    expect(life.actionCount()).toBeGreaterThan(5);
    const changed = life
      .world()
      .contents.flatMap((content, place) => (content === large.contents[place] ? [] : [place]));
    expect(changed.length).toBeGreaterThan(3);
    const found = changed.map((place) => [large.contents[place]!, life.world().contents[place]!] as const);
    const eventIds = (content: World['contents'][number]) =>
      [...content.issues, ...content.pullRequests].flatMap(({ events }) => events.map(({ id }) => id));
    const old = new Set(found.flatMap(([before]) => eventIds(before)));
    const fresh = found.flatMap(([, after]) => eventIds(after)).filter((id) => !old.has(id));
    expect(new Set(fresh).size).toBe(fresh.length);
    expect(Math.min(...fresh)).toBeGreaterThan(Math.max(...old));
  });
});
