import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { type Launched, launchBrowser } from './support/launch-browser.ts';
import { type OpenReader, openReader } from './support/open-reader.ts';
import { type WatchedPage, watchPage } from './support/watch-page.ts';

const SLOW_MS = 400_000;

let launched: Launched;
let reader: OpenReader;
let repo: string;

beforeAll(async () => {
  launched = await launchBrowser();
  if (launched.browser === undefined) {
    console.warn(`Tests in a browser are left out: ${launched.reason}`);
    return;
  }
  reader = await openReader();
  const { page, context } = await watchPage(launched.browser, reader.url);
  const { repositories } = await (await page.request.get(`${reader.url}/-/home.json?sort=name`)).json();
  repo = repositories[0].repo;
  await context.close();
}, SLOW_MS);

afterAll(async () => {
  await launched.browser?.close();
  await reader?.close();
});

beforeEach(({ skip }) => {
  if (launched.browser === undefined) {
    skip(launched.reason);
  }
});

/** Opens a page, runs `use` on it, and checks that no errors occurred. */
async function visit(
  path: string,
  use: (page: Page) => Promise<void>,
  options: Parameters<typeof watchPage>[2] = {},
): Promise<void> {
  if (launched.browser === undefined) {
    throw new Error('Without a browser the tests are skipped');
  }
  const watched: WatchedPage = await watchPage(launched.browser, reader.url, options);
  await watched.page.goto(reader.url + path);
  await use(watched.page);
  expect(watched.takeTroubles()).toEqual([]);
  await watched.context.close();
}

describe('the keyboard', () => {
  it('moves through a list, opens an entry, continues to the next one and returns', async () => {
    await visit(`/${repo}/issues?q=`, async (page) => {
      const titles = await page.locator('.rows .title').allTextContents();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await page.keyboard.press('j');
      expect(await page.locator('.chosen .title').textContent()).toBe(titles[1]);
      await page.keyboard.press('o');
      await page.waitForURL(/\/(?:issues|pull)\/\d+$/);
      expect(await page.locator('h1').textContent()).toContain(titles[1]?.trim());
      await page.keyboard.press('n');
      await page.locator('h1', { hasText: titles[2]?.trim() ?? '' }).waitFor();
      await page.keyboard.press('u');
      await page.waitForURL(/\/issues\?q=$/);
      const chosen = page.locator('.chosen .title');
      expect(await chosen.textContent()).toBe(titles[2]);
      await page.locator('.rows .title').nth(3).click();
      await page.locator('h1', { hasText: titles[3]?.trim() ?? '' }).waitFor();
      await page.goBack();
      await page.locator('.chosen').waitFor();
      expect(await chosen.textContent()).toBe(titles[3]);
      expect(await page.evaluate('document.activeElement.textContent')).toBe(titles[3]);
    });
  });

  it('opens tabs with g, the search box with /, and the list of keys with ?', async () => {
    await visit(`/${repo}`, async (page) => {
      await page.keyboard.press('g');
      await page.keyboard.press('i');
      await page.waitForURL(/\/issues$/);
      await page.keyboard.press('?');
      expect(await page.locator('dialog[open] dd').allTextContents()).toContain('Pull requests');
      const shown = await page.locator('dialog[open] dl > div').allTextContents();
      const help = await page.context().newPage();
      await help.goto(`${reader.url}/-/help`);
      const rows = await help.locator('.keys tbody tr').allTextContents();
      await help.close();
      const unspaced = (text: string) => text.replaceAll(/\s/g, '');
      const explained = rows.map(unspaced);
      expect(explained).toEqual(expect.arrayContaining(shown.map(unspaced)));
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      expect(await page.evaluate('document.activeElement.id')).toBe('search');
    });
  });

  it('is silent where somebody switched it off', async () => {
    await visit(`/${repo}`, async (page) => {
      await page.keyboard.press('?');
      await page.getByLabel('Keyboard shortcuts').uncheck();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.keyboard.press('g');
      await page.keyboard.press('i');
      await page.reload();
      await page.keyboard.press('/');
      expect(await page.evaluate('document.activeElement.id')).not.toBe('search');
      expect(page.url()).toBe(`${reader.url}/${repo}`);
    });
  });
});

