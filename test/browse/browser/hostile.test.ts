import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { type Browser, startBrowser } from '../../../src/browse/start-browser.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { batchOf } from '../../store/support/archive-text.ts';
import { factsOf, writeStore } from '../../store/support/write-store.ts';
import { HOSTILE_BODIES } from '../markdown/hostile-bodies.table.ts';
import { type Launched, launchBrowser } from './support/launch-browser.ts';
import { watchPage } from './support/watch-page.ts';

const SLOW_MS = 400_000;
const ORIGIN = 'https://service.example';
const REPOSITORY = `${ORIGIN}/acme/app`;
/** Elements that must not occur in a rendered text. */
const DANGEROUS =
  'script, style, iframe, object, embed, form, link, meta, base, svg, math, template, video, audio';

/** Has no place to break a line at. */
const LONG_WORD = 'x'.repeat(400);
const SHA256 = 'a'.repeat(64);

const CELLS = '<td>wide</td>'.repeat(40);

/** Formulas and tables that are wider than a screen, in text and in cells. */
const WIDE_TEXT = `A $${'a + '.repeat(60)}b$ formula, $\\hspace{20em}\\hspace{20em}$, | $$${'a + '.repeat(60)}b$$

- <table><tr>${CELLS}</tr></table>

<table><tr><td>$${'a + '.repeat(60)}b$</td></tr></table>`;

let launched: Launched;
let reader: Browser;
let directory: string;

beforeAll(async () => {
  launched = await launchBrowser();
  directory = temporaryFolder();
  const store = join(directory, 'a.db');
  const issue = (number: number, body: string) => ({
    type: 'issue',
    url: `${REPOSITORY}/issues/${number}`,
    repository: REPOSITORY,
    user: `${ORIGIN}/mira`,
    title: `Issue ${number}`,
    body,
    labels: [],
    created_at: '2024-01-01T00:00:00Z',
  });
  const labels = [LONG_WORD.slice(0, 50), 'with many words '.repeat(12).trim()].map((name) => ({
    url: `${REPOSITORY}/labels/${encodeURIComponent(name)}`,
    name,
    color: 'ff0000',
  }));
  const repository = { type: 'repository', url: REPOSITORY, owner: `${ORIGIN}/acme`, name: 'app', labels };
  await writeStore(
    store,
    [
      batchOf('repository', [{ ...repository, description: LONG_WORD }]),
      batchOf('user', [
        { type: 'user', url: `${ORIGIN}/mira`, login: 'mira', name: LONG_WORD, bio: LONG_WORD },
      ]),
      batchOf('milestone', [
        {
          type: 'milestone',
          url: `${REPOSITORY}/milestones/1`,
          repository: REPOSITORY,
          title: LONG_WORD,
          description: LONG_WORD,
          state: 'open',
        },
      ]),
      batchOf('issue', [
        {
          ...issue(900, `${LONG_WORD}\n\n${WIDE_TEXT}`),
          title: LONG_WORD,
          labels: labels.map(({ url }) => url),
          milestone: `${REPOSITORY}/milestones/1`,
        },
        issue(1, 'nothing but words'),
        ...HOSTILE_BODIES.map(({ body }, index) => issue(index + 2, body)),
      ]),
    ],
    factsOf('a.tar.gz', SHA256),
  );
  const finding = { code: 'reference-missing', severity: 'warning' } as const;
  const findings = [{ ...finding, count: 1, examples: [{ ...finding, message: LONG_WORD }] }];
  const proof = { sha256: SHA256, isVerified: true, downloadedAt: '2024-01-01T00:00:00Z', account: 'acme' };
  reader = await startBrowser({ store, clock: createSystemClock(), proofs: [{ ...proof, findings }] });
}, SLOW_MS);

afterAll(async () => {
  await launched.browser?.close();
  await reader.close();
});

/** The document without the contents of texts. */
const FRAME_OF_PAGE = `(() => {
  const copy = document.documentElement.cloneNode(true);
  for (const text of copy.querySelectorAll('.prose')) text.replaceChildren();
  return copy.outerHTML.replace(/issues(\\/|%2F)\\d+/g, 'issues/N').replace(/Issue \\d+/g, 'Issue N').replace(/#\\d+/g, '#N');
})()`;
const PLACES = `['.top', '.banner', '.trail', 'h1'].map((name) => {
  const { left, top, width, height } = document.querySelector(name).getBoundingClientRect();
  return [name, left, top, width, height].join(' ');
})`;

const DANGERS = `[...document.querySelectorAll('.prose')].reduce(
  (sum, text) => sum + text.querySelectorAll('${DANGEROUS}').length, 0)`;

/** Collects everything that the tests check, in a single call. */
const LOOK = `({ frame: ${FRAME_OF_PAGE}, places: ${PLACES}, owned: window.owned, dangers: ${DANGERS} })`;

interface Look {
  readonly frame: string;
  readonly places: readonly string[];
  /** Set by a text whose script was executed. */
  readonly owned?: unknown;
  readonly dangers: number;
}

async function look(page: Page, number: number): Promise<Look> {
  await page.goto(`${reader.url}/acme/app/issues/${number}`);
  return (await page.evaluate(LOOK)) as Look;
}

describe('hostile texts', () => {
  it('change nothing on their page but themselves', { timeout: SLOW_MS }, async ({ skip }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    expect(HOSTILE_BODIES.length).toBeGreaterThanOrEqual(60);
    const { page, context, takeTroubles } = await watchPage(browser, reader.url);
    const innocent = await look(page, 1);
    for (const [index, { name, keeps }] of HOSTILE_BODIES.entries()) {
      if (!IS_LONG && index % 6 > 0) {
        continue; // All of them are parsed in every run, without a browser.
      }
      const { frame, places, owned, dangers } = await look(page, index + 2);
      expect([name, frame]).toEqual([name, innocent.frame]);
      expect([name, places]).toEqual([name, innocent.places]);
      expect([name, owned]).toEqual([name, undefined]);
      expect([name, dangers]).toEqual([name, 0]);
      if (keeps !== undefined) {
        expect(await page.locator('.prose').first().textContent()).toContain(keeps);
      }
      expect([name, takeTroubles()]).toEqual([name, []]);
    }
    await context.close();
  });

  it('make no page wider than a narrow screen', { timeout: SLOW_MS }, async ({ skip }) => {
    const { browser } = launched;
    if (browser === undefined) {
      return skip(launched.reason);
    }
    const { page, context } = await watchPage(browser, reader.url, { viewport: { width: 320, height: 640 } });
    const wide: string[] = [];
    for (const path of [
      '/',
      '/acme',
      '/mira',
      '/-/people',
      '/-/people/mira',
      '/-/integrity',
      '/-/search?q=issue',
      '/acme/app',
      '/acme/app/issues',
      '/acme/app/issues/900',
      '/acme/app/labels',
      '/acme/app/milestones',
    ]) {
      await page.goto(reader.url + path);
      const widthPixels = Number(await page.evaluate('document.documentElement.scrollWidth'));
      wide.push(...(widthPixels > 320 ? [`${path} is ${widthPixels} px wide`] : []));
    }
    await context.close();
    expect(wide).toEqual([]);
  });
});
