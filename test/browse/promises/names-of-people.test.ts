import SqliteDatabase from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/yaryna-vitrolom/tidewatch';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
}, 300_000);

const json = async (path: string) => JSON.parse(await app.page(path));

it('commits name people by their logins, and are found by them', async () => {
  const { commits } = await json(`${REPO}/commits.json`);
  const known = commits.find(
    ({ login, author }: Record<string, string>) => login !== null && login !== author,
  );
  const { id, login, author } = known;
  const list = await app.page(`${REPO}/commits`);
  expect(list).toContain(`href="/${login}"><bdi>${login}</bdi></a>`);
  expect(list).toContain(`<option value="${login}">`);
  expect(list).not.toContain(`<bdi>${author}</bdi>`);
  expect(await app.page(`${REPO}/commit/${id}`)).toMatch(
    new RegExp(`<bdi>${login}</bdi></a> <span class="muted">\\(<bdi>${author}</bdi>\\)`),
  );
  const found = await json(`${REPO}/commits.json?author=${login}`);
  expect(found.commits.map((one: { readonly id: string }) => one.id)).toContain(id);
});

it('a commit has the branches and tags that contain it', async () => {
  const { commits } = await json(`${REPO}/commits.json`);
  const page = await app.page(`${REPO}/commit/${commits[0].id}`);
  expect(page).toMatch(
    new RegExp(`<dt>In branches</dt><dd>.*<a href="${REPO}/tree/main"><bdi>main</bdi></a>`),
  );
  expect(await app.page(`${REPO}/commit/${commits.at(-1).id}`)).toContain('<dt>In tags</dt>');
});

it('assignees in lists are links', async () => {
  const { threads } = await json(`${REPO}/issues.json?q=assignee:*`).catch(() =>
    json(`${REPO}/issues.json?q=+`),
  );
  const { assignees } = threads.find(
    (one: { readonly assignees: readonly string[] }) => one.assignees.length > 0,
  );
  expect(await app.page(`${REPO}/issues?q=+`)).toMatch(
    new RegExp(`assigned to <a class="who" href="/${assignees[0]}">${assignees[0]}</a>`),
  );
});

it('the page of a repository has the people with access to it', async () => {
  const db = new SqliteDatabase(app.store, { readonly: true });
  const [login = ''] = db
    .prepare<[string], string>(
      'SELECT login FROM repository_collaborators JOIN repositories AS r ON r.id = repository_id WHERE r.repo = ? ORDER BY position',
    )
    .pluck()
    .all(REPO.slice(1));
  db.close();
  expect(login).not.toBe('');
  expect(await app.page(REPO)).toMatch(new RegExp(`People with access .*href="/${login}">${login}</a>`, 's'));
});

it('the tab of milestones counts the open ones', async () => {
  const { openCount, closedCount } = await json(`${REPO}/milestones.json`);
  expect(closedCount).toBeGreaterThan(0);
  const tab = /Milestones( <span class="count">(\d+)<\/span>)?<\/a>/.exec(await app.page(REPO));
  expect(Number(tab?.[2] ?? 0)).toBe(openCount);
});
