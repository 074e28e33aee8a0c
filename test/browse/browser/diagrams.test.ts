import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { type Browser, startBrowser } from '../../../src/browse/start-browser.ts';
import { writeSite } from '../../../src/browse/write-site.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../../store/support/archive-text.ts';
import { factsOf, writeStore } from '../../store/support/write-store.ts';
import { axeViolations } from './support/axe.ts';
import { type Launched, launchBrowser } from './support/launch-browser.ts';
import { type WatchedPage, watchPage } from './support/watch-page.ts';

const SLOW_MS = 400_000;
const REPOSITORY = 'https://service.example/acme/app';

const fenced = (diagram: string) => `\`\`\`mermaid\n${diagram}\n\`\`\``;

const TEXTS = {
  plain: 'nothing but words',
  diagram: `Before.\n\n${fenced('graph TD\n  A[Start] --> B{Ready?}\n  B --> C[Sail]')}\n\nAfter.`,
  wide: fenced(
    `graph LR\n${[...'abcdefghijkl'].map((name, at) => `  ${name}[A step called ${name}] -->|then ${at}| ${name}2`).join('\n')}\n  a2 --> b --> c --> d --> e --> f --> g --> h --> i --> j`,
  ),
  far: `${'Words.\n\n'.repeat(200)}${fenced('graph TD\n  A[Far] --> B')}`,
  mistake: fenced('graph TD\n  A[[[ -->'),
  sequence: fenced(
    'sequenceDiagram\n  participant D as Device\n  participant G as Gateway\n  participant S as Service\n  D->>G: reading\n  G->>S: batch of readings',
  ),
  pie: fenced('pie title Faults by cause\n  "Power" : 40\n  "Sensor" : 25\n  "Network" : 35'),
  gantt: fenced(
    `gantt\n  dateFormat YYYY-MM-DD\n  axisFormat %Y-%m-%d\n  section Hull\n${[...'abcd'].map((name, at) => `  Plank ${name} :${name}, 2026-0${2 * at + 1}-01, 60d`).join('\n')}`,
  ),
  formula: '$$\\left(\\frac{a}{\\frac{b}{c}}\\right) + \\sum_{i=1}^{n} i$$',
} as const;

/** Each tries to run a script, to load something or to leave the frame. */
const HOSTILE = [
  '%%{init: {"securityLevel": "loose", "flowchart": {"htmlLabels": true}}}%%\ngraph TD\n  A["<img src=x onerror=\'parent.stolen=1;stolen=1\'>"] --> B',
  '%%{init: {"securityLevel": "loose"}}%%\ngraph TD\n  A["<script>stolen=1</script><iframe srcdoc=\'<script>parent.stolen=1</script>\'></iframe>"] --> B',
  'graph TD\n  A --> B\n  click A call alert("stolen")\n  click B "javascript:alert(1)"',
  'graph TD\n  A["<img src=\'https://elsewhere.example/pixel.png\'>"] --> B\n  click B "https://elsewhere.example/" _self',
  '%%{init: {"themeCSS": "@import url(https://elsewhere.example/a.css); * { background: url(https://elsewhere.example/b.png) }"}}%%\ngraph TD\n  A --> B',
  '---\nconfig:\n  securityLevel: loose\n  fontFamily: "a;} * { background: url(https://elsewhere.example/c.png) } b {"\n---\ngraph TD\n  A --> B',
];

let launched: Launched;
let reader: Browser;
let store: string;
/** Stands for the rest of the world; no diagram may reach it. */
let elsewhere: Server;
const reached: string[] = [];
const paths = new Map<string, string>();

