import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../house/long-only.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { axeViolations } from './support/axe.ts';
import { useReader } from './support/use-reader.ts';

const REPO = '/yaryna-vitrolom/tidewatch';
const PAGES = [
  '/',
  REPO,
  `${REPO}/issues?q=+`,
  `${REPO}/issues/3`,
  `${REPO}/pull/9`,
  `${REPO}/pull/9/files`,
  `${REPO}/pull/9/files?diff=split`,
  `${REPO}/commits`,
  `${REPO}/milestones`,
  `${REPO}/labels`,
  `${REPO}/releases`,
  `${REPO}/blame/HEAD/package.json`,
  `${REPO}/attachments`,
  '/yaryna-vitrolom',
  '/-/people',
  '/-/search?q=is%3Aopen',
  '/-/owners/northquay-works/-/search?q=is%3Aopen',
  '/-/search?q=sensor',
  '/-/search?q=sensor+type%3Acommit',
  '/-/at/1/yaryna-vitrolom/tidewatch/issues/3',
  '/-/history/texts?from=1&to=2&url=https%3A%2F%2Fservice.example%2Fyaryna-vitrolom%2Ftidewatch%2Fissues%2F3',
  '/-/people/marrowick-marisol',
  '/-/people/yaryna-vitrolom?when=2026-05',
  '/-/activity',
  '/-/captures/stars',
  '/-/on-this-day?day=01-17',
  '/-/changes/1..2',
  '/-/since',
  `/-/history?url=${encodeURIComponent(`https://service.example${REPO}/issues/3`)}`,
  '/-/snapshots',
  '/-/integrity',
  '/-/captures',
  '/-/sql',
  '/-/help',
];

const LOOKS = [
  [360, 'dark'],
  [1_200, 'light'],
] as const;

/** Enough for a busy machine. */
const SLOW_MS = 600_000;

const reader = useReader({ isLater: true });

/**
 * Runs in the page. Returns targets that are smaller than 24 px and closer than 24 px to another (WCAG 2.2, 2.5.8).
 * Links within a sentence and line numbers are exempt: the height of the text around them limits them. So are the days of a
 * year's calendar: the list of months below it leads to the same.
 */
const SMALL_TARGETS = `(() => {
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen, .skip, .prose, .lines, .found-lines, pre, svg.year') && !one.matches('.skip'))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.bottom > 0);
  const isInSentence = (one) => {
    if (getComputedStyle(one).display !== 'inline') return false;
    const own = one.textContent.trim();
    return [...one.parentElement.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim().length > 1) ||
      (one.closest('p, .facts, .by, .happened') !== null && one.closest('p, .facts, .by, .happened').textContent.trim() !== own);
  };
  const centre = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const reaches = (box, [x, y]) =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)) < 12;
  const isSmall = ({ box }) => box.width < 23.9 || box.height < 23.9;
  return all
    .filter((target) => isSmall(target) && !isInSentence(target.one))
    .filter((target) => all.some((other) => other !== target && !target.one.contains(other.one) && !other.one.contains(target.one) &&
      (isSmall(other) ? Math.hypot(centre(other.box)[0] - centre(target.box)[0], centre(other.box)[1] - centre(target.box)[1]) < 24
        : reaches(other.box, centre(target.box)))))
    .map(({ one, box }) => one.outerHTML.slice(0, 90) + ' ' + Math.round(box.width) + 'x' + Math.round(box.height));
})()`;

/** Runs in the page. Returns texts that get much less width than they need, one word or letter below the other. */
const SQUEEZED = `[...document.querySelectorAll('main :is(.title, p, h1, h2, h3, dd)')]
  .filter((one) => one.checkVisibility() && one.textContent.trim().length > 24)
  .filter((one) => one.getBoundingClientRect().width < 60)
  .map((one) => 'squeezed: ' + one.outerHTML.slice(0, 90))`;

const OVERFLOW = `document.documentElement.scrollWidth > innerWidth ? ['it is ' + document.documentElement.scrollWidth + ' px wide'] : []`;

async function openPage(options: BrowserContextOptions): Promise<Page> {
  const page = await reader.newPage(options);
  page.setDefaultTimeout(180_000);
  return page;
}

