import SqliteDatabase from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { replaceRepository } from '../support/replace-repository.ts';

const NAME = 'northquay-works/ferrylight';
const REPO = `/${NAME}`;
const OTHER = 'yaryna-vitrolom/tidewatch';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  replaceRepository(app.store, NAME, [{ 'one.txt': '1\n' }, { 'two.txt': '2\n' }]);
}, 60_000);

const json = async (path: string) => JSON.parse(await app.page(path));

describe('a list of commits with a filter', () => {
  it('has a way to all of them, and says what was not a date', async () => {
    const clear = new RegExp(`<a href="${REPO}/commits/[^"?]+">Clear the filter</a>`);
    expect(await app.page(`${REPO}/commits?q=nowhere-in-any`)).toMatch(clear);
    const undated = await app.page(`${REPO}/commits?since=2026-13-45&until=2999-01-01`);
    expect(undated).toMatch(clear);
    expect(undated).toContain('Ignored, as it is not a date: since=2026-13-45');
    expect(undated).toContain('name="since" value=""');
    expect(await app.page(`${REPO}/commits?since=2026-02-30`)).toContain('not a date: since=2026-02-30');
    expect(await app.page(`${REPO}/commits`)).not.toMatch(/Clear the filter|Ignored/);
  });
});

it('says which parent of a merge is which', async () => {
  const own = await openApp();
  const list: { readonly commits: readonly { readonly id: string; readonly parents: readonly string[] }[] } =
    JSON.parse(await own.page(`/${OTHER}/commits.json`));
  const merge = list.commits.find(({ parents }) => parents.length > 1);
  const [, facts = ''] =
    /<dt>Parents<\/dt><dd>(.*?)<\/dd>/s.exec(await own.page(`/${OTHER}/commit/${merge?.id}`)) ?? [];
  const ids = [...facts.matchAll(/commit\/(\w{40})".*?<span class="muted">(.*?)<\/span>/gs)];
  expect(ids.map(([, id, words]) => [id, words])).toEqual([
    [merge?.parents[0], 'first parent, on main'],
    [merge?.parents[1], 'merged'],
  ]);
});

describe('a list of branches or tags', () => {
  it('leads to the newest pull request from each branch of the repository itself, and to releases', async () => {
    const own = await openApp();
    const db = new SqliteDatabase(own.store);
    const [newest, second] = db
      .prepare<[string], number>('SELECT number FROM pull_requests WHERE repo = ? ORDER BY number DESC')
      .pluck()
      .all(OTHER);
    const branches = await own.page(`/${OTHER}/branches`);
    const [, branch = ''] = /<bdi>(feature\/[^<]+)<\/bdi>/.exec(branches) ?? [];
    db.prepare(
      `UPDATE pull_requests SET head_ref = @branch,
         head_repository_url = CASE WHEN number = @newest THEN NULL ELSE repository_url END WHERE repo = @repo`,
    ).run({ branch, newest, repo: OTHER });
    const [, tag = ''] = /<bdi>(v[^<]+)<\/bdi>/.exec(await own.page(`/${OTHER}/tags`)) ?? [];
    db.prepare(
      "UPDATE releases SET tag_name = ?, state = 'published' WHERE id = (SELECT max(id) FROM releases WHERE repo = ?)",
    ).run(tag, OTHER);
    db.close();
    expect(await own.page(`/${OTHER}/branches`)).toMatch(
      new RegExp(`<a class="titled" href="/${OTHER}/pull/${second}">.*?#${second}</span></a>`),
    );
    const tags = await own.page(`/${OTHER}/tags`);
    expect(tags).toContain(`<a href="/${OTHER}/releases/tag/${tag}">Release</a>`);
    expect(tags).toContain(', commit of <time');
    for (const path of ['releases', `releases/tag/${tag}`]) {
      const page = await own.page(`/${OTHER}/${path}`);
      expect(page).toContain(`<a href="/${OTHER}/archive/${tag}.zip">Source as ZIP</a>`);
      expect(page).toMatch(/ · <a href="[^"]+\/commit\/[0-9a-f]{40}"><code>/);
    }
    expect(await own.page(`/${OTHER}/releases/tag/v0.8.0`)).toMatch(/">Compare with v0\.7\.0</);
  });
});

describe('a list of commits', () => {
  it('has a heading, the number of all, and authors by the logins of the name that they show', async () => {
    const db = new SqliteDatabase(app.store);
    const { commits } = await json(`${REPO}/commits.json`);
    const [{ author }] = commits;
    db.prepare('UPDATE users SET name = ? WHERE login = ?').run(author.toUpperCase(), 'fhollowbeck');
    db.close();
    const page = await app.page(`${REPO}/commits`);
    expect(page).toContain('<h1>Commits</h1>');
    expect(page).toContain('role="status">2 commits<');
    expect(page).toMatch(/<a class="who[^>]+ href="\/fhollowbeck"><bdi>fhollowbeck<\/bdi><\/a> committed/);
  });

  it.each([
    ['the address of an account', 'one@example.org'],
    ['the address that the service gives an account', '7+fhollowbeck@users.noreply.example.org'],
  ])('has authors linked by %s, whose name several have', async (_, address) => {
    const own = await openApp();
    replaceRepository(own.store, NAME, [{ 'one.txt': '1\n' }], { address });
    const db = new SqliteDatabase(own.store);
    const { author } = JSON.parse(await own.page(`${REPO}/commits.json`)).commits[0];
    db.prepare('UPDATE users SET name = ?').run(author);
    db.prepare(
      `INSERT INTO user_emails (user_id, position, address, shape_id)
       SELECT id, 100, 'One@Example.org', shape_id FROM users WHERE login = 'fhollowbeck'`,
    ).run();
    db.close();
    for (const list of ['commits', 'branches', 'blame/main/one.txt']) {
      expect(await own.page(`${REPO}/${list}`)).toMatch(
        /<a class="who[^>]+ href="\/fhollowbeck"><bdi>fhollowbeck<\/bdi><\/a>/,
      );
    }
  });

  it('can be narrowed to words of messages, an author and days', async () => {
    const { commits } = await json(`${REPO}/commits.json`);
    const [{ author, subject, committedAt: at }] = commits;
    const day = at.slice(0, 10);
    const found = async (query: string) => (await json(`${REPO}/commits.json?${query}`)).total;
    expect(await found(`author=${encodeURIComponent(author.toUpperCase())}&since=${day}&until=${day}`)).toBe(
      2,
    );
    expect(await found('author=.*')).toBe(0);
    expect(await found(`q=${encodeURIComponent(subject.toUpperCase())}`)).toBeGreaterThan(0);
    expect(await found(`q=${encodeURIComponent(subject)}&author=nobody`)).toBe(0);
    expect(await found('q=.*')).toBe(0);
    expect(await found('until=1999-12-31')).toBe(0);
    expect(await app.page(`${REPO}/commits?author=nobody`)).toContain('No commit matches.');
  });
});

describe('a pull request', () => {
  it('links its head even if its branch is gone, and shows who made its commits', async () => {
    const page = await app.page(`/${OTHER}/pull/2`);
    expect(page).toMatch(/From <a href="\/yaryna-vitrolom\/tidewatch\/tree\/[^"]+"><code>/);
    expect(page).toMatch(
      /<div class="happened pushed"><div class="actor"><(?:a|span) class="who[^>]+data-face=/,
    );
  });

  it('has times of one form, in UTC', async () => {
    const page = await app.page(`/${OTHER}/pull/2`);
    const ends = [...page.matchAll(/at <time datetime="[^"]+">([^<]+)<\/time><\/div><\/div>/g)];
    expect(ends.length).toBe(page.match(/class="happened" id/g)?.length);
    expect(ends.every(([, text]) => /^\d\d:\d\d UTC$/.test(text ?? ''))).toBe(true);
  });
});
