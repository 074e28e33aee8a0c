import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLONE_PAGES } from '../../../src/browse/code-pages.table.ts';
import { PAGES } from '../../../src/browse/pages.table.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { axeViolations } from './support/axe.ts';
import { crawl } from './support/crawl.ts';
import { type Launched, launchBrowser } from './support/launch-browser.ts';
import { type OpenReader, openReader } from './support/open-reader.ts';
import { watchPage } from './support/watch-page.ts';

const SCHEMES = ['light', 'dark'] as const;

/** Enough for a busy machine; on an idle one it takes a minute, and several in the long run. */
const CRAWL_MS = IS_LONG ? 1_800_000 : 900_000;

/** Pages that only scripts and forms request, and redirects of old addresses. */
const WITHOUT_LINKS = new Set([
  'diagram', // The script shows it in a frame.
  'suggestions',
  'changes by form',
  'captured, by its kind alone',
  'milestone',
  'label',
  'latest release',
  'projects',
  'upload of another host',
  'wiki file',
  ...CLONE_PAGES.map(({ name }) => name), // This vault has no clones.
]);

let launched: Launched;
let reader: OpenReader;

beforeAll(async () => {
  launched = await launchBrowser();
  if (launched.reason !== undefined) {
    console.warn(`Tests in a browser are left out: ${launched.reason}`);
    return;
  }
  reader = await openReader();
}, CRAWL_MS);

afterAll(async () => {
  await launched.browser?.close();
  await reader?.close();
});

describe('the reader in a browser', () => {
  it(
    'shows every kind of page by links from the first one, and nothing is wrong with any, light or dark, wide or narrow',
    async ({ skip }) => {
      const { browser } = launched;
      if (browser === undefined) {
        return skip(launched.reason);
      }
      const { page, context, takeTroubles } = await watchPage(browser, reader.url);
      const troubles: string[] = [];
      let looks = 0;
      const linked = PAGES.map(({ name }) => name).filter((name) => !WITHOUT_LINKS.has(name));
      const visited = await crawl(
        page,
        reader.url,
        async ({ path }) => {
          const note = (where: string, found: readonly string[]) =>
            troubles.push(...found.map((sentence) => `${path} ${where}: ${sentence}`));
          looks += 1;
          // A short run looks at every third kind of page, in turn in one of them.
          const schemes = looks % 3 === 1 ? SCHEMES.slice(looks % 2, (looks % 2) + 1) : [];
          for (const colorScheme of IS_LONG ? SCHEMES : schemes) {
            await page.emulateMedia({ colorScheme });
            note(colorScheme, await axeViolations(page));
          }
          await page.setViewportSize({ width: 360, height: 740 });
          const widthPixels = Number(await page.evaluate('document.documentElement.scrollWidth'));
          note('at 360 px', widthPixels > 360 ? [`it is ${widthPixels} px wide`] : []);
          await page.setViewportSize({ width: 1280, height: 900 });
          note('', (await page.locator('h1').count()) === 1 ? [] : ['it has not one h1']);
          note('', takeTroubles());
        },
        linked,
      );
      await context.close();
      expect(troubles).toEqual([]);
      const missing = linked.filter((name) => !visited.has(name));
      expect(missing).toEqual([]);
    },
    CRAWL_MS,
  );
});