describe('search', () => {
  it('offers pages and commands before anything is typed, and runs a command', async () => {
    await visit(
      `/${repo}`,
      async (page) => {
        await page.keyboard.press('Control+k');
        await page.locator('.suggestions a', { hasText: 'Integrity' }).waitFor();
        await page.keyboard.type('light and');
        const command = page.locator('.suggestions a', { hasText: 'Switch between light and dark' });
        await page.locator('.suggestions a', { hasText: 'Integrity' }).waitFor({ state: 'detached' });
        await command.waitFor();
        expect(await page.locator('.palette-hint').isVisible()).toBe(true);
        expect(await page.locator('.suggestions [aria-selected="true"]').textContent()).toContain('Switch');
        await page.keyboard.press('Enter');
        expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
      },
      { colorScheme: 'light' },
    );
  });

  it('returns to where one was by Escape, and keeps the search of all texts in view', async () => {
    await visit(`/${repo}`, async (page) => {
      await page.setViewportSize({ width: 360, height: 560 });
      await page.locator('.brand').focus();
      const where = () => page.evaluate('document.activeElement.className');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('e');
      const search = page.locator('.suggestions a', { hasText: 'Search for “e” everywhere' });
      await search.waitFor();
      const { y, height } = (await search.boundingBox()) ?? { y: 0, height: 0 };
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThan(560);
      await page.keyboard.press('Escape');
      expect(await where()).toBe('brand');
    });
  });

  it('puts pages below the name of their place, each named once, and keeps hints for keyboards off phones', async () => {
    await visit(`/${repo}`, async (page) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.keyboard.press('/');
      await page.locator('.suggestions a', { hasText: 'Integrity' }).waitFor();
      expect(await page.locator('.suggestions li:not(:has(a))').allTextContents()).toEqual([
        ...[repo, 'Repositories', 'Pages', 'Commands'],
      ]);
      expect(await page.locator('.suggestions small').count()).toBe(0);
      expect(await page.locator('.palette-hint').isVisible()).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('ArrowUp');
      expect(await page.locator('.suggestions [aria-selected=true]').textContent()).toBe('Keys and settings');
      await page.keyboard.press('ArrowDown');
      expect(await page.locator('.suggestions [aria-selected=true]').textContent()).toBe('Code');
      await page.goto(reader.url);
      await page.locator('#search').pressSequentially(`${repo.split('/')[1]} iss`);
      await page.locator('.suggestions a', { hasText: `Issuesin ${repo}` }).click();
      await page.waitForURL(`${reader.url}/${repo}/issues`);
    });
  });

  it('suggests titles while somebody types, with links', async () => {
    await visit('/', async (page) => {
      const { issues } = { issues: await page.request.get(`${reader.url}/${repo}/issues.json?q=`) };
      const [{ title, number }] = (await issues.json()).threads;
      await page.locator('#search').pressSequentially(title.slice(0, 12));
      await page.locator('.suggestions a').first().waitFor();
      await page.keyboard.press('ArrowDown');
      expect(await page.locator('.suggestions [aria-selected=true]').count()).toBe(1);
      await page.locator('.suggestions a', { hasText: title }).first().click();
      await page.waitForURL(new RegExp(`/${number}$`));
    });
  });

  it('shows whole titles at the width of a phone, and chooses an issue by its number', async () => {
    await visit(
      `/${repo}`,
      async (page) => {
        await page.setViewportSize({ width: 360, height: 640 });
        const { threads } = await (await page.request.get(`${reader.url}/${repo}/issues.json?q=`)).json();
        await page.locator('#search').pressSequentially(`#${threads[0].number}`);
        await page.locator('.suggestions [aria-selected=true]', { hasText: threads[0].title }).waitFor();
        const cut =
          await page.evaluate(`[...document.querySelectorAll('.suggestions a, .suggestions span')].filter(
          (one) => one.scrollWidth > one.clientWidth + 1).length`);
        expect(cut).toBe(0);
        await page.keyboard.press('Enter');
        await page.waitForURL(new RegExp(`/${threads[0].number}$`));
      },
      { colorScheme: 'light' },
    );
  });

  it('says that nothing has the words, and goes to what is called so by Enter alone', async () => {
    await visit('/', async (page) => {
      await page.locator('#search').pressSequentially('zzqx');
      await page.locator('.palette-none', { hasText: 'Enter searches all texts.' }).waitFor();
      expect(await page.locator('.suggestions a').allTextContents()).toEqual([
        'Search for “zzqx” everywhere',
      ]);
      await page.locator('#search').fill(repo.split('/')[1] ?? '');
      await page.locator('.suggestions [aria-selected=true]', { hasText: repo }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${reader.url}/${repo}`);
    });
  });

  it('answers Enter by what was typed, however fast', async () => {
    await visit(`/${repo}`, async (page) => {
      const name = repo.split('/')[1] ?? '';
      const { threads } = await (await page.request.get(`${reader.url}/${repo}/issues.json?q=`)).json();
      for (const [typed, path] of [
        [`#${threads[0].number}`, `/${repo}/issues/${threads[0].number}`],
        [name, `/${repo}`],
        ['nothing is called so', `/-/search?q=${encodeURIComponent(`repo:${repo}`)}+nothing+is+called+so`],
      ] as const) {
        await page.goto(`${reader.url}/${repo}/labels`);
        await page.locator('#search').fill('snapshots');
        await page.locator('.suggestions [aria-selected=true]').waitFor();
        await page.locator('#search').fill(typed);
        await page.locator('#search').press('Enter');
        await page.waitForURL(reader.url + path);
      }
    });
  });

  it('offers a search in the repository of the page, and everywhere', async () => {
    await visit(`/${repo}/issues`, async (page) => {
      await page.locator('#search').fill('the');
      const chosen = page.locator('.suggestions [aria-selected=true]');
      await chosen.waitFor();
      expect(await chosen.textContent()).toBe('Search for “the” in this repository');
      expect(await page.locator('.suggestions a').last().textContent()).toBe('Search for “the” everywhere');
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${reader.url}/-/search?q=${encodeURIComponent(`repo:${repo}`)}+the`);
    });
  });

  it('works without scripts, as do lists, filters and threads', async () => {
    await visit(
      `/${repo}/issues`,
      async (page) => {
        await page.locator('aside .facets a, aside li a').first().click();
        await page.waitForURL(/[?&]q=/);
        expect(await page.locator('.rows > li').count()).toBeGreaterThan(0);
        await page.locator('.rows .title').first().click();
        const title = (await page.locator('h1').textContent()) ?? '';
        const word = title.split(/\s+/).find((each) => /^[a-z]{4,}$/.test(each)) ?? 'the';
        await page.locator('#search').fill(word);
        await page.locator('#search').press('Enter');
        await page.waitForURL(/\/-\/search\?q=/);
        expect(await page.locator('main a').count()).toBeGreaterThan(1);
        expect(await page.locator('[data-theme-switch]').isVisible()).toBe(false);
      },
      { javaScriptEnabled: false },
    );
  });
});

describe('looks', () => {
  it('follows the system, and the switch over it, also on the next page', async () => {
    await visit(
      '/',
      async (page) => {
        const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
        const dark = await paper();
        await page.locator('[data-theme-switch]').click();
        const light = await paper();
        expect(light).not.toBe(dark);
        await page.goto(`${reader.url}/${repo}`);
        expect(await paper()).toBe(light);
      },
      { colorScheme: 'dark' },
    );
  });

  it('prints black on white, without what is there to click', async () => {
    await visit(
      `/${repo}/issues`,
      async (page) => {
        await page.emulateMedia({ media: 'print' });
        expect(await page.locator('.top').isVisible()).toBe(false);
        expect(await page.locator('.facets').first().isVisible()).toBe(false);
        expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
          'rgb(255, 255, 255)',
        );
        expect((await page.pdf()).length).toBeGreaterThan(5_000);
      },
      { colorScheme: 'dark' },
    );
  });

  it('prints a thread whole, without what is there to choose', async () => {
    const list = await fetch(`${reader.url}/${repo}/issues.json?q=sort%3Acomments`);
    const { threads } = (await list.json()) as { readonly threads: readonly { readonly url: string }[] };
    await visit(new URL(threads[0]?.url ?? '').pathname, async (page) => {
      const said = await page.locator('.said').count();
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.said:visible').count()).toBe(said);
      expect(said).toBeGreaterThan(1);
      expect(await page.locator('.hide-events').isVisible()).toBe(false);
      const headings = await page.locator('aside h2:visible').allTextContents();
      expect(
        headings.filter(
          (words) =>
            !/^(?:Labels|Assigned to|Milestone|Closes|Closing pull requests|Linked|Participants)$/.test(
              words,
            ),
        ),
      ).toEqual([]);
    });
  });

  it('shows times in the reader’s own zone under the pointer', async () => {
    await visit(
      `/${repo}/issues`,
      async (page) => {
        const time = page.locator('main time').first();
        await time.hover();
        expect(await time.getAttribute('title')).toMatch(/GMT\+5:45|Nepal/);
      },
      { timezoneId: 'Asia/Kathmandu', locale: 'en-US' },
    );
  });
});

describe('threads', () => {
  it('show pictures of the archive inline', async () => {
    await visit('/', async (page) => {
      for (const { path } of await threadsWithImages(page)) {
        await page.goto(reader.url + path);
        const images = page.locator('.prose img');
        expect(await images.count()).toBeGreaterThan(0);
        await images.first().scrollIntoViewIfNeeded();
        const widths = () =>
          images.evaluateAll((all) => all.map((image) => Reflect.get(image, 'naturalWidth')));
        await expect.poll(widths).toContainEqual(expect.toSatisfy((width) => width > 0));
      }
    });
  });

  it('show differences with what was said at their lines', async () => {
    await visit('/', async (page) => {
      const pulls = await (await page.request.get(`${reader.url}/${repo}/pulls.json?q=&per_page=100`)).json();
      let remarks = 0;
      for (const { number } of pulls.threads) {
        await page.goto(`${reader.url}/${repo}/pull/${number}/files`);
        remarks += await page
          .locator('main table .prose, main .remarks .prose, main td .conversation')
          .count();
      }
      expect(remarks).toBeGreaterThan(0);
    });
  });
});

/** Threads whose pages show a kept image. */
async function threadsWithImages(page: Page): Promise<readonly { readonly path: string }[]> {
  const list = await (await page.request.get(`${reader.url}/${repo}/issues.json?q=&per_page=100`)).json();
  const found: { path: string }[] = [];
  for (const { number } of list.threads) {
    const path = `/${repo}/issues/${number}`;
    const html = await (await page.request.get(reader.url + path)).text();
    if (/<img [^>]*src="\/user-attachments/.test(html)) {
      found.push({ path });
    }
  }
  expect(found.length).toBeGreaterThan(0);
  return found.slice(0, 2);
}
