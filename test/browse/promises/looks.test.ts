import { beforeAll, expect, it } from 'vitest';
import { NO_KEPT_HITS } from '../../../src/browse/pages/search/read-kept.ts';
import { coloursOfHits, searchFacets } from '../../../src/browse/pages/search/search-facets.ts';
import { openBrowsing } from '../../../src/reading/open-browsing.ts';
import { afterwards } from '../../house/afterwards.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const REPO = 'northquay-works/ferrylight';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
}, 180_000);

it('results of a search have no passage that only repeats their title', async () => {
  const page = await app.page('/-/search?q=sensor');
  const rows = page.split('<li>').filter((row) => row.includes('class="title"'));
  const textOf = (row: string, pattern: RegExp) =>
    pattern
      .exec(row)?.[1]
      ?.replace(/<[^>]*>/g, '')
      .trim();
  const passages = rows.map((row) => textOf(row, /<p class="snippet">(.*?)<\/p>/s));
  expect(passages.filter((passage) => passage !== undefined).length).toBeGreaterThan(0);
  const repeated = rows.filter(
    (row, index) => textOf(row, /class="title"[^>]*>(.*?)<\/a>/s) === passages[index],
  );
  expect(repeated).toEqual([]);
});

it('facets of a search show the colours of labels', async () => {
  const store = openBrowsing(app.store);
  afterwards(async () => store.close());
  const values = store.labels(REPO).map(({ name }) => ({ value: name, count: 1 }));
  const facets = [
    { name: 'repo', values: [{ value: REPO, count: 1 }] },
    { name: 'label', values },
  ] as const;
  const counts = { total: 1, isComplete: true, facets };
  const found = { query: 'tide', counts, kept: NO_KEPT_HITS, labelColours: coloursOfHits(store, counts) };
  const html = String(await searchFacets(found));
  expect(values.length).toBeGreaterThan(3);
  expect(html.match(/<svg class="dot"/g)).toHaveLength(values.length);
});

it('comments of a person name their thread', async () => {
  const people: { accounts: readonly { login: string }[] } = JSON.parse(await app.page('/-/people.json'));
  const logins = people.accounts.map(({ login }) => login);
  let named = 0;
  for (const login of logins) {
    const page = await app.page(`/-/people/${login}?kind=issue_comment`).catch(() => '');
    const rows = page.split('<li>').filter((row) => row.includes('<span>Comment</span>'));
    named += rows.length;
    expect(
      rows.filter((row) => !/<span>on <a href="\/[^"]+\/(?:issues|pull)\/\d+" dir="auto">[^<]+/.test(row)),
    ).toEqual([]);
  }
  expect(named).toBeGreaterThan(5);
});

it('rules for branches are sentences', async () => {
  const page = await app.page(`/${REPO}`);
  const [, rules = ''] = /<h2>Rules for branches<\/h2><ul class="plain">(.*?)<\/ul>/s.exec(page) ?? [];
  const text = rules.replace(/<[^>]*>/g, '');
  expect(text).toMatch(
    /^\S+ (?:requires [a-z ]+(?: and [a-z ]+)?|is protected)(?:, also from administrators)?\. \S+ set this\./,
  );
});
