import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { change, EDITED, type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/yaryna-vitrolom/tidewatch';
const EMPTY = '/yaryna-vitrolom/seedbank';
const COMMENTED = `${REPO}/commit/2ef21f7465f1e820ebe05498c4f84f5fc6ceeeb9`;
const ATTACHMENT = 'https://service.example/user-attachments/assets/00000000-0000-4000-8000-00000000abcd';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ isLater: true, edit: addRecords });
});

/** An issue without a title, a comment on it, an attachment, a comment on a whole commit, a base and a project. */
async function addRecords(folder: string): Promise<void> {
  const issue = EDITED.replace(/3$/, '900');
  await change(folder, 'issues_', (records) => [
    ...records,
    ...records.slice(0, 1).map((one) => ({
      ...one,
      url: issue,
      repository: EDITED.slice(0, -9),
      title: '',
      created_at: '2026-06-30T00:00:00Z',
    })),
  ]);
  await change(folder, 'issue_comments_', (records) => [
    ...records,
    ...records
      .slice(0, 1)
      .map((one) => ({ ...one, url: `${issue}#issuecomment-77`, issue, body: '\n> First\n\nSecond' })),
  ]);
  await change(folder, 'attachments_', (records) => [
    ...records,
    ...records.slice(0, 1).map((one) => ({ ...one, url: ATTACHMENT, asset_name: 'tides.png' })),
  ]);
  await change(folder, 'commit_comments_', (records) => [
    ...records,
    ...records
      .filter(({ url }) => url.includes(COMMENTED))
      .map((one) => ({ ...one, url: one.url.replace(/\d+$/, '78'), path: null, position: null })),
  ]);
  const repository = EDITED.slice(0, -9);
  const [base, project] = [
    { type: 'base', url: `${repository}/tree/main`, repository, ref: 'main', sha: COMMENTED.slice(-40) },
    { type: 'project', url: `${repository}/projects/1`, repository, name: 'Spring tide', state: 'open' },
  ];
  const empty = repository.replace(/[^/]*$/, 'seedbank');
  const bases = [base, { ...base, url: `${empty}/tree/main`, repository: empty }];
  await writeFile(join(folder, 'bases_000001.json'), JSON.stringify(bases));
  await writeFile(join(folder, 'projects_000001.json'), JSON.stringify([project]));
}

describe('a kind that the documents of the service name, but no table', () => {
  it('bases are on the page of their repository unless its code is here, projects in its tab', async () => {
    expect(await app.page(REPO)).not.toContain('Base branches');
    expect(await app.page(EMPTY)).toMatch(
      new RegExp(
        `Base branches</h2>.*which need not be its newest.*<li><a href="${EMPTY}/tree/main"><code>main</code></a>.*${COMMENTED.slice(-40)}`,
      ),
    );
    expect(await app.page(`${REPO}/projects`)).toContain('<strong>Spring tide</strong>');
  });
});

describe('a record without a title', () => {
  it.each([
    ['the home page', '/', `${REPO}/issues/900`],
    ['its repository', REPO, `${REPO}/issues/900`],
    ['the list', `${REPO}/issues?q=`, `${REPO}/issues/900`],
  ])('is named and linked on %s', async (_, path, href) => {
    expect(await app.page(path)).toContain(`<a class="title" href="${href}">Untitled</a>`);
  });
});

describe('the page of changes', () => {
  it('names attachments after their files, and links to their pages', async () => {
    const page = await app.page('/-/changes/1..2?what=new');
    expect(page).toContain(
      `<a href="/-/attachments/${ATTACHMENT.slice('https://'.length)}"><bdi>tides.png</bdi></a>`,
    );
  });

  it('renders a new comment, as it does a deleted one', async () => {
    const page = await app.page('/-/changes/1..2?what=new');
    expect(page).toContain(`<a class="title" href="${REPO}/issues/900" data-item-link>Untitled</a>`);
    expect(page).toContain(`<a href="${REPO}/issues/900#issuecomment-77"><bdi>comment</bdi></a>`);
    expect(page).toMatch(/<div class="came"><div class="prose" dir="auto"><blockquote>\s*<p>First<\/p>/);
  });

  it('names a comment on a commit by the commit', async () => {
    const page = await app.page('/-/changes/1..2?what=new');
    expect(page).toContain(`<a href="${COMMENTED}#commitcomment-78"><bdi>${REPO.slice(1)}@2ef21f7</bdi></a>`);
  });
});

