import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { type Browser, startBrowser } from '../../../src/browse/start-browser.ts';
import { openApp } from '../support/open-app.ts';
import { axeViolations } from './support/axe.ts';
import { type Launched, launchBrowser } from './support/launch-browser.ts';

const FILES = '/yaryna-vitrolom/tidewatch/pull/9/files';

let launched: Launched;
let reader: Browser;

beforeAll(async () => {
  launched = await launchBrowser();
  const app = await openApp({ isLater: true });
  reader = await startBrowser({
    store: app.store,
    clock: createSystemClock(),
    searchPath: process.env['PATH'] ?? '',
  });
}, 180_000);

afterAll(async () => {
  await launched.browser?.close();
  await reader.close();
});

it('keeps in the browser which files were viewed, and folds them', async ({ skip }) => {
  const { browser, reason } = launched;
  if (browser === undefined) {
    return skip(reason);
  }
  const page = await browser.newPage();
  await page.goto(reader.url + FILES);
  const box = page.locator('.file-box').first();
  const file = box.locator('details.file');
  await box.getByRole('link', { name: 'Mark as viewed' }).click();
  expect(await file.getAttribute('open')).toBeNull();
  expect(page.url()).toBe(reader.url + FILES);
  await page.reload();
  expect(await file.getAttribute('open')).toBeNull();
  expect(await page.locator('.file-tree .viewed').count()).toBe(1);
  await box.getByRole('link', { name: '✓ Viewed' }).click();
  await page.reload();
  expect(await file.getAttribute('open')).not.toBeNull();
  await page.close();
});

it.each([true, false])('shows more of a file on demand (with scripts: %s)', async (javaScriptEnabled) => {
  const page = await launched.browser?.newPage({ javaScriptEnabled });
  if (page === undefined) {
    return;
  }
  await page.goto(reader.url + FILES);
  const file = page.locator('details.file').nth(1);
  const count = await file.locator('tr[id]').count();
  await file.locator('a[data-context]').first().click();
  await file.locator('tr[id$="R1"]').waitFor();
  expect(await file.locator('tr[id]').count()).toBeGreaterThan(count);
  expect(page.url().includes('context=')).toBe(!javaScriptEnabled);
  await page.close();
});

it('keeps the head of a file in sight', async () => {
  const page = await launched.browser?.newPage({ viewport: { width: 1_200, height: 400 } });
  if (page === undefined) {
    return;
  }
  await page.goto(reader.url + FILES);
  await page.locator('details.file tr[id]').last().scrollIntoViewIfNeeded();
  const top = await page.evaluate(`document.querySelector('.diff-bar').getBoundingClientRect().top`);
  expect(top).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.close();
});

it.each([true, false])(
  'says what is new since the last look (with scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await launched.browser?.newPage({ javaScriptEnabled });
    if (page === undefined) {
      return;
    }
    await page.goto(reader.url);
    await page.getByRole('link', { name: 'Since you last looked' }).click();
    await page.getByText('This is your first visit in this browser').waitFor();
    expect(await page.locator('h2').first().textContent()).toBe('Deleted');
    await page.reload();
    await page.getByText(/^Nothing new since/).waitFor();
    await page.close();
  },
);
