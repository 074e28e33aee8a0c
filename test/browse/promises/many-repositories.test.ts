import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { afterwards, temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../../store/support/archive-text.ts';
import { writeStore } from '../../store/support/write-store.ts';

const HOST = 'https://service.example';
const REPOSITORIES = 400;
const RELEASES = 1_050;
const LABELS = 250;

const nameOf = (index: number) => `app-${String(index).padStart(3, '0')}`;
const dayOf = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().replace('.000', '');

const LABELS_OF_FIRST = Array.from({ length: LABELS }, (_, index) => ({
  type: 'label',
  url: `${HOST}/acme/${nameOf(0)}/labels/${index}`,
  name: `label ${index}`,
  color: 'aabbcc',
}));

let request: (path: string) => Promise<Response>;

beforeAll(async () => {
  const store = join(temporaryFolder(), 'work.db');
  const all = Array.from({ length: REPOSITORIES }, (_, index) => index);
  await writeStore(store, [
    batchOf(
      'repository',
      all.map((index) => ({
        type: 'repository',
        url: `${HOST}/acme/${nameOf(index)}`,
        name: nameOf(index),
        owner: `${HOST}/acme`,
        // The last by name are the first by time.
        created_at: dayOf(index),
        labels: index === 0 ? LABELS_OF_FIRST : [],
      })),
    ),
    batchOf(
      'issue',
      all.map((index) => ({
        type: 'issue',
        url: `${HOST}/acme/${nameOf(index)}/issues/1`,
        title: `Lantern ${index}`,
        created_at: dayOf(index),
        updated_at: dayOf((index * 7) % REPOSITORIES),
      })),
    ),
    batchOf(
      'release',
      Array.from({ length: RELEASES }, (_, index) => ({
        type: 'release',
        url: `${HOST}/acme/${nameOf(0)}/releases/tag/v${index}`,
        tag_name: `v${index}`,
        name: `Version ${index}`,
        state: 'published',
        published_at: dayOf(index),
        created_at: dayOf(index),
        release_assets: [],
      })),
    ),
    batchOf(
      'milestone',
      Array.from({ length: LABELS }, (_, index) => ({
        type: 'milestone',
        url: `${HOST}/acme/${nameOf(0)}/milestones/${index + 1}`,
        repository: `${HOST}/acme/${nameOf(0)}`,
        title: `milestone ${index}`,
        state: 'open',
        created_at: dayOf(index),
      })),
    ),
  ]);
  const { app, close } = createBrowseApp({ store, clock: createSystemClock(), searchPath: '' });
  afterwards(close);
  request = async (path) => await app.request(path);
});

const json = async (path: string) => {
  const response = await request(path);
  expect(response.status).toBe(200);
  return JSON.parse(await response.text());
};

/** The items of all pages of a list, by the links to the next ones. */
async function walk<Item>(start: string, itemsOf: (facts: never) => Item[]) {
  const items: Item[] = [];
  for (let path: string | undefined = start; path !== undefined; ) {
    const facts = await json(path);
    items.push(...itemsOf(facts as never));
    path = facts.nextPath?.replace(/^\/(?=\?)/, '/-/home').replace(/(?=\?)/, '.json');
  }
  return items;
}

const namesIn = ({ repositories }: { readonly repositories: readonly { readonly repo: string }[] }) =>
  repositories.map(({ repo }) => repo);

describe('an owner of many repositories beside another one', () => {
  let store: string;

  beforeAll(async () => {
    store = join(temporaryFolder(), 'two.db');
    const names = ['other/newest', ...Array.from({ length: 130 }, (_, index) => `acme/${nameOf(index)}`)];
    await writeStore(store, [
      batchOf(
        'repository',
        names.map((name) => ({ type: 'repository', url: `${HOST}/${name}`, name: name.split('/')[1] })),
      ),
      batchOf(
        'issue',
        names.map((name, index) => ({
          type: 'issue',
          url: `${HOST}/${name}/issues/1`,
          title: name,
          created_at: dayOf(index === 0 ? REPOSITORIES : index),
        })),
      ),
    ]);
  });

  it.each([
    ['chosen', '/-/owners/acme', undefined],
    ['the only one that is shown', '', ['acme']],
  ])('has what is newest in any of its repositories if it is %s', async (_, prefix, owners) => {
    const { app, close } = createBrowseApp({ store, clock: createSystemClock(), searchPath: '', owners });
    afterwards(close);
    const answer = async (path: string) => JSON.parse(await (await app.request(prefix + path)).text());
    const { latest } = await answer('/-/home.json');
    const newest = [129, 128, 127].map((index) => `acme/${nameOf(index)}`);
    expect(latest.slice(0, 3).map(({ title }: { readonly title: string }) => title)).toEqual(newest);
    const { examples } = await answer('/-/search.json');
    expect(examples).toContain(`is:open repo:${newest[0]}`);
  });
});

describe('a store of many repositories', () => {
  it.each(['/acme', '/'])('has all of them on the pages of %s, once', async (path) => {
    const data = path === '/' ? '/-/home' : path;
    const names = await walk(`${data}.json?sort=name`, namesIn);
    expect(names).toEqual(Array.from({ length: REPOSITORIES }, (_, index) => `acme/${nameOf(index)}`));
    const page = await (await request(path)).text();
    expect(page).toContain('<span class="count">400</span>');
    expect(page).toContain(`rel="next" href="${path}?from=60"`);
    expect(namesIn(await json(`${data}.json`))[1]).toBe(`acme/${nameOf(57)}`); // By the last change.
    expect(page).toContain('placeholder="Find a repository"');
  });

  it('has them by time, and those whose name contains a part', async () => {
    const created = await walk('/acme.json?sort=created', namesIn);
    expect(created.slice(0, 2)).toEqual([`acme/${nameOf(399)}`, `acme/${nameOf(398)}`]);
    expect(new Set(created).size).toBe(REPOSITORIES);
    const [released, updated] = await walk('/acme.json?sort=updated', namesIn);
    expect(released).toBe(`acme/${nameOf(0)}`);
    expect(updated).toBe(`acme/${nameOf(57)}`); // 57 × 7 is 399.
    expect(await walk('/acme.json?q=APP-39&sort=created', namesIn)).toEqual(
      Array.from({ length: 10 }, (_, index) => `acme/${nameOf(399 - index)}`),
    );
    const page = await (await request('/acme?q=none&sort=created')).text();
    expect(page).toContain('No name or topic contains &quot;none&quot;');
    expect(page).toContain('<input type="hidden" name="sort" value="created">');
  });

  it('shows on the home page what was opened last in any of them', async () => {
    const { latest } = await json('/-/home.json');
    expect(latest[0].title).toBe(`Version ${RELEASES - 1}`);
    expect((await json('/-/home.json?from=60')).latest).toEqual(latest);
    const page = await (await request('/')).text();
    expect(page.indexOf('Recently opened')).toBeLessThan(page.indexOf('<h2>Repositories'));
  });

  it('shows on the page of their owner what was opened last, whatever page and filter its list has', async () => {
    const { latest } = await json('/acme.json');
    expect(latest[0].title).toBe(`Version ${RELEASES - 1}`);
    expect((await json('/acme.json?from=60')).latest).toEqual(latest);
    expect((await json('/acme.json?q=app-39&sort=name')).latest).toEqual(latest);
  });

  it('suggests their names on a third of the places, and on what others leave', async () => {
    const placesOf = async (typed: string) =>
      (await json(`/-/suggest?q=${typed}`)).results.map(({ where }: { readonly where: string }) =>
        where.includes('#') ? 'thread' : where,
      );
    expect(await placesOf('acme')).toEqual(Array.from({ length: 12 }, () => 'repository'));
    const places = await placesOf('7');
    expect(places.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'repository'));
    expect(places.slice(4, 8)).not.toContain('repository');
    expect(places).toHaveLength(12);
  });

  it('has all releases on pages', async () => {
    const tags = await walk(
      `/acme/${nameOf(0)}/releases.json`,
      ({ releases }: { readonly releases: readonly { readonly tag: string }[] }) =>
        releases.map(({ tag }) => tag),
    );
    expect(tags).toEqual(Array.from({ length: RELEASES }, (_, index) => `v${RELEASES - 1 - index}`));
  });

  it('has the rows that a page with a number had at the service', async () => {
    const { releases, nextPath, prevPath } = await json(`/acme/${nameOf(0)}/releases.json?page=3`);
    expect(releases[0].tag).toBe(`v${RELEASES - 1 - 20}`);
    expect([prevPath, nextPath]).toEqual([
      `/acme/${nameOf(0)}/releases?from=10`,
      `/acme/${nameOf(0)}/releases?from=30`,
    ]);
    expect(namesIn(await json('/acme.json?page=2&sort=name'))[0]).toBe(`acme/${nameOf(30)}`);
  });

  it.each(['labels', 'milestones'] as const)('has all %s on pages, once', async (kind) => {
    const path = `/acme/${nameOf(0)}/${kind}`;
    const names = await walk(`${path}.json`, (facts: Readonly<Record<string, readonly object[]>>) =>
      (facts[kind] ?? []).map((row) => ('name' in row ? row.name : 'title' in row ? row.title : undefined)),
    );
    expect(new Set(names).size).toBe(LABELS);
    expect(names).toHaveLength(LABELS);
    const page = await (await request(path)).text();
    expect(page).toContain(`rel="next" href="${path}?from=100"`);
    expect(page.length).toBeLessThan(120_000);
  });

  it('finds words in it', async () => {
    const found = await json('/-/search.json?q=lantern');
    expect(found.results.length).toBeGreaterThan(10);
    expect([REPOSITORIES, undefined]).toContain(found.counts?.total); // Counting may take too long for a page.
    expect(found.kept.commits).toEqual({ hits: [], isComplete: true });
  });
});
