import SqliteDatabase from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/database.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/northquay-works/ferrylight';
const OTHER = '/yaryna-vitrolom/tidewatch';
const PICTURE = 'https://service.example/user-attachments/assets/21aff79e-738e-4050-9fe5-8a84ac9c5276';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  const db = openDatabase(app.store, { readonly: false });
  db.prepare("UPDATE users SET avatar_url = ? || '?v=4' WHERE login = 'fhollowbeck'").run(PICTURE);
  db.prepare("UPDATE issues SET title = ? WHERE repo = 'yaryna-vitrolom/tidewatch' AND number = 10").run(
    'Make `<b>` bold :tada: *now* <img src=x>',
  );
  db.prepare(
    `UPDATE organization_members SET login = 'someone-unknown' WHERE login =
       (SELECT min(login) FROM organization_members WHERE login <> 'yaryna-vitrolom')`,
  ).run();
  db.close();
});

describe('a person', () => {
  it('has the same drawn face everywhere: initials in one of eight colours, none of which is text', async () => {
    const [issue, list] = [await app.page(`${REPO}/issues/19`), await app.page(`${REPO}/issues/7`)];
    const face = /class="who f\d" data-face="NM" href="\/naledi-mbelwane"/;
    expect(face.exec(issue)?.[0]).toBe(face.exec(list)?.[0]);
    expect(issue).toContain('data-face="NM" href="/naledi-mbelwane">naledi-mbelwane</a>');
    expect(await app.page('/-/people')).toMatch(face);
    expect(await app.page('/naledi-mbelwane')).toMatch(/<h1><span class="who f\d" data-face="NM">/);
    expect(await app.page(`${OTHER}/pull/7`)).toMatch(/class="who f\d bot" data-face="B"/);
  });

  it('is linked where an event names them', async () => {
    const db = openDatabase(app.store, { readonly: true });
    const [thread = '', subject = ''] =
      db
        .prepare<[], [string, string]>(
          `SELECT e.thread_url, u.login FROM issue_events e JOIN users u ON e.subject_url LIKE '%/' || u.login
         WHERE e.event IN ('assigned', 'review_requested') AND u.login <> e.actor LIMIT 1`,
        )
        .raw()
        .get() ?? [];
    db.close();
    expect(await app.page(new URL(thread).pathname)).toMatch(
      new RegExp(`(?:assigned|a review from) <a href="/${subject}"[^>]*><strong>${subject}</strong></a>`),
    );
  });

  it('has the picture of the archive if it was kept', async () => {
    const page = await app.page(`${REPO}/issues/19`);
    const [, path = ''] = /<img class="face" src="([^"]+)" alt=""[^>]*>fhollowbeck</.exec(page) ?? [];
    expect(path).toBe(PICTURE.slice('https://service.example'.length));
    expect((await app.request(path)).headers.get('content-type')).toBe('image/png');
  });

  it('has name and teams among the members of an organization, or a note that the archive has no record', async () => {
    const page = await app.page('/orgs/northquay-works/people');
    expect(page).toContain('<h1>Members of northquay-works <span');
    expect(page).toMatch(/someone-unknown<\/span><\/strong>[^(]*\(not in this archive\)/);
    expect(page).toMatch(/<\/strong>.*?<p>[^<]+<\/p>/);
    expect(page).toMatch(/Teams?: <a href="\/orgs\/northquay-works\/teams\/[\w-]+">/);
    expect(page.match(/not in this archive/g)).toHaveLength(1);
  });

  it('has a team whose name stands once, with its members and repositories', async () => {
    const list = await app.page('/orgs/northquay-works/teams');
    const [, path = '', name = ''] =
      /<a class="title" href="(\/orgs\/northquay-works\/teams\/[\w-]+)"><strong>([^<]+)/.exec(list) ?? [];
    const main = /<main.*<\/main>/s.exec(await app.page(path))?.[0] ?? '';
    expect(main.split(`>${name}<`)).toHaveLength(2);
    expect(main).toMatch(/<h1>.*<h2>Members <span.*<h2>Repositories <span/s);
  });

  it('has the initials of the name that the account shows, in the same colour wherever it is', async () => {
    const named = await openApp();
    const db = new SqliteDatabase(named.store);
    const login = String(
      db
        .prepare("SELECT login FROM users WHERE name <> '' AND avatar_url NOT LIKE '%assets%' LIMIT 1")
        .pluck()
        .get(),
    );
    db.prepare("UPDATE users SET name = 'Zoé Ada Quill' WHERE login = ?").run(login);
    db.close();
    expect(await named.page(`/${login}`)).toMatch(/<h1><span class="who f\d" data-face="ZA">Zoé Ada Quill/);
    expect(await named.page(`/-/people?q=${login}`)).toMatch(
      new RegExp(`class="who f\\d" data-face="ZA" href="/${login}"`),
    );
  });

  it('is not a link without a record, and says why', async () => {
    const page = await app.page('/northquay-works');
    expect(page).toMatch(
      /<span class="who f\d" data-face="SU" title="The archive has no record of this account">someone-unknown<\/span>/,
    );
    expect(page.match(/<li><a class="who/g)?.length).toBeGreaterThan(0);
  });

  it('has a role in the repository, as the service derives it', async () => {
    const answer = await (await app.request(`${REPO}/issues/19.json`)).text();
    const { roles }: { roles: Record<string, string> } = JSON.parse(answer);
    expect(roles).toMatchObject({ 'yaryna-vitrolom': 'member', fhollowbeck: 'collaborator' });
    expect(await app.page(`${REPO}/issues/19`)).toMatch(
      />yaryna-vitrolom<\/a> <span class="roles"><span class="tag">member<\/span><span class="tag">author<\/span>/,
    );
    expect(await app.page(`${OTHER}/pull/2`)).toContain('<span class="tag">owner</span>');
    expect(await app.page(`${OTHER}/pull/7`)).toContain('<span class="tag">contributor</span>');
  });
});

describe('a page for screen readers', () => {
  it('has a name for each comment, and tabs that are no way to the page', async () => {
    const [issue, pull] = [await app.page(`${REPO}/issues/19`), await app.page(`${OTHER}/pull/9`)];
    const articles = [...`${issue}${pull}`.matchAll(/<article [^>]*>/g)].map(([tag]) => tag);
    const names = articles.map((tag) => / aria-label="([^"]+)"/.exec(tag)?.[1]);
    expect(articles.length).toBeGreaterThan(10);
    expect(names.filter((name) => !/^\w[\w ]* by [^,]+(?:, \d+ \w+ \d{4})?$/.test(name ?? ''))).toEqual([]);
    expect(/<nav aria-label="Breadcrumb">(.*?)<\/nav>/s.exec(issue)?.[1]).not.toContain('class="tabs"');
    expect(issue).toContain('<nav aria-label="Repository"><ul class="tabs">');
    expect(pull).toContain('<nav aria-label="Pull request"><ul class="tabs">');
  });
});

