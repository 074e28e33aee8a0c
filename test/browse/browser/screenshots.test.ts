import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launchBrowser } from './support/launch-browser.ts';
import { openReader } from './support/open-reader.ts';

const FOLDER = fileURLToPath(new URL('../../../screenshots/', import.meta.url));

const README_PICTURE = fileURLToPath(new URL('../../../docs/images/reader.png', import.meta.url));

/** Small enough for a README on slow connections. */
const MAX_PICTURE_BYTES = 200_000;

/** Ten kinds of pages, each opened by following links. */
const PAGES: readonly {
  readonly name: string;
  readonly open: (page: Page, url: string) => Promise<unknown>;
}[] = [
  { name: 'home', open: (page, url) => page.goto(url) },
  { name: 'repository', open: async (page, url) => page.goto(`${url}/${await someRepository(page, url)}`) },
  {
    name: 'issues',
    open: async (page, url) => page.goto(`${url}/${await someRepository(page, url)}/issues`),
  },
  { name: 'issue', open: (page, url) => longest(page, url, 'issues') },
  { name: 'pull-request', open: (page, url) => longest(page, url, 'pulls') },
  {
    name: 'files-changed',
    async open(page, url) {
      await longest(page, url, 'pulls');
      await page.goto(`${page.url().split('#')[0]}/files`);
    },
  },
  { name: 'activity', open: (page, url) => page.goto(`${url}/-/activity`) },
  { name: 'search', open: (page, url) => page.goto(`${url}/-/search?q=harvest`) },
  {
    name: 'code',
    async open(page, url) {
      await page.goto(`${url}/${await someRepository(page, url)}`);
      await page.locator('a[href*="/blob/"]').first().click();
    },
  },
  { name: 'changes', open: (page, url) => page.goto(`${url}/-/changes/1..2`) },
];

describe.runIf(process.env['SATCHEL_SCREENSHOTS'] === '1')('screenshots', () => {
  it('ten kinds of pages, light and dark, wide and narrow', { timeout: 300_000 }, async () => {
    const { browser, reason } = await launchBrowser();
    expect(reason).toBeUndefined();
    const reader = await openReader();
    await mkdir(FOLDER, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [size, viewport] of [
        ['wide', { width: 1280, height: 900 }],
        ['narrow', { width: 360, height: 740 }],
      ] as const) {
        const page = await browser?.newPage({ colorScheme, viewport });
        for (const { name, open } of page === undefined ? [] : PAGES) {
          if (page !== undefined) {
            await open(page, reader.url);
            await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}-${size}.png`) });
          }
        }
        await page?.close();
      }
    }
    await browser?.close();
    await reader.close();
  });

  it('the picture of the README', { timeout: 120_000 }, async () => {
    const { browser, reason } = await launchBrowser();
    expect(reason).toBeUndefined();
    const reader = await openReader();
    const page = await browser?.newPage({ colorScheme: 'light', viewport: { width: 1100, height: 900 } });
    if (page !== undefined) {
      await longest(page, reader.url, 'pulls');
      await page.screenshot({ path: README_PICTURE });
    }
    await browser?.close();
    await reader.close();
    expect((await stat(README_PICTURE)).size).toBeLessThan(MAX_PICTURE_BYTES);
  });
});

async function someRepository(page: Page, url: string): Promise<string> {
  const answer = await page.request.get(`${url}/-/home.json`);
  const { repositories } = (await answer.json()) as { repositories: readonly { readonly repo: string }[] };
  return repositories[0]?.repo ?? '';
}

/** Opens the thread of the first repository with the most comments. */
async function longest(page: Page, url: string, list: 'issues' | 'pulls'): Promise<void> {
  const query = encodeURIComponent('sort:comments-desc');
  await page.goto(`${url}/${await someRepository(page, url)}/${list}?q=${query}`);
  await page.locator('.rows .title').first().click();
  await page.waitForLoadState();
}
