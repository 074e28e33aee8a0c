import { describe, expect, it } from 'vitest';
import type { RepositoryContent } from '../../../src/sandbox/world/repository-content.ts';
import type { World } from '../../../src/sandbox/world/world.ts';
import { makeWorld, NOW_MS } from '../support/make-world.ts';

const world = makeWorld();

function threadsOf(content: RepositoryContent) {
  return [...content.issues, ...content.pullRequests];
}

function bodiesOf(content: RepositoryContent): readonly string[] {
  return [
    ...threadsOf(content).flatMap((thread) => [
      thread.body,
      ...thread.comments.map((comment) => comment.body),
    ]),
    ...content.pullRequests.flatMap((pull) => pull.reviews.map((review) => review.body)),
    ...content.discussions.map((discussion) => discussion.body),
  ].filter((body) => body !== null);
}

/** Every value under a key of that name, however deep. */
function collect(value: unknown, keys: ReadonlySet<string>, found: string[] = []): string[] {
  if (Array.isArray(value)) {
    for (const item of value) {
      collect(item, keys, found);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (keys.has(key) && typeof member === 'string') {
        found.push(member);
      }
      collect(member, keys, found);
    }
  }
  return found;
}

describe('createWorld()', () => {
  it('gives the same world for the same options', () => {
    expect(makeWorld()).toEqual(world);
  });

  it('gives other people and other work for another seed', () => {
    const other = makeWorld({ seed: 'another' });
    expect(other.account.login).not.toBe(world.account.login);
    expect(collect(other.contents, new Set(['sha']))).not.toContain(world.contents[0]?.git.commits[0]?.sha);
  });

  it('roots web addresses in the dialect', () => {
    const github = makeWorld({ dialect: 'github' });
    expect(github.webUrl).toBe('https://github.com');
    expect(github.contents[0]?.attachments[0]?.url).toMatch(/^https:\/\/github\.com\/user-/);
  });

  it('has as many issues and pull requests as were wished', () => {
    for (const [repositories, issues] of [
      [1, 0],
      [1, 7],
      [3, 10],
      [12, 5],
      [100, 1],
    ] as const) {
      const sized = makeWorld({ repositories, issues });
      expect(sized.repositories).toHaveLength(repositories);
      expect(new Set(sized.contents.map((content) => content.repository)).size).toBe(repositories);
      expect(sized.contents.flatMap(threadsOf)).toHaveLength(repositories * issues);
    }
  });

  it('contains an empty, an archived and a private repository, one with a wiki, and some of the organization', () => {
    const { repositories, contents, organization } = world;
    expect(contents.filter((content) => content.git.commits.length === 0)).toHaveLength(1);
    expect(contents.filter((content) => content.wiki !== undefined)).toHaveLength(1);
    expect(repositories.filter((repository) => repository.isArchived)).toHaveLength(1);
    expect(repositories.filter((repository) => repository.isPrivate)).toHaveLength(1);
    expect(new Set(repositories.map((repository) => repository.owner))).toEqual(
      new Set([world.account.login, organization.login]),
    );
  });

  it('numbers issues, pull requests and discussions of a repository in one space, in the order of time', () => {
    for (const content of world.contents) {
      const all = [...threadsOf(content), ...content.discussions].toSorted((a, b) => a.number - b.number);
      expect(new Set(all.map((thread) => thread.number)).size).toBe(all.length);
      expect(all.map((thread) => thread.createdAt)).toEqual(all.map((thread) => thread.createdAt).toSorted());
    }
  });

  it('gives the records of a kind unique ids', () => {
    const threads = world.contents.flatMap(threadsOf);
    const pulls = world.contents.flatMap((content) => content.pullRequests);
    const families = [
      threads.flatMap((thread) => thread.comments),
      threads.flatMap((thread) => thread.events),
      pulls.flatMap((pull) => pull.reviews),
      pulls.flatMap((pull) => pull.reviewThreads.flatMap((thread) => thread.comments)),
      world.contents.flatMap((content) => content.files),
      [world.account, world.organization, ...world.people],
      world.repositories,
    ];
    for (const family of families) {
      expect(family.length).toBeGreaterThan(0);
      expect(new Set(family.map((item) => item.id)).size).toBe(family.length);
    }
  });

  it('lets nothing happen before its repository, after the present, or before its thread', () => {
    for (const [index, content] of world.contents.entries()) {
      const { createdAt } = world.repositories[index] ?? { createdAt: '' };
      const times = collect(
        content,
        new Set(['createdAt', 'closedAt', 'mergedAt', 'resolvedAt', 'submittedAt']),
      );
      expect(times.filter((time) => time < createdAt)).toEqual([]);
      expect(times.filter((time) => Date.parse(time) > NOW_MS)).toEqual([]);
      for (const thread of threadsOf(content)) {
        const inside = collect(
          { ...thread, createdAt: undefined },
          new Set(['createdAt', 'closedAt', 'updatedAt']),
        );
        expect(inside.filter((time) => time < thread.createdAt)).toEqual([]);
        const order = thread.events.map((event) => event.createdAt);
        expect(order).toEqual(order.toSorted());
      }
    }
  });

  it('stays in the past even in worlds of a few days', () => {
    for (const years of [0.03, 0.2, 12]) {
      const times = collect(
        makeWorld({ years, issues: 12 }),
        new Set(['createdAt', 'closedAt', 'updatedAt', 'pushedAt']),
      );
      expect(times.filter((time) => Date.parse(time) > NOW_MS)).toEqual([]);
    }
  });

  it('names labels, milestones and people that are there', () => {
    const known = new Set([world.account, ...world.people].map((person) => person.login));
    for (const content of world.contents) {
      const labels = content.labels.map((label) => label.name);
      const milestones = content.milestones.map((milestone) => milestone.number);
      for (const thread of threadsOf(content)) {
        expect(labels).toEqual(expect.arrayContaining([...thread.labels]));
        expect(thread.milestone === null || milestones.includes(thread.milestone)).toBe(true);
        const people = [
          thread.author,
          ...thread.assignees,
          ...thread.comments.map((comment) => comment.author),
        ];
        expect(people.filter((login) => login !== null && !known.has(login))).toEqual([]);
      }
    }
  });

  it('refers in texts only to threads, commits and uploads that are there', () => {
    const found = { numbers: 0, urls: 0 };
    for (const content of world.contents) {
      const numbers = new Set([...threadsOf(content), ...content.discussions].map((thread) => thread.number));
      const uploads = new Set([...content.attachments, ...content.files].map((upload) => upload.url));
      for (const body of bodiesOf(content)) {
        for (const [, number] of body.matchAll(/(?<![\w&])#(\d+)/g)) {
          expect(numbers).toContain(Number(number));
          found.numbers += 1;
        }
        for (const [, url] of body.matchAll(/\]\((https:(?:[^\s()]|\([^\s()]*\))+)\)/g)) {
          expect(uploads).toContain(url);
          found.urls += 1;
        }
      }
      const linked = bodiesOf(content).join('\n');
      expect([...uploads].filter((url) => !linked.includes(url))).toEqual([]);
    }
    expect(Math.min(found.numbers, found.urls)).toBeGreaterThan(5);
  });

  it('closes the issues that its merged pull requests settle, at that very moment', () => {
    const pairs = world.contents.flatMap((content) =>
      content.pullRequests
        .filter((pull) => pull.mergedAt !== null)
        .flatMap((pull) =>
          pull.closes
            .filter((reference) => reference.repository === content.repository)
            .map(({ number }) => [
              pull.mergedAt,
              content.issues.find((issue) => issue.number === number)?.closedAt,
            ]),
        ),
    );
    expect(pairs.length).toBeGreaterThan(5);
    expect(pairs.filter(([mergedAt, closedAt]) => mergedAt !== closedAt)).toEqual([]);
  });

  it('ends what is closed with a closed event, and what is merged with a merged one before it', () => {
    for (const thread of world.contents.flatMap(threadsOf)) {
      const ends = thread.events.filter(({ event }) => ['closed', 'reopened'].includes(event));
      expect(ends.at(-1)?.event === 'closed').toBe(thread.closedAt !== null);
    }
    for (const pull of world.contents.flatMap((content) => content.pullRequests)) {
      const merged = pull.events.find(({ event }) => event === 'merged');
      expect(merged === undefined ? null : merged.createdAt).toBe(pull.mergedAt);
    }
  });

  it('uses example addresses only', () => {
    const text = JSON.stringify(makeWorld({ repositories: 8 }));
    const addresses = [...text.matchAll(/[\w.+-]+@([\w-]+\.[\w.-]+)/g)].map((match) => match[1]);
    expect(addresses.length).toBeGreaterThan(50);
    expect(addresses.filter((host) => !/(?:^|\.)example\.(?:org|com)$/.test(host ?? ''))).toEqual([]);
  });

  it('has the oddities of real archives', () => {
    const many = makeWorld({ repositories: 6, issues: 60 });
    const pulls = many.contents.flatMap((content) => content.pullRequests);
    const bodies = many.contents.flatMap(bodiesOf);
    expect(pulls.some((pull) => pull.author === null)).toBe(true);
    expect(pulls.some((pull) => pull.head.repository === null)).toBe(true);
    expect(pulls.some((pull) => pull.author?.endsWith('[bot]'))).toBe(true);
    expect(pulls.some((pull) => pull.body === null) && pulls.some((pull) => pull.body === '')).toBe(true);
    expect(bodies.some((body) => body.includes('\r\n'))).toBe(true);
    expect(bodies.some((body) => /[\u3040-\u30ff]/.test(body))).toBe(true);
    expect(new Set(pulls.flatMap((pull) => pull.reviews.map((review) => review.state)))).toEqual(
      new Set(['commented', 'changes_requested', 'approved']),
    );
    expect(eventNames(many).size).toBeGreaterThan(12);
  });
});

function eventNames({ contents }: World): ReadonlySet<string> {
  return new Set(contents.flatMap(threadsOf).flatMap((thread) => thread.events.map(({ event }) => event)));
}