describe('issues and pull requests', () => {
  it.each([
    [`${OTHER}/pulls?q=+`, ['open pull request', 'merged pull request']],
    [`${REPO}/pulls?q=+`, ['draft pull request', 'closed pull request']],
    [`${OTHER}/issues?q=+`, ['open issue', 'closed issue']],
    ['/-/search?q=is%3Aopen', ['open issue', 'open pull request']],
    ['/', ['open issue', 'closed pull request']],
    [`${OTHER}/pull/11`, ['merged pull request', 'closed issue']],
  ])('%s has signs of their kinds and states', async (path, words) => {
    const page = await app.page(path);
    const drawn = words.map(
      (name) =>
        new RegExp(`<svg viewBox="0 0 16 16" role="img" aria-label="${name}">(.*?)</svg>`).exec(page)?.[1],
    );
    expect(new Set(drawn).size).toBe(words.length);
    expect(drawn).not.toContain(undefined);
  });

  it('have signs in texts that cite them, with their titles', async () => {
    const page = await app.page(`${REPO}/issues/7`);
    expect(page).toMatch(
      /<a class="cited cited-issue-closed" title="[^"]+ \(closed issue\)" href="[^"]+">#\d+<\/a>/,
    );
  });

  it('have signs where their states change', async () => {
    expect(await app.page(`${OTHER}/pull/2`)).toMatch(
      /aria-label="merged pull request">.*?<\/svg><\/span> merged this in commit/,
    );
  });
});

describe('a title', () => {
  it.each([`${OTHER}/issues`, `${OTHER}/issues/10`, '/-/search?q=is%3Aopen', '/-/people/evanderamberlough'])(
    'of %s has inline code and emoji, and no other markup',
    async (path) => {
      const page = await app.page(path);
      expect(page).toContain('Make <code>&lt;b&gt;</code> bold 🎉 *now* &lt;img src=x&gt;');
    },
  );
});
