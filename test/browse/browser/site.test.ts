import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import type { SiteReport } from '../../../src/browse/site-report.ts';
import { writeSite } from '../../../src/browse/write-site.ts';
import { openStore } from '../../../src/store/store.ts';
import { axeViolations } from './support/axe.ts';
import { type Launched, launchBrowser } from './support/launch-browser.ts';
import { type OpenReader, openReader } from './support/open-reader.ts';
import { watchPage } from './support/watch-page.ts';

const SLOW_MS = 400_000;

let launched: Launched;
let reader: OpenReader;
let directory: string;
let report: SiteReport;

beforeAll(async () => {
  launched = await launchBrowser();
  reader = await openReader(6);
  directory = join(reader.directory, 'site');
  report = await writeSite({
    store: reader.store,
    place: { path: directory, isForced: false },
    clock: createSystemClock(),
    searchPath: '', // Without git, whose pages take the longest and are in test/browse/write-site.test.ts.
  });
}, SLOW_MS);

afterAll(async () => {
  await launched.browser?.close();
  await reader.close();
});

describe('writeSite()', () => {
  it('writes nothing that was captured, and says so', async () => {
    expect(await readdir(join(directory, '-'))).not.toContain('captures');
    const lacks = 'Events, notifications, alerts';
    expect(await readFile(join(searchFile(), '..', '..', 'help', 'index.html'), 'utf8')).toContain(lacks);
    const search = await readFile(searchFile(), 'utf8');
    expect(search).toContain(`pages in this site. ${lacks}`);
    expect(search).toContain('data-unsearched="events, notifications, alerts');
  });

  it('opens from a disk, links from page to page, and finds titles', async ({ skip }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    const { page, context, takeTroubles } = await watchPage(browser, 'file://');
    await page.goto(pathToFileURL(join(directory, 'index.html')).href);
    expect(await page.locator('h1').count()).toBe(1);
    const paper = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    expect(paper).not.toBe('rgba(0, 0, 0, 0)'); // The style sheet was loaded.
    const title = await anyThreadTitle();
    await page.locator('[data-search-field]').fill(title);
    await page.locator('.suggestions a').first().click();
    await page.waitForURL(/(?:issues|pull|discussions)\/\d+\/index\.html$/);
    expect(await page.locator('h1').textContent()).toContain(title);
    expect(takeTroubles()).toEqual([]);
    await context.close();
    expect(report.titles).toBeGreaterThan(20);
  });

  it('copies the address of the original of a page that was opened from a disk', async ({ skip }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    const { page, context, takeTroubles } = await watchPage(browser, 'file://');
    await page.addInitScript('navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }');
    await page.goto(pathToFileURL(join(directory, 'index.html')).href);
    await page.keyboard.press('y');
    await page.locator('.comfort-note', { hasText: 'not at the service' }).waitFor();
    const title = await anyThreadTitle();
    await page.locator('[data-search-field]').fill(title);
    await page.locator('.suggestions a').first().click();
    await page.waitForURL(/(?:issues|pull|discussions)\/\d+\/index\.html$/);
    await page.keyboard.press('y');
    await page.locator('.comfort-note', { hasText: 'Link copied' }).waitFor();
    expect(await page.evaluate('globalThis.copied')).toBe(
      await page.locator('.banner a').getAttribute('href'),
    );
    expect(takeTroubles()).toEqual([]);
    await context.close();
  });

  it('orders what it finds: words in titles first', async ({ skip }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    const { page, context, takeTroubles } = await watchPage(browser, 'file://');
    const word = (await anyThreadTitle()).match(/\b[a-z]{5,}\b/)?.[0] ?? '';
    await page.goto(pathToFileURL(join(directory, 'index.html')).href);
    await page.locator('[data-search-field]').fill(word);
    await page.locator('[data-search-field]').press('Enter');
    await page.locator('#site-results .title').first().waitFor();
    while (await page.locator('#site-results button').isVisible()) {
      await page.locator('#site-results button').click();
    }
    const titles = await page.locator('#site-results .title').allTextContents();
    const inTitle = titles.map((title) => title.toLowerCase().includes(word));
    expect(inTitle).toContain(false);
    expect(inTitle).toEqual(inTitle.toSorted((one, other) => Number(other) - Number(one)));
    const kinds = await page.locator('#site-results ol .facts span:first-child').allTextContents();
    expect(kinds).toHaveLength(titles.length);
    const links = (await page.evaluate(
      '[...document.querySelectorAll("#site-results .title")].map(({ href }) => href)',
    )) as string[];
    for (const [index, link] of links.entries()) {
      expect([link, kinds[index]?.split(' by ')[0]]).toEqual([link, kindOf(link)]);
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(links[1] ?? '');
    await page.goBack();
    await page.locator('#site-results li.chosen').waitFor(); // The one that was opened.
    expect(
      await page.evaluate('document.activeElement === document.querySelectorAll("#site-results .title")[1]'),
    ).toBe(true);
    expect(takeTroubles()).toEqual([]);
    await context.close();
  });

  it('shows what people wrote around the words, and says what to do if nothing is found', async ({
    skip,
  }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    const { page, context, takeTroubles } = await watchPage(browser, 'file://');
    const word = (await anyThreadTitle()).match(/\b[a-z]{5,}\b/)?.[0] ?? '';
    const search = async (text: string) => {
      await page.locator('[data-search-field]').fill(text);
      await page.locator('[data-search-field]').press('Enter');
      await page.waitForURL((url) => url.searchParams.get('q') === text);
      await page.locator('#site-results [role=status]', { hasText: /result|Nothing/ }).waitFor();
      return page.locator('#site-results [role=status]').textContent();
    };
    await page.goto(pathToFileURL(join(directory, 'index.html')).href);
    expect(await search(word)).toMatch(/^\d+ results\.$/);
    const passages = await page.locator('#site-results .snippet').allTextContents();
    expect(passages.filter((passage) => /opened this|added to|requested a review/.test(passage))).toEqual([]);
    expect((await page.locator('#site-results .title mark').first().textContent())?.toLowerCase()).toContain(
      word,
    );
    const { comment, anchor } = anyComment();
    await search(comment);
    const result = page.locator(`#site-results .title[href$="#${anchor}"]`);
    expect(await result.textContent()).not.toContain(' · ');
    expect(await search('is:open author:nobody-here')).toContain('Nothing in this site matches');
    expect(await search('comments:>5')).toMatch(
      /^Nothing was searched for\.\s*Left out of this search: comments:/,
    );
    expect(await search('is:open type:issue')).toMatch(/^\d+ results?\.$/);
    const signs = page.locator('#site-results ol .state svg');
    const states = await signs.evaluateAll((all) => all.map((sign) => sign.getAttribute('aria-label')));
    expect(new Set(states)).toEqual(new Set(['open issue']));
    expect(states).toHaveLength(await page.locator('#site-results ol > li').count());
    expect(await search('is:closed label:bug review:approved')).toMatch(
      /^\d+ results\.Left out of this search: review:approved: a site has no answer to that\./,
    );
    const chips = await page.locator('#site-results ol > li .labels').allTextContents();
    expect(chips.filter((labels) => !labels.includes('bug'))).toEqual([]);
    expect(await search('zzqx')).toMatch(
      /^Nothing in this site matches “zzqx”\. Try the beginning of a word/,
    );
    expect(await page.locator('#site-results ol > li').count()).toBe(0);
    expect(await search(`${word} zzqx`)).toContain(`alone there are: ${word} (`);
    expect(await search(word.slice(0, -2) + word.slice(-1) + word.slice(-2, -1))).toContain(
      `Did you mean ${word}?`,
    );
    await page.locator('#site-results [role=status] a', { hasText: word }).click();
    await page.locator('#site-results .title').first().waitFor();
    expect(takeTroubles()).toEqual([]);
    await context.close();
  });

  it('offers orders, of which the search has one', async ({ skip }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    const { page, context, takeTroubles } = await watchPage(browser, 'file://');
    await page.goto(pathToFileURL(join(directory, 'index.html')).href);
    await page.locator('[data-search-field]').fill('type:issue');
    await page.locator('[data-search-field]').press('Enter');
    await page.locator('.sorts summary').click();
    await page.locator('.sorts a', { hasText: 'Oldest' }).click();
    await page.locator('.sorts summary', { hasText: 'Oldest' }).waitFor();
    const dates = await page.locator('#site-results .end').allTextContents();
    const times = dates.map((date) => Date.parse(`${date} UTC`));
    expect(times.length).toBeGreaterThan(1);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const chosen = 'document.querySelector("aside .facets section [aria-current]")';
    expect(await page.evaluate(`getComputedStyle(${chosen}, "::after").content`)).toContain('×');
    expect(takeTroubles()).toEqual([]);
    await context.close();
  });

  it('narrows a search by what it found, also in narrow windows, and can be used without seeing it', async ({
    skip,
  }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    const { page, context, takeTroubles } = await watchPage(browser, 'file://');
    await page.goto(pathToFileURL(join(directory, 'index.html')).href);
    await page.locator('[data-search-field]').fill('is:open');
    await page.locator('[data-search-field]').press('Enter');
    const facet = page.locator('aside .facets a', { hasText: 'pull request' });
    const count = Number(await facet.locator('xpath=following-sibling::*').textContent());
    await facet.click();
    await page
      .locator('#site-results [role=status]', { hasText: new RegExp(`^${count} results?\\.$`) })
      .waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('is:open type:pr');
    expect(await page.locator('aside .facets [aria-current]').allTextContents()).toEqual([
      'pull request',
      'open',
    ]);
    await page.setViewportSize({ width: 360, height: 700 });
    await page.locator('.refine summary').click();
    await page.locator('.refine a', { hasText: 'pull request' }).click();
    await page.waitForURL((url) => url.searchParams.get('q') === 'is:open');
    await page.locator('#site-results .title').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(takeTroubles()).toEqual([]);
    expect(await axeViolations(page)).toEqual([]); // It reads style sheets, which the policy of pages forbids.
    await context.close();
  });

  it('opens the page that a number with its repository or an address names, and finds people', async ({
    skip,
  }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    const { page, context, takeTroubles } = await watchPage(browser, 'file://');
    const { url, repo, number, login } = anyThread();
    await page.goto(pathToFileURL(join(directory, 'index.html')).href);
    const search = String(await page.evaluate('document.querySelector("form[data-titles]").action'));
    for (const text of [`${repo}#${number}`, `${repo.split('/')[1]}#${number}`, url]) {
      await page.goto(`${search}?q=${encodeURIComponent(text)}`);
      await page.waitForURL(`**/${repo}/issues/${number}/index.html`);
    }
    await page.goto(`${search}?q=${encodeURIComponent(`#${number}`)}`);
    await page.locator('#site-results .facts', { hasText: `${repo}#${number}` }).waitFor();
    await page.goto(`${search}?q=${encodeURIComponent(login)}`);
    const first = page.locator('#site-results ol > li').first();
    expect(await first.locator('.facts').textContent()).toMatch(
      new RegExp(`^(?:Person|Organization) ${login}`),
    );
    await page.locator('[data-search-field]').fill(login);
    await page.locator('.suggestions a', { hasText: `Person ${login}` }).click();
    await page.waitForURL(`**/${login}/index.html`);
    expect(takeTroubles()).toEqual([]);
    await context.close();
  });

  it('lists what there is where scripts are off', async ({ skip }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(directory, 'index.html')).href);
    await page.locator('.top a', { hasText: 'Search and lists' }).click();
    expect(await page.locator('form.search-box').isVisible()).toBe(false);
    await page.locator('main a', { hasText: 'Pull requests' }).first().click();
    expect(await page.locator('h1').textContent()).toBe('Pull requests');
    await context.close();
  });
});