beforeAll(async () => {
  launched = await launchBrowser();
  elsewhere = createServer(({ url = '' }, response) => {
    reached.push(url);
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  store = join(temporaryFolder(), 'a.db');
  const texts = [
    ...Object.entries(TEXTS),
    ...HOSTILE.map(
      (text, at) =>
        [`hostile ${at}`, fenced(text.replaceAll('https://elsewhere.example', originOf(elsewhere)))] as const,
    ),
  ];
  const issues = texts.map(([name, body], index) => {
    paths.set(name, `/acme/app/issues/${index + 1}`);
    return {
      type: 'issue',
      url: `${REPOSITORY}/issues/${index + 1}`,
      repository: REPOSITORY,
      title: name,
      body,
      labels: [],
      created_at: '2024-01-01T00:00:00Z',
    };
  });
  const repository = {
    type: 'repository',
    url: REPOSITORY,
    owner: 'https://service.example/acme',
    name: 'app',
  };
  await writeStore(
    store,
    [batchOf('repository', [repository]), batchOf('issue', issues)],
    factsOf('a.tar.gz', 'a'.repeat(64)),
  );
  reader = await startBrowser({ store, clock: createSystemClock() });
}, SLOW_MS);

afterAll(async () => {
  await launched.browser?.close();
  await reader.close();
  elsewhere.close();
});

beforeEach(({ skip }) => {
  if (launched.browser === undefined) {
    skip(launched.reason);
  }
});

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on a socket.
}

async function open(
  name: string,
  origin = reader.url,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  if (launched.browser === undefined) {
    throw new Error('Without a browser the tests are skipped');
  }
  const watched = await watchPage(launched.browser, origin, options);
  await watched.page.goto(origin + paths.get(name));
  return watched;
}

/** The contrast of two colours as a browser names them (WCAG 2.2, relative luminance). */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminanceOf).sort((first, second) => first - second);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/\d+/g)].map(([part]) => {
    const share = Number(part) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Waits until the diagram, which is on screen, is drawn, or cannot be. */
async function drawn(page: Page): Promise<Frame | undefined> {
  await page.locator('.diagram.is-shown').first().waitFor();
  return page.frames().find((frame) => frame.url().endsWith('/-/diagram'));
}

describe('a Mermaid diagram', () => {
  it('is drawn when it comes on screen, and its source is there when a person asks for it', async () => {
    const { page, context, takeTroubles } = await open('diagram');
    const frame = await drawn(page);
    expect(await frame?.locator('svg').textContent()).toContain('Ready?');
    expect(await page.locator('pre', { hasText: 'graph TD' }).isVisible()).toBe(false);
    const box = await page.locator('iframe').boundingBox();
    expect(box?.height).toBeGreaterThan(150);
    expect(await page.locator('iframe').getAttribute('title')).toBe('Mermaid diagram');
    expect(takeTroubles()).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show the source' }).press('Enter');
    expect(await page.locator('iframe').isVisible()).toBe(false);
    expect(await page.locator('pre', { hasText: 'graph TD' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Show the diagram' }).press('Enter');
    expect(await page.locator('iframe').isVisible()).toBe(true);
    await context.close();
  });

  it('is not drawn before it comes near the window', async () => {
    const { page, context } = await open('far');
    expect(await page.locator('iframe').count()).toBe(0);
    await page.locator('pre', { hasText: 'graph TD' }).scrollIntoViewIfNeeded();
    expect(await (await drawn(page))?.locator('svg').textContent()).toContain('Far');
    await context.close();
  });

  it('fits the window above the page, can be zoomed, and leaves with Escape', async () => {
    const { page, context, takeTroubles } = await open('wide');
    await drawn(page);
    await page.getByRole('button', { name: 'Full size' }).click();
    const frame = page.frameLocator('dialog iframe');
    await frame.locator('main.whole svg').waitFor();
    const main = frame.locator('main.whole');
    const measure = () =>
      main.evaluate((element: unknown) => {
        const sized = element as Readonly<Record<`${'client' | 'scroll'}${'Width' | 'Height'}`, number>>;
        return [sized.clientWidth, sized.scrollWidth, sized.clientHeight, sized.scrollHeight];
      });
    const [width, allWidth, height, allHeight] = await measure();
    expect([allWidth, allHeight]).toEqual([width, height]);
    for (let times = 0; times < 3; times += 1) {
      await page.getByRole('button', { name: 'Zoom in' }).click();
    }
    await frame.locator('main.whole[tabindex="0"]').waitFor();
    expect((await measure())[1]).toBeGreaterThan(width ?? 0);
    const border = await page.evaluate('getComputedStyle(document.querySelector("dialog")).borderTopWidth');
    expect(border).toBe('1px');
    expect(takeTroubles()).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await context.close();
  });

  it('with a mistake stays its source, and what is wrong is said once', async () => {
    const { page, context } = await open('mistake');
    await drawn(page);
    expect(await page.locator('.diagram').textContent()).toBe(
      'This diagram cannot be drawn: Parse error on line 2',
    );
    expect(await page.locator('iframe, .diagram button, .comfort-note.is-shown').count()).toBe(0);
    expect(await page.locator('pre', { hasText: 'graph TD' }).isVisible()).toBe(true);
    await context.close();
  });

  it.each([...HOSTILE.keys()])('of a hostile author runs no script and loads nothing (%i)', async (index) => {
    const { page, context, takeTroubles } = await open(`hostile ${index}`);
    const frame = await drawn(page);
    expect(await frame?.locator('a').count()).toBe(0);
    for (const node of (await frame?.locator('.node').all()) ?? []) {
      await node.dispatchEvent('click');
    }
    expect(await page.evaluate('window.stolen')).toBeUndefined();
    expect(await frame?.evaluate('window.stolen')).toBeUndefined();
    expect(page.url()).toBe(reader.url + paths.get(`hostile ${index}`));
    expect(context.pages()).toHaveLength(1);
    expect(takeTroubles().filter((trouble) => /dialog|script failed/.test(trouble))).toEqual([]);
    expect(reached).toEqual([]);
    await context.close();
  });

  it('could do nothing even if its library ran what it says', async () => {
    const { page, context } = await open('diagram');
    const frame = await drawn(page);
    const attempts = {
      cookies: 'document.cookie',
      storage: 'localStorage.length',
      page: 'parent.document.title',
      reader: 'fetch("/-/home.json").then(() => "fetched")',
      elsewhere: `fetch("${originOf(elsewhere)}", { mode: 'no-cors' }).then(() => "fetched")`,
    };
    for (const [name, code] of Object.entries(attempts)) {
      expect([name, await frame?.evaluate(`(async () => ${code})().then(String, () => 'refused')`)]).toEqual([
        name,
        'refused',
      ]);
    }
    await frame?.evaluate(
      'document.body.append(Object.assign(document.createElement("script"), { text: "stolen = 1" }))',
    );
    expect(await frame?.evaluate('window.stolen')).toBeUndefined();
    expect(await frame?.evaluate(`window.open("${originOf(elsewhere)}")`)).toBeNull();
    const refusal = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('frame-src'),
    });
    await frame?.evaluate(`void (location.href = "${originOf(elsewhere)}")`).catch(() => undefined);
    await refusal;
    expect(reached).toEqual([]);
    await context.close();
  });

  it('is shown as its source where no package is installed that draws it', async () => {
    const plain = await startBrowser({
      store,
      clock: createSystemClock(),
      findDiagramLibrary: () => undefined,
    });
    const { page, context, takeTroubles } = await open('diagram', plain.url);
    expect(await page.locator('pre', { hasText: 'graph TD' }).isVisible()).toBe(true);
    expect(await page.locator('.diagram button').count()).toBe(0);
    expect(await page.locator('.diagram').textContent()).toBe(
      'Diagrams are shown as their source until the package mermaid is installed next to Satchel.',
    );
    expect(takeTroubles()).toEqual([]);
    const answer = await page.request.get(`${plain.url}/-/diagram`);
    expect(answer.status()).toBe(404);
    expect(await answer.text()).toContain('the package mermaid is not installed');
    await context.close();
    await plain.close();
  });

  it('is its source in a site, which says so', async () => {
    const directory = join(temporaryFolder(), 'site');
    await writeSite({
      store,
      place: { path: directory, isForced: false },
      clock: createSystemClock(),
      searchPath: '',
    });
    const page = await launched.browser?.newPage();
    await page?.goto(pathToFileURL(join(directory, `${paths.get('diagram')}`, 'index.html')).href);
    expect(await page?.locator('.diagram').textContent()).toBe(
      'Diagrams are shown as their source in sites; the reader draws them.',
    );
    expect(await page?.locator('.diagram button').count()).toBe(0);
    await page?.close();
  });

  it('is not shrunk beyond reading: a wide one is scrolled with keys', async () => {
    const { page, context, takeTroubles } = await open('wide');
    const frame = await drawn(page);
    const [seen = 0, all = 0, natural = 0] = ((await frame?.evaluate(
      '[document.querySelector("main")].flatMap((main) => [main.clientWidth, main.scrollWidth, main.querySelector("svg").viewBox.baseVal.width])',
    )) ?? []) as number[];
    expect(all).toBeGreaterThan(seen);
    expect(all).toBeGreaterThanOrEqual(Math.floor(natural * 0.4));
    expect(await frame?.locator('main').getAttribute('tabindex')).toBe('0');
    expect(takeTroubles()).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await context.close();
  });

  it.each(['sequence', 'pie'] as const)('fits a phone (%s)', async (name) => {
    const { page, context } = await open(name, reader.url, { viewport: { width: 360, height: 740 } });
    const frame = await drawn(page);
    const [seen, all] = ((await frame?.evaluate(
      '[document.querySelector("main")].flatMap((main) => [main.clientWidth, main.scrollWidth])',
    )) ?? []) as number[];
    expect(all).toBe(seen);
    await context.close();
  });

  it.each([360, 1280])('has no dates of a Gantt chart that touch (%d)', async (width) => {
    const { page, context } = await open('gantt', reader.url, { viewport: { width, height: 740 } });
    const frame = await drawn(page);
    const ends = ((await frame?.evaluate(
      '[...document.querySelectorAll(".grid .tick text")].map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])',
    )) ?? []) as [number, number][];
    expect(ends.length).toBeGreaterThan(1);
    for (const [index, [left]] of ends.slice(1).entries()) {
      expect(left - (ends[index]?.[1] ?? 0)).toBeGreaterThan(5);
    }
    await context.close();
  });

  it.each(['light', 'dark'] as const)('has the colours of its legend (%s)', async (colorScheme) => {
    const { page, context } = await open('pie', reader.url, { colorScheme });
    const frame = await drawn(page);
    const [slices, legend] = ((await frame?.evaluate(
      '[".pieCircle", ".legend rect"].map((name) => [...document.querySelectorAll(name)].map((one) => { const { fill, opacity } = getComputedStyle(one); return [fill, opacity].join(" ") }).sort())',
    )) ?? []) as string[][];
    expect(new Set(slices).size).toBe(3);
    expect(slices).toEqual(legend);
    await context.close();
  });

  it.each(['light', 'dark'] as const)('has the contrast of the page (%s)', async (colorScheme) => {
    const { page, context } = await open('diagram', reader.url, { colorScheme });
    const frame = await drawn(page);
    const [ink = '', label = ''] = ((await frame?.evaluate(
      '[".nodeLabel", ".node rect"].map((name, at) => getComputedStyle(document.querySelector(name))[at === 0 ? "color" : "fill"])',
    )) ?? []) as string[];
    expect(contrastOf(ink, label)).toBeGreaterThan(7);
    await context.close();
  });
});

describe('a formula', () => {
  it('has a font whose brackets stretch, which other pages do not load', async () => {
    const { page, context, takeTroubles } = await open('plain');
    const loaded = () =>
      page.evaluate('document.fonts.ready.then(() => [...document.fonts].map(({ status }) => status))');
    expect(await loaded()).toEqual(['unloaded']);
    await page.goto(reader.url + paths.get('formula'));
    expect(await loaded()).toEqual(['loaded']);
    const heights = await page.evaluate(
      `['mo[fence]', 'mfrac', 'munderover', 'munderover > mo'].map((name) => document.querySelector(\`math \${name}\`).getBoundingClientRect().height)`,
    );
    const [bracket = 0, fraction = 0, sum = 0, sign = 0] = heights as number[];
    expect(bracket).toBeGreaterThan(0.9 * fraction);
    expect(sum).toBeGreaterThan(1.4 * sign); // Its limits are above and below it.
    expect(takeTroubles()).toEqual([]);
    await context.close();
  });
});
