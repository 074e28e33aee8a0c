import SqliteDatabase from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../support/open-app.ts';

const OTHER = 'yaryna-vitrolom/tidewatch';

let app: OpenApp;

/** Who wrote the reviews. */
let reviewer = '';

beforeAll(async () => {
  app = await openApp();
  const db = new SqliteDatabase(app.store);
  db.prepare(
    "UPDATE releases SET state = 'draft', name = 'Unseen', url = 'https://service.example/' || repo || '/releases/tag/untagged-1f2e', published_at = NULL, created_at = '2026-07-30T00:00:00Z' WHERE id = (SELECT max(id) FROM releases WHERE repo = ?)",
  ).run(OTHER);
  reviewer = String(db.prepare('SELECT author FROM pull_request_reviews LIMIT 1').pluck().get());
  db.prepare(
    "UPDATE pull_request_reviews SET body = '', state = 'approved', submitted_at = '2026-07-30T00:00:00Z' WHERE author = ?",
  ).run(reviewer);
  db.close();
}, 60_000);

const json = async (path: string) => JSON.parse(await app.page(path));

describe('a draft of a release', () => {
  it('is not among what was published, and has a mark elsewhere', async () => {
    for (const path of ['/-/home.json', `/${OTHER}.json`]) {
      const titles = (await json(path)).latest.map(({ title }: { readonly title: string }) => title);
      expect(titles).not.toContain('Unseen');
      expect(titles.length).toBeGreaterThan(3);
    }
    const db = new SqliteDatabase(app.store);
    const author = String(db.prepare("SELECT author FROM releases WHERE name = 'Unseen'").pluck().get());
    db.close();
    expect(await app.page(`/${author}`)).not.toContain('Unseen');
    expect(await app.page(`/-/people/${author}`)).toMatch(/>Unseen<\/a> <span class="tag">draft<\/span>/);
    expect(await app.page('/-/on-this-day?day=07-30')).not.toContain('Unseen');
  });

  it('is marked in the column of releases, as the latest one is', async () => {
    const [, column = ''] = /<aside.*?>(.*)<\/aside>/s.exec(await app.page(`/${OTHER}/releases`)) ?? [];
    expect(column).toMatch(/<bdi>Unseen<\/bdi><\/a>(?:(?!<li).)*<span class="tag">draft<\/span>/s);
    expect(column.match(/<span class="tag good">latest<\/span>/g)).toHaveLength(1);
  });

  it('is marked where it is found, with a link to the page of its tag', async () => {
    const db = new SqliteDatabase(app.store);
    const tag = String(db.prepare("SELECT tag_name FROM releases WHERE name = 'Unseen'").pluck().get());
    db.close();
    const href = `/${OTHER}/releases/tag/${tag}`;
    for (const at of ['', `/${OTHER}`]) {
      const { results } = await json(`/-/suggest?${new URLSearchParams({ q: tag, at })}`);
      expect(results).toContainEqual(
        expect.objectContaining({ title: 'Unseen', href, where: `draft release in ${OTHER}` }),
      );
    }
    const page = await app.page('/-/search?q=type%3Arelease+is%3Adraft');
    expect(page).toContain(`href="${href}"`);
    expect(page).toMatch(/Unseen<\/a> <span class="tag">draft<\/span>/);
  });
});

describe('the page of a repository', () => {
  it('names its licence and its latest release', async () => {
    const page = await app.page(`/${OTHER}`);
    expect(page).toMatch(
      new RegExp(`<dt>Licence</dt><dd><a href="/${OTHER}/blob/main/LICENSE">[^<]*MIT[^<]*</a></dd>`),
    );
    expect(page).toMatch(
      new RegExp(`<dt>Latest release</dt><dd><a href="/${OTHER}/releases/tag/[^"]+"><bdi>[^<]+</bdi></a>, `),
    );
  });
});

describe('a card of a repository', () => {
  it('leads to its lists, and to the repositories with its topics', async () => {
    const page = await app.page('/');
    expect(page).toMatch(new RegExp(`<a href="/${OTHER}/issues">\\d+ open issues?</a>`));
    expect(page).toMatch(new RegExp(`<a href="/${OTHER}/releases">\\d+ releases</a>`));
    const [, q = ''] = /<a class="topic" href="\/\?q=([^"]+)">/.exec(page) ?? [];
    expect(page).toContain(`href="/?q=${q}">${q}</a>`);
  });
});

describe('the page of an account', () => {
  it('names the pull request of a review before the verdict', async () => {
    const page = await app.page(`/-/people/${reviewer}?kind=pull_request_review`);
    expect(page).not.toContain('Review without text');
    expect(page).toMatch(
      /<a class="title" href="[^"]+">[^<]+<\/a><\/span>.*\n<span class="facts"><span>Approved<\/span>/,
    );
  });

  it('says that nothing was pushed to a repository', async () => {
    expect(await app.page('/')).toMatch(/<strong>seedbank<\/strong><\/a>(?:(?!<li>).)*>Empty<\/span>/s);
  });

  it('leads from the tab of stars of the service to the stars', async () => {
    const { headers } = await app.request('/fhollowbeck?tab=stars');
    expect(headers.get('location')).toBe('/-/captures/stars');
  });
});

describe('activity charts', () => {
  it('lead to people, repositories and the threads with a label', async () => {
    const hrefsOf = async (path: string) => {
      const page = await app.page(path);
      return [...page.matchAll(/<li><a href="([^"]+)">[^<]+<\/a><span class="count">/g)].map(
        ([, href = '']) => href.replaceAll('&amp;', '&'),
      );
    };
    const labelled = (query: string) =>
      expect.stringMatching(new RegExp(`\\?q=label%3A%22[^%]+%22${query}$`));
    const all = await hrefsOf('/-/activity');
    expect(all).toEqual(expect.arrayContaining([`/${OTHER}`, `/${reviewer}`, labelled('')]));
    for (const href of all) {
      expect([href, (await app.request(href)).status]).toEqual([href, 200]);
    }
    expect(await hrefsOf(`/${OTHER}/pulse`)).toContainEqual(
      expect.stringMatching(new RegExp(`^/${OTHER}/(?:issues|pulls)\\?q=label`)),
    );
    expect(await hrefsOf('/-/activity/owners/yaryna-vitrolom')).toContainEqual(
      labelled('\\+user%3Ayaryna-vitrolom'),
    );
    expect(await hrefsOf('/-/activity/people/yaryna-vitrolom')).toContainEqual(
      labelled('\\+author%3Ayaryna-vitrolom'),
    );
  });
});