describe('a search of a site without words', () => {
  it.for([
    ['involves:mira', 'Left out of this search: involves:mira', undefined],
    ['is:', 'In this search, “is:” needs a value', undefined],
    ['is:opne', 'is not a value of is:, which takes', 'is:open'],
    ['-zzqx', 'results.', undefined],
  ] as const)('says of "%s" what it can do', async ([query, words, guess], { skip }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    const { page, context, takeTroubles } = await watchPage(browser, 'file://');
    await page.goto(pathToFileURL(searchFile()).href);
    await page.locator('[data-search-field]').fill(query);
    await page.locator('[data-search-field]').press('Enter');
    const status = page.locator('#site-results [role=status]', { hasText: words });
    await status.waitFor();
    if (guess !== undefined) {
      await status.locator('a').click();
      await page.waitForURL((url) => url.searchParams.get('q') === guess);
    }
    expect(takeTroubles()).toEqual([]);
    await context.close();
  });

  it('shows searches of the site to begin with, all of which find something', async ({ skip }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    const { page, context, takeTroubles } = await watchPage(browser, 'file://');
    await page.goto(pathToFileURL(searchFile()).href);
    const examples = await page.locator('#site-results .empty a').all();
    const links = await Promise.all(
      examples.map((link) => link.evaluate((one) => String(Reflect.get(one, 'href')))),
    );
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      await page.goto(link);
      await page.locator('#site-results .title').first().waitFor();
    }
    expect(takeTroubles()).toEqual([]);
    await context.close();
  });
});

