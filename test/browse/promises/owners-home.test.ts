import { beforeAll, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const PERSON = 'yaryna-vitrolom';
const OF_PERSON = `/-/owners/${PERSON}`;

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ isLater: true });
}, 300_000);

describe('the home page of the repositories of a person', () => {
  it('has what anyone opened in them, and a link to the profile', async () => {
    const page = await app.page(`${OF_PERSON}/`);
    expect(page).toMatch(new RegExp(`<title>The work of [^<]*${PERSON}[^<]* · Satchel</title>`, 'i'));
    expect(page).toContain('<h2>Recently opened or published</h2>');
    expect(page).toMatch(new RegExp(`<a href="${OF_PERSON}/${PERSON}">Profile of ${PERSON}</a>`));
    const authors = [...page.matchAll(/ by <a class="who"[^>]*>([^<]+)</g)].map(([, author]) => author);
    expect(authors.some((author) => author !== PERSON)).toBe(true);
    expect(page).not.toContain('northquay-works/ferrylight');
  });

  it('says of these repositories how much is there, and what changed', async () => {
    for (const owner of [PERSON, 'northquay-works']) {
      const page = await app.page(`/-/owners/${owner}/`);
      const terms = [...page.matchAll(/<dt>(Completeness|Size|Changes)<\/dt>/g)].map(([, term]) => term);
      expect(terms).toEqual(['Completeness', 'Size', 'Changes']);
      expect(page).toMatch(
        new RegExp(
          `<dd><a href="/-/owners/${owner}/-/changes/1..2">(?:\\d+\\schanged, )?\\d+\\sdeleted</a></dd><dd class="muted small">in the snapshot of 1 Jul 2026`,
        ),
      );
    }
    expect(await app.page(`/${PERSON}`)).not.toContain('<dt>Completeness</dt>');
  });
});

it('changes are those of the snapshots of the chosen account', async () => {
  const own = await openApp({ isLater: true });
  const db = openDatabase(own.store, { readonly: false });
  db.prepare('UPDATE snapshots SET archive_sha256 = id').run();
  const columns = db.prepare<[], string>("SELECT name FROM pragma_table_info('snapshots')").pluck().all();
  const others = columns.filter((name) => !['id', 'position', 'archive_sha256'].includes(name)).join();
  db.prepare(
    `INSERT INTO snapshots (id, position, archive_sha256, ${others}) SELECT 3, 3, '3', ${others} FROM snapshots WHERE id = 2`,
  ).run();
  db.close();
  const proofs = [PERSON, PERSON, 'northquay-works'].map((account, index) => ({
    ...{ sha256: String(index + 1), account, isVerified: true, findings: [] },
    downloadedAt: '2026-06-01T08:09:10Z',
  }));
  const { app: reader, close } = createBrowseApp({ store: own.store, clock: createDrivenClock(0), proofs });
  const page = async (path: string) => await (await reader.request(path)).text();
  const home = await page(`${OF_PERSON}/`);
  expect(home).toMatch(
    new RegExp(`<a href="${OF_PERSON}/-/changes/1..2">\\d+\\schanged, \\d+\\sdeleted</a>`),
  );
  expect(home).not.toContain('3 snapshots');
  const pairs = async (path: string) =>
    [...(await page(path)).matchAll(/<a href="[^"]*(\d\.\.\d)">(?:← )?(Changes (?:before|after))/g)].map(
      ([, pair, words]) => `${words} ${pair}`,
    );
  expect(await pairs('/-/changes/1..2')).toEqual(['Changes after 2..3']);
  expect(await pairs('/-/changes/2..3')).toEqual(['Changes before 1..2']);
  expect(await pairs(`${OF_PERSON}/-/changes/1..2`)).toEqual([]);
  const since = await page(`${OF_PERSON}/-/since`);
  expect(since).toMatch(/<p class="muted">From .*snapshot 1<.* to .*snapshot 2</);
  expect(since).toContain('Something deleted');
  expect(await page(`${OF_PERSON}/-/changes/1..3`)).not.toContain('The first snapshot of');
  expect(await page(`${OF_PERSON}/-/changes/2..3`)).toContain(
    `Nothing changed in repositories of ${PERSON} between these two snapshots.`,
  );
  expect(await page('/-/owners/northquay-works/')).toContain('<dt>Changes</dt><dd>The first snapshot</dd>');
  expect(await page('/-/owners/northquay-works/-/changes/1..3')).toContain(
    'The first snapshot of northquay-works',
  );
  await close();
});

it('figures of a person say that they are of the chosen repositories', async () => {
  const words = `in repositories of ${PERSON}`;
  const paths = [`/${PERSON}`, '/marrowick-marisol', '/-/people', '/-/people/marrowick-marisol'];
  for (const path of paths) {
    expect([path, (await app.page(OF_PERSON + path)).includes(words)]).toEqual([path, true]);
    expect(await app.page(path)).not.toContain('in repositories of');
  }
  const charts = `/-/activity/people/marrowick-marisol`;
  expect(await app.page(OF_PERSON + charts)).toContain('in the repositories of all owners');
  expect(await app.page(charts)).not.toContain('of all owners');
});

it('who wrote nothing in the chosen repositories may have written elsewhere', async () => {
  const db = openDatabase(app.store, { readonly: true });
  const login = db
    .prepare<[], string>(
      `SELECT author FROM issue_comments WHERE author IN (SELECT login FROM users) GROUP BY author
       HAVING max(repo LIKE 'northquay-works/%') = 0 AND author NOT LIKE 'yaryna%'
       AND author NOT IN (SELECT author FROM issues WHERE repo LIKE 'northquay-works/%' AND author IS NOT NULL)
       AND author NOT IN (SELECT author FROM pull_requests WHERE repo LIKE 'northquay-works/%' AND author IS NOT NULL)
       AND author NOT IN (SELECT author FROM pull_request_reviews WHERE repo LIKE 'northquay-works/%' AND author IS NOT NULL)`,
    )
    .pluck()
    .get();
  db.close();
  const way = (path: string) => `<a href="${path}" data-others>Look in all repositories</a>`;
  const page = await app.page(`/-/owners/northquay-works/${login}`);
  expect(page).toContain(
    `Nothing in repositories of northquay-works was written by this account. ${way(`/${login}`)}`,
  );
  expect(page).not.toContain('Nothing in this archive');
  const writings = `/-/people/${login}?kind=release`;
  expect(await app.page(`${OF_PERSON}${writings}`)).toContain(
    `Nothing of this kind is in repositories of ${PERSON}. ${way(writings)}`,
  );
  const people = '/-/people?q=nobody-at-all';
  expect(await app.page(OF_PERSON + people)).toContain(
    `No account with this name took part in repositories of ${PERSON}. ${way(people)}`,
  );
  expect(await app.page(people)).toContain('The store has no account with this name.');
});
