import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { CLONE_PAGES } from '../../../src/browse/code-pages.table.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { createPageMatcher } from '../../../src/browse/match-page.ts';
import { PAGES } from '../../../src/browse/pages.table.ts';
import { openStore } from '../../../src/store/store.ts';
import { crawlApp } from '../support/crawl-app.ts';
import { EDITED, type OpenApp, openApp } from '../support/open-app.ts';

const OWN = 'northquay-works';
const OTHER = 'yaryna-vitrolom';

let whole: OpenApp;
/** Every address that the reader of all owners links to or answers, of each kind of page. */
let addresses: readonly string[];
/** Texts that only records of the other owner have. */
let secrets: readonly string[];

beforeAll(async () => {
  whole = await openApp({ isLater: true });
  const store = openStore(whole.store);
  const texts = (sql: string) =>
    [...store.query(sql, { parameters: { other: `${OTHER}/%` } }).rows].map(([text]) => String(text));
  const titles = `SELECT title FROM (SELECT repo, title FROM issues UNION ALL SELECT repo, title FROM pull_requests
    UNION ALL SELECT repo, title FROM milestones UNION ALL SELECT repo, name FROM releases)
    WHERE length(title) > 15 GROUP BY title HAVING min(repo LIKE $other) = 1`;
  secrets = texts(titles);
  const uploads = texts(`SELECT url FROM attachments WHERE repo LIKE $other
    UNION SELECT url FROM repository_files WHERE repo LIKE $other`);
  const records = texts('SELECT url FROM issues WHERE repo LIKE $other LIMIT 20');
  const logins = texts('SELECT login FROM users');
  store.close();
  const { asked } = await crawlApp(async (path) => await whole.request(path));
  addresses = [
    ...asked,
    ...uploads.flatMap((url) => {
      const { host, pathname } = new URL(url);
      return [pathname, `/-/uploads/${host}${pathname}`, `/-/attachments/${host}${pathname}`];
    }),
    ...[...records, EDITED].flatMap((url) => [
      `/-/history?url=${encodeURIComponent(url)}`,
      `/-/history/texts?url=${encodeURIComponent(url)}&from=1&to=2`,
      `/-/search?q=${encodeURIComponent(url)}`,
      '/-/diagram',
      `/-/suggest?q=${encodeURIComponent(url)}`,
    ]),
    ...logins.flatMap((login) => [`/${login}`, `/-/people/${login}`, `/-/activity/people/${login}`]),
    ...secrets.map((title) => `/-/search?q=${encodeURIComponent(title)}`),
    `/-/owners/${OTHER}/`,
    `/-/at/1/${OTHER}/tidewatch/issues/3`,
    `/-/at/1/`,
    `/-/sql?q=${encodeURIComponent('SELECT title FROM issues')}`,
    '/-/captures/events',
    '/-/events',
    `/-/captures/events?repo=${OTHER}/tidewatch`,
    '/-/changes/1..2',
    '/-/since',
    '/-/changes?from=1&to=2',
    `/orgs/${OTHER}/people`,
    `/orgs/${OTHER}/teams`,
    `/orgs/${OTHER}/teams/any`,
    ...['diff', 'patch'].map((form) => `/${OTHER}/tidewatch/compare/v0.9.0...main.${form}`),
    ...['milestone/1', 'labels/bug', 'projects', 'releases/latest', 'wiki/picture.png'].map(
      (rest) => `/${OTHER}/tidewatch/${rest}`,
    ),
    `/-/activity/owners/${OTHER}`,
  ];
}, 300_000);

function open(options: { readonly owners?: readonly string[]; readonly hasSql?: boolean }) {
  const { app, close, thread, markdown } = createBrowseApp({
    store: whole.store,
    clock: createSystemClock(),
    searchPath: process.env['PATH'] ?? '',
    ...options,
  });
  onTestFinished(close);
  return { ask: async (path: string) => await app.request(path), thread, markdown };
}

const match = createPageMatcher(PAGES);

/** Each address, and as data. */
const withFormats = (path: string) => {
  const [stem = '', query] = path.split('?', 2);
  const end = query === undefined ? '' : `?${query}`;
  const { row, format } = match(stem) ?? {};
  const formats = format === undefined ? (row?.formats ?? []) : [];
  return [path, ...formats.map((each) => `${stem === '/' ? '/-/home' : stem}.${each}${end}`)];
};

describe('a reader that is confined to an owner', () => {
  it('has addresses of all kinds of pages to be asked for', () => {
    const rows = new Set(addresses.map((path) => match(path.replace(/\?.*/, ''))?.row));
    // Those of clones are in `clones.test.ts`.
    const others = PAGES.filter((row) => !rows.has(row) && !CLONE_PAGES.includes(row));
    expect(others.map(({ name }) => name)).toEqual([]);
    expect(secrets.length).toBeGreaterThan(10);
  });

  it('answers nothing of another owner, whatever it is asked for', async () => {
    const { ask } = open({ owners: [OWN] });
    const leaks: string[] = [];
    let found = 0;
    for (const path of new Set(addresses.flatMap(withFormats))) {
      const answer = await ask(path);
      const text = (await answer.text())
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
      found += answer.ok ? 1 : 0;
      const isTheirs = new RegExp(`^(?:/-/at/\\d+)?/${OTHER}/`).test(path);
      const query = decodeURIComponent(path);
      const secret = secrets.find((title) => text.includes(title) && !query.includes(title));
      if ((isTheirs && answer.ok) || secret !== undefined || text.includes(`"repo":"${OTHER}/`)) {
        leaks.push(`${path}: ${answer.status} ${secret ?? ''}`);
      }
    }
    expect(leaks).toEqual([]);
    expect(found).toBeGreaterThan(100);
  }, 300_000);

  it('renders texts that refer to others without their titles', async () => {
    const { markdown, thread } = open({ owners: [OWN] });
    const html = await markdown(`See ${OTHER}/tidewatch#3 and ${EDITED}`, `${OWN}/ferrylight`);
    expect(secrets.filter((title) => html.includes(title))).toEqual([]);
    expect(html).not.toContain(`href="/${OTHER}/`);
    await expect(thread(`${OTHER}/tidewatch#3`)).rejects.toMatchObject({ code: 'absent' });
  });

  it('leads to none of the pages that it lacks', async () => {
    const { ask } = open({ owners: [OWN] });
    const { asked, broken } = await crawlApp(ask);
    expect(broken).toEqual([]);
    expect([...asked].filter((path) => path.startsWith(`/${OTHER}/`))).toEqual([]);
    expect(asked.size).toBeGreaterThan(50);
  }, 300_000);
});

it('a reader without SQL has neither its pages nor links to them', async () => {
  const { ask } = open({ hasSql: false });
  for (const path of [
    '/-/sql',
    '/-/sql.json?q=SELECT+1',
    '/-/sql/answer.csv?q=SELECT+1',
    '/-/schema',
    '/-/at/1/-/sql.json?q=SELECT+1',
  ]) {
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  }
  for (const path of ['/', '/-/help', '/-/people']) {
    expect(await (await ask(path)).text()).not.toContain('/-/sql');
  }
  expect((await ask('/-/snapshots')).status).toBe(200);
});