/** The page of searches, whose folder has a name that all systems allow. */
function searchFile(): string {
  const [folder = ''] = readdirSync(directory).filter((name) => name.startsWith('_~'));
  return join(directory, folder, 'search', 'index.html');
}

/** An issue whose number no other thread has, and the login of a person with a page. */
function anyThread() {
  const store = openStore(reader.store);
  const [thread = []] = store.query(
    'SELECT url, repo, number FROM issues WHERE number IN (SELECT number FROM (SELECT number FROM issues UNION ALL SELECT number FROM pull_requests UNION ALL SELECT number FROM discussions) GROUP BY number HAVING count(*) = 1) LIMIT 1',
  ).rows;
  const [person = []] = store.query('SELECT login FROM users ORDER BY login LIMIT 1').rows;
  store.close();
  return {
    url: String(thread[0]),
    repo: String(thread[1]),
    number: Number(thread[2]),
    login: String(person[0]),
  };
}

/** The longest word of a comment that no other text has, and the anchor of the comment. */
function anyComment(): { comment: string; anchor: string } {
  const store = openStore(reader.store);
  const texts = [...store.query('SELECT body, url FROM issue_comments').rows].map((row) => row.map(String));
  store.close();
  const wordsOf = (text = '') => text.toLowerCase().match(/(?<![\w/.-])[a-z]{6,}(?![\w/.-])/g) ?? [];
  const [word = '', url = ''] =
    texts
      .flatMap(([body, address]) => wordsOf(body).map((one) => [one, address ?? ''] as const))
      .filter(([one]) => texts.filter(([body = '']) => body.toLowerCase().includes(one)).length === 1)
      .sort(([one], [other]) => other.length - one.length)[0] ?? [];
  return { comment: word, anchor: url.split('#')[1] ?? '' };
}

function kindOf(link: string): string {
  const [, name] = /\/(issues|pull|discussions|releases|milestones?|wiki)(?:\/|\.)/.exec(link) ?? [];
  return (
    {
      issues: 'Issue',
      pull: 'Pull request',
      discussions: 'Discussion',
      releases: 'Release',
      milestone: 'Milestone',
      milestones: 'Milestone',
      wiki: 'Wiki page',
    }[name ?? ''] ?? 'Repository'
  );
}

async function anyThreadTitle(): Promise<string> {
  const store = openStore(reader.store);
  const [row] = store.query('SELECT title FROM issues ORDER BY length(title) DESC LIMIT 1').rows;
  store.close();
  return String(row?.[0]);
}