describe('a commit', () => {
  it('shows comments on lines at their lines, and others below', async () => {
    const page = await app.page(COMMENTED);
    expect(page).toContain('<a href="#commitcomment-1442577539">2 comments</a>');
    expect(page).toMatch(
      /<td class="conversations" colspan="4"><div class="conversation"><article class="remark" id="commitcomment-1442577539"/,
    );
    expect(page).toContain('<h2>1 other comment</h2><article class="said" id="commitcomment-78"');
    expect(page.match(/id="commitcomment-\d+"/g)).toHaveLength(2);
  });

  it('shows all of them below where whitespace is hidden, which changes positions', async () => {
    const page = await app.page(`${COMMENTED}?w=1`);
    expect(page).not.toContain('<td class="conversations"');
    expect(page.match(/<article class="said" id="commitcomment-\d+"/g)).toHaveLength(2);
  });
});

describe('a search for a thread by its name', () => {
  it('redirects to the thread', async () => {
    const response = await app.request(`/-/search?q=${encodeURIComponent(`${REPO.slice(1)}#900`)}`);
    expect(response.headers.get('location')).toBe(`${REPO}/issues/900`);
  });

  it('is a search like any other if no archive has the thread', async () => {
    expect(await app.page('/-/search?q=acme/app%237')).toContain('Nothing matches “acme/app#7”.');
  });
});

describe('an empty list', () => {
  it('says that the repository has none', async () => {
    expect(await app.page(`${EMPTY}/issues`)).toContain('The archive contains no issues of this repository.');
  });

  it('links from issues to pull requests with the same filter', async () => {
    expect(await app.page(`${REPO}/issues?q=label%3Anothing`)).toContain(
      `<a href="${REPO}/pulls?q=label%3Anothing">the pull requests that match</a>`,
    );
  });
});

describe('SQL', () => {
  const answer = async (sql: string) => await app.page(`/-/sql?q=${encodeURIComponent(sql)}`);

  it('draws names with a number each as bars', async () => {
    const page = await answer("SELECT 'open' AS state, 1200 AS threads UNION SELECT 'closed', 7");
    expect(page).toContain('<h2>threads by state</h2>');
    expect(page).toContain('<span class="count">1,200</span>');
    expect(page).toMatch(/<th scope="col" class="number"[^>]*><a href="[^"]+">threads/);
  });

  it.each([
    'SELECT 1, 2 UNION SELECT 1, -2',
    "SELECT 1, 'two' UNION SELECT 1, 'three'",
    'SELECT 1, 2, 3 UNION SELECT 4, 5, 6',
    'SELECT 1, 2',
  ])('draws nothing for %s', async (sql) => {
    expect(await answer(sql)).not.toContain('<figure');
  });
});

describe('a page that is not found', () => {
  it.each([
    [`${REPO.slice(0, -1)}`, `<a href="${REPO}"><bdi>${REPO.slice(1)}</bdi></a>`],
    ['/-/snapshot', '<a href="/-/snapshots">Snapshots</a>'],
    ['/-/nonesuch', '<h1>This reader has no such page</h1>'],
    ['/-/nonesuch', 'name="q" value="nonesuch"'],
    ['/-/captures/nonesuch', 'The kinds are events, notifications, alerts, budgets, gists and stars.'],
    [`${REPO}/issues/99999`, '<div>The newest is #'],
    [`${REPO}/wrong/path/x`, `<p>${REPO.slice(1)} has no page wrong/path/x.</p>`],
    ['/nobody/nothing/wrong/x', '<p>There is no repository nobody/nothing.</p>'],
  ])('%s says what was probably meant: %s', async (path, expected) => {
    expect(await app.page(path, 404)).toContain(expected);
  });

  it('leads home once', async () => {
    const page = await app.page('/nobody/nothing', 404);
    expect(page.slice(page.indexOf('<main')).match(/home page/gi)).toHaveLength(1);
  });
});
