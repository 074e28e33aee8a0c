import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import type { SiteReport } from '../../../src/browse/site-report.ts';
import { writeSite } from '../../../src/browse/write-site.ts';
import { openStore } from '../../../src/store/store.ts';
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
  it('writes nothing that was captured', async () => {
    expect(await readdir(join(directory, '-'))).not.toContain('captures');
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
    const titles = await page.locator('#site-results .title').allTextContents();
    const inTitle = titles.map((title) => title.split(' · ')[0]?.toLowerCase().includes(word) === true);
    expect(inTitle).toContain(false);
    expect(inTitle).toEqual(inTitle.toSorted((one, other) => Number(other) - Number(one)));
    const kinds = await page.locator('#site-results li .facts').allTextContents();
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
    expect(await search(word)).toMatch(/^\d+ results$/);
    const passages = await page.locator('#site-results .snippet').allTextContents();
    expect(passages.filter((passage) => /opened this|added to|requested a review/.test(passage))).toEqual([]);
    const { comment, anchor } = anyComment();
    await search(comment);
    const result = page.locator(`#site-results .title[href$="#${anchor}"]`);
    expect(await result.textContent()).not.toContain(' · ');
    expect(await page.locator('#site-results .facts').first().textContent()).toMatch(/by .*#\d+$/);
    expect(await search('is:open author:nobody-here')).toContain('Nothing found.');
    expect(await search('is:open type:issue')).toMatch(/^\d+ results?$/);
    const signs = page.locator('#site-results li .state svg');
    const states = await signs.evaluateAll((all) => all.map((sign) => sign.getAttribute('aria-label')));
    expect(new Set(states)).toEqual(new Set(['open issue']));
    expect(states).toHaveLength(await page.locator('#site-results li').count());
    expect(await search('is:closed label:bug')).toMatch(
      /^\d+ results\. “label:bug” is left out: a site knows only is:, state:, type:, author:, repo:$/,
    );
    const [, repo = ''] =
      /^(\S+)#\d+$/.exec((await page.locator('#site-results .facts span').nth(1).textContent()) ?? '') ?? [];
    expect(await search(`is:issue repo:${repo}`)).toMatch(/^\d+ results?$/);
    const places = await page.locator('#site-results .facts span:nth-child(2)').allTextContents();
    expect(places.filter((place) => !place.startsWith(`${repo}#`))).toEqual([]);
    await search('tide'); // The repository is called so, and with it the place of each of its pages.
    const hasWord = await page
      .locator('#site-results li')
      .evaluateAll((all) =>
        all.map(
          (one) =>
            one.querySelector('mark') !== null ||
            /tide/i.test(one.querySelector('.title')?.textContent?.split(' · ')[0] ?? ''),
        ),
      );
    expect(hasWord.length).toBeGreaterThan(0);
    expect(hasWord).not.toContain(false);
    expect(await search('zzqx')).toBe('Nothing found. Try the beginning of the word');
    expect(await page.locator('#site-results li').count()).toBe(0);
    expect(await search(`${word} zzqx`)).toBe('Nothing found. Try fewer words, or the beginning of a word');
    expect(takeTroubles()).toEqual([]);
    await context.close();
  });
});

describe('a search of a site without words', () => {
  it.for([
    [
      'assignee:mira',
      '“assignee:mira” is left out: a site knows only is:, state:, type:, author:, repo:. Words',
    ],
    ['is:', '“is:” is left out: after is: comes one of open, closed, merged, draft, issue, pr,'],
    ['is:opne', '“is:opne” is left out: after is: comes one of open, closed,'],
    ['-alarm', 'Add a word that pages must have. Words are searched'],
    ['', 'Words are searched in titles and texts'],
  ] as const)('says of "%s" what it can do', async ([query, words], { skip }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    const { page, context, takeTroubles } = await watchPage(browser, 'file://');
    await page.goto(pathToFileURL(join(directory, 'index.html')).href);
    const search = await page.evaluate('document.querySelector("form[data-titles]").action');
    await page.goto(`${search}?q=${encodeURIComponent(query)}`);
    const status = page.locator('#site-results [role=status]', { hasText: words });
    await status.locator('a', { hasText: 'is:open' }).click();
    await page.locator('#site-results [role=status]', { hasText: /^\d+ results$/ }).waitFor();
    expect(takeTroubles()).toEqual([]);
    await context.close();
  });
});

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
      wiki: 'Wiki',
    }[name ?? ''] ?? 'Repository'
  );
}

async function anyThreadTitle(): Promise<string> {
  const store = openStore(reader.store);
  const [row] = store.query('SELECT title FROM issues ORDER BY length(title) DESC LIMIT 1').rows;
  store.close();
  return String(row?.[0]);
}
