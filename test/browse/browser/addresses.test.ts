import SqliteDatabase from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { type Browser, startBrowser } from '../../../src/browse/start-browser.ts';
import { openApp } from '../support/open-app.ts';
import { replaceRepository } from '../support/replace-repository.ts';
import { type Launched, launchBrowser } from './support/launch-browser.ts';
import { PATIENCE_MS } from './support/watch-page.ts';

const NAME = 'yaryna-vitrolom/tidewatch';
const REPO = `/${NAME}`;
const THREAD = `${REPO}/issues/3`;
/** A picture that the sample keeps. */
const PICTURE = 'https://service.example/user-attachments/assets/21aff79e-738e-4050-9fe5-8a84ac9c5276';

/** More than a page shows, twice. */
const LINES = 40_002;
const LONG = Array.from({ length: LINES }, (_, index) => (index % 2 === 1 ? '' : `line ${index + 1}`));

const BEFORE = 'first\n\nthird\n\n\nsixth\n';
const AFTER = 'first\n\nthird\n\nfifth\n\n\nlast\n';

let launched: Launched;
let reader: Browser;
let page: Page;
let ids: readonly string[];

beforeAll(async () => {
  launched = await launchBrowser();
  const { store } = await openApp();
  ids = replaceRepository(store, NAME, [
    {
      'long.txt': `${LONG.join('\n')}\n`,
      'blank.txt': BEFORE,
    },
    { 'blank.txt': AFTER },
  ]);
  const db = new SqliteDatabase(store);
  db.prepare('UPDATE issues SET body = ? WHERE url = ?').run(
    `![a](${PICTURE})\n\n![b](${PICTURE})`,
    `https://service.example${THREAD}`,
  );
  db.close();
  reader = await startBrowser({ store, clock: createSystemClock(), searchPath: process.env['PATH'] ?? '' });
}, 300_000);

afterAll(async () => {
  await launched.browser?.close();
  await reader.close();
});

beforeEach(async ({ skip }) => {
  const { browser, reason } = launched;
  if (browser === undefined) {
    return skip(reason);
  }
  page = await browser.newPage({
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1_280, height: 800 },
  });
  page.setDefaultTimeout(PATIENCE_MS);
});

const clipboard = () => page.evaluate('navigator.clipboard.readText()');
/** Runs in the page. Returns whether an element is in the window. */
const inView = (selector: string) => `(() => {
  const { top, bottom } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
})()`;

/** The policy of the pages forbids the driver to wait in them. */
const waitFor = async (expression: string) =>
  await expect.poll(() => page.evaluate(expression), { timeout: PATIENCE_MS }).toBe(true);

/** Selects all of an element as people do, and copies it. */
async function copyByHand(selector: string): Promise<string> {
  await page.evaluate(
    `getSelection().selectAllChildren(document.querySelector(${JSON.stringify(selector)}))`,
  );
  await page.keyboard.press('Control+C');
  return String(await clipboard());
}

describe('what a person copies', () => {
  it('has the blank lines of a file', async () => {
    await page.goto(`${reader.url}${REPO}/blob/main/blank.txt`);
    expect((await copyByHand('.lines tbody')).trimEnd()).toBe(AFTER.trimEnd());
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    expect(await clipboard()).toBe(AFTER);
  });

  it('has the blank lines of a difference, and no words of the page', async () => {
    await page.goto(`${reader.url}${REPO}/commit/${ids[1]}`);
    const copied = await copyByHand('.lines.diff tbody');
    const lines = copied.split('\n').slice(1);
    expect(lines.join('\n').trimEnd()).toBe('\nthird\n\nfifth\n\nsixth\n\nlast');
  });

  it('is the whole of a file of which a page shows a part', async () => {
    await page.goto(`${reader.url}${REPO}/blob/main/long.txt`);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('status').getByText('Copied the whole file').waitFor();
    expect(await clipboard()).toBe(`${LONG.join('\n')}\n`);
  });
});

describe('a long file', () => {
  it('is shown in parts, one of which an address of a line opens', async () => {
    await page.goto(`${reader.url}${REPO}/blob/main/long.txt`);
    expect(await page.locator('.lines tr').count()).toBe(20_000);
    await page.goto(`${reader.url}${REPO}/blob/main/long.txt#L30001`);
    await page.waitForURL(`**/long.txt?lines=20001#L30001`);
    await waitFor(inView('#L30001'));
    expect(await page.locator('#L30001 .c').textContent()).toBe('line 30001');
    await page.goto(`${reader.url}${REPO}/blob/main/long.txt?lines=40002#L40001-L40002`);
    expect(await page.locator('tr.in-range').count()).toBe(2);
    await page.goto(`${reader.url}${REPO}/blob/main/long.txt#L99999`);
    await page.waitForURL(`**/long.txt?lines=40001#L99999`);
    expect(await page.locator('.lines tr').count()).toBe(2);
  });
});

describe('the address of a line', () => {
  it('is copied as a permalink, with the line', async () => {
    await page.goto(`${reader.url}${REPO}/blob/main/blank.txt#L3`);
    await page.keyboard.press('y');
    await page.getByRole('status').getByText('Link copied').waitFor();
    expect(await clipboard()).toBe(`${reader.url}${REPO}/blob/${ids[1]}/blank.txt#L3`);
    expect(page.url()).toBe(`${reader.url}${REPO}/blob/main/blank.txt#L3`);
  });

  it('becomes a range with Shift, in files and differences, and no window opens', async () => {
    await page.goto(`${reader.url}${REPO}/blob/main/blank.txt#L5`);
    await page.locator('#L3 .n a').click({ modifiers: ['Shift'] });
    expect(new URL(page.url()).hash).toBe('#L3-L5');
    expect(await page.locator('tr.in-range').count()).toBe(3);
    await page.goto(`${reader.url}${REPO}/commit/${ids[1]}`);
    const numbers = page.locator('.lines.diff td.n a[href*="R"]');
    await numbers.nth(1).click();
    await numbers.nth(3).click({ modifiers: ['Shift'] });
    expect(new URL(page.url()).hash).toMatch(/^#diff-[0-9a-f]{64}R3-R5$/);
    expect(page.context().pages()).toHaveLength(1);
  });
});

it('keeps a linked comment in view while pictures above it get their sizes', async () => {
  let release = () => undefined as unknown;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/user-attachments/**', async (route) => {
    await isReleased;
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="2400"/>';
    await route.fulfill({ contentType: 'image/svg+xml', body });
  });
  const html = await (await page.request.get(`${reader.url}${THREAD}`)).text();
  const [, anchor = ''] = /<article class="said" id="(issuecomment-\d+)"/.exec(html) ?? [];
  await page.goto(`${reader.url}${THREAD}#${anchor}`, { waitUntil: 'domcontentloaded' });
  await waitFor(inView(`#${anchor}`));
  release();
  await waitFor(
    "[...document.querySelectorAll('.prose img')].slice(0, 2).every((one) => one.naturalHeight === 2400)",
  );
  await waitFor(inView(`#${anchor}`));
});

it('leaves the text in a search box when Escape leaves the box', async () => {
  await page.goto(`${reader.url}${REPO}/issues?q=is%3Aopen`);
  for (const box of ['#search', '#filter']) {
    await page.locator(box).fill('tide');
    await page.locator(box).press('Escape');
    expect(await page.locator(box).inputValue()).toBe('tide');
  }
});