describe('the reader', () => {
  it.each([360, 1_800])(
    'has targets of 24 px or with space around them, and space for texts, %i px wide',
    async (width) => {
      const page = await openPage({ viewport: { width, height: 1_000 } });
      const wrong: string[] = [];
      for (const path of PAGES.filter((_, at) => IS_LONG || at % (width < 1_000 ? 2 : 8) === 0)) {
        await page.goto(reader.url + path);
        for (const check of [SMALL_TARGETS, SQUEEZED, OVERFLOW]) {
          const found = (await page.evaluate(check)) as readonly string[];
          wrong.push(...found.map((one) => `${path}: ${one}`));
        }
      }
      await page.close();
      expect(wrong).toEqual([]);
    },
    SLOW_MS,
  );

  it('shows where the focus is, also in forced colours, in which nothing is lost', async () => {
    for (const forcedColors of ['none', 'active'] as const) {
      const page = await openPage({ forcedColors, viewport: { width: 1_200, height: 900 } });
      await page.goto(`${reader.url}${REPO}/pull/9`);
      const unseen: string[] = [];
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press('Tab');
        const found = await page.evaluate(`(() => {
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement);
          const isShown = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && outlineColor !== 'rgba(0, 0, 0, 0)';
          return isShown || document.activeElement === document.body ? '' : document.activeElement.outerHTML.slice(0, 90);
        })()`);
        unseen.push(...(found === '' ? [] : [String(found)]));
      }
      expect(unseen).toEqual([]);
      if (forcedColors === 'active') {
        expect(await axeViolations(page)).toEqual([]);
        const [current, other] = (await page.evaluate(
          `['.tabs [aria-current]', '.tabs a:not([aria-current])'].map((name) => getComputedStyle(document.querySelector(name)).borderBottomColor)`,
        )) as readonly string[];
        expect(current).not.toBe(other);
        const face = await page.evaluate(
          `getComputedStyle(document.querySelector('.who[data-face]'), '::before').borderTopStyle`,
        );
        expect(face).toBe('solid');
      }
      await page.close();
    }
  });

  it('respects the size of texts and the contrast that a person has chosen', async () => {
    const page = await openPage({ contrast: 'more' });
    await page.goto(`${reader.url}/-/captures`);
    const colours = await page.evaluate(
      `['.muted', 'main'].map((name) => getComputedStyle(document.querySelector(name)).color)`,
    );
    expect(new Set(colours as readonly string[]).size).toBe(1);
    const { textContent: style } = (await page.evaluate(
      `fetch(document.querySelector('link[rel=stylesheet]').href).then(async (it) => ({ textContent: await it.text() }))`,
    )) as { readonly textContent: string };
    expect(style).toMatch(/html\{font:[\d.]+%/);
    await page.close();
  });

  it('narrows to one owner with the keyboard and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      for (const [width, colorScheme] of sampled(LOOKS, 1)) {
        const page = await openPage({ javaScriptEnabled, colorScheme, viewport: { width, height: 800 } });
        await page.goto(reader.url);
        const menu = page.locator('details.owners');
        if (javaScriptEnabled) {
          await page.keyboard.press('g');
          await page.keyboard.press('o');
        } else {
          await menu.locator('summary').focus();
          await page.keyboard.press('Enter');
        }
        expect(await menu.locator('a').allTextContents()).toEqual([
          'all',
          'northquay-works',
          'yaryna-vitrolom',
        ]);
        if (javaScriptEnabled) {
          expect(await axeViolations(page)).toEqual([]);
          for (const check of [SMALL_TARGETS, OVERFLOW]) {
            expect(await page.evaluate(check)).toEqual([]);
          }
        }
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page.waitForURL(/\/-\/owners\/northquay-works\/$/);
        expect(await page.locator('h1').textContent()).toContain('Northquay Works');
        await page.locator('.top nav a').first().click();
        await page.waitForURL(/\/-\/owners\/northquay-works\/-\/people$/);
        await menu.locator('summary').click();
        await menu.locator('a').first().click();
        await page.waitForURL(`${reader.url}/-/people`);
        await page.close();
      }
    }
  });

  it('hides events, or what bots wrote, without scripts', async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(`${reader.url}${REPO}/issues/3`);
    const shown = async (selector: string) => await page.locator(`.timeline ${selector}:visible`).count();
    const [events, comments] = [await shown('.happened'), await shown('.said')];
    expect(events).toBeGreaterThan(0);
    await page.getByLabel('Comments only').check();
    expect([await shown('.happened'), await shown('.said')]).toEqual([0, comments]);
    await page.getByLabel('Without bots').check();
    expect(await shown('.said')).toBe(comments - 1);
    await page.close();
  });

  it('offers to copy code and files, with scripts only', async () => {
    const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    const plain = await openPage({ javaScriptEnabled: false });
    const path = `${reader.url}${REPO}/raw/HEAD/README.md`;
    const source = await (await page.request.get(path)).text();
    await page.goto(`${reader.url}${REPO}/blob/HEAD/README.md?plain=1`);
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
    await page.getByRole('status').getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(source);
    await plain.goto(`${reader.url}${REPO}/blob/HEAD/README.md?plain=1`);
    expect(await plain.locator('button.copy').count()).toBe(0);
    await page.close();
    await plain.close();
  });
});
