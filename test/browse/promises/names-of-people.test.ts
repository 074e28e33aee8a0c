import SqliteDatabase from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { replaceRepository } from '../support/replace-repository.ts';

const REPO = '/yaryna-vitrolom/tidewatch';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
}, 300_000);

const json = async (path: string) => JSON.parse(await app.page(path));

it('commits name people by their logins, and are found by them', async () => {
  const own = await openApp();
  replaceRepository(own.store, REPO.slice(1), [{ 'one.txt': '1\n' }]);
  const { id, author } = JSON.parse(await own.page(`${REPO}/commits.json`)).commits[0];
  const db = new SqliteDatabase(own.store);
  db.prepare("UPDATE users SET name = ? WHERE login = 'fhollowbeck'").run(author);
  db.close();
  const list = await own.page(`${REPO}/commits?author=fhollowbeck`);
  expect(list).toContain(`href="/fhollowbeck"><bdi>fhollowbeck</bdi></a>`);
  expect(list).toContain('<option value="fhollowbeck">');
  expect(list).not.toContain(`<bdi>${author}</bdi>`);
  expect(await own.page(`${REPO}/commit/${id}`)).toContain(
    `<bdi>fhollowbeck</bdi></a> <span class="muted">(<bdi>${author}</bdi>)`,
  );
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
  const { threads } = await json(`${REPO}/issues.json?q=+`).catch(() => json(`${REPO}/issues.json?q=+`));
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
