import { expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { useReader } from './support/use-reader.ts';

const REPO = '/yaryna-vitrolom/tidewatch';
const FILES = '/yaryna-vitrolom/tidewatch/pull/9/files';

const reader = useReader({ isLater: true });
const { newPage } = reader;

it('keeps in the browser which files were viewed, and folds them', async () => {
  const page = await newPage();
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
  const page = await newPage({ javaScriptEnabled });
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
  const page = await newPage({ viewport: { width: 1_200, height: 400 } });
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
    const page = await newPage({ javaScriptEnabled });
    await page.goto(reader.url);
    await page.getByRole('link', { name: 'Since you last looked' }).click();
    await page.getByText('This browser shows changes for the first time').waitFor();
    expect(await page.locator('h2').first().textContent()).toBe('Something deleted');
    await page.reload();
    await page.getByText(/^Nothing new since/).waitFor();
    await page.close();
  },
);

it('covers no lines and cuts nothing off at the width of a phone', async () => {
  const page = await newPage({ viewport: { width: 360, height: 640 } });
  await page.goto(reader.url + FILES);
  const measured = await page.evaluate(`(() => {
    const bar = document.querySelector('.diff-bar');
    scrollTo(0, document.querySelector('.lines').getBoundingClientRect().top + scrollY + 40);
    const stuck = [...document.querySelectorAll('.diff-bar, .file-head, .file-ways')].filter(
      (one) => getComputedStyle(one).position === 'sticky',
    );
    return [stuck.length, bar.scrollWidth - bar.clientWidth, document.documentElement.scrollWidth];
  })()`);
  expect(measured).toEqual([0, 0, 360]);
  await page.close();
});

it('has bars of charts within the width of a phone', async () => {
  const page = await newPage({ viewport: { width: 360, height: 640 } });
  await page.goto(`${reader.url}/-/activity`);
  const [count = 0, beyond, smallest = 0] = (await page.evaluate(`(() => {
    const parts = [...document.querySelectorAll('.bars>li>*, .bars rect')];
    const ends = parts.map((part) => part.getBoundingClientRect().right);
    const sizes = [...document.querySelectorAll('.bars a')].map((name) => name.getBoundingClientRect().height);
    return [parts.length, ends.filter((end) => end > 360).length, Math.min(...sizes)];
  })()`)) as number[];
  expect(count).toBeGreaterThan(10);
  expect(beyond).toBe(0);
  expect(smallest).toBeGreaterThan(11);
  await page.close();
});

/** Runs in the page. Returns how many parts of charts say their numbers where one points at them, and how many lie below others. */
const POINTED = `(() => {
  const parts = [...document.querySelectorAll('.chart-at>path, .bars rect, .year a>path')];
  const hidden = parts.filter((part) => {
    part.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = part.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    const title = found?.querySelector('title') ?? found?.closest('a')?.querySelector('title');
    return !/\\d/.test(title?.textContent ?? '');
  });
  return [parts.length, hidden.length];
})()`;

it.each([360, 1_280])('says the numbers of charts where one points, %i px wide', async (width) => {
  const page = await newPage({ viewport: { width, height: 800 } });
  await page.goto(`${reader.url}/-/activity`);
  const [inCharts = 0, hiddenInCharts] = (await page.evaluate(POINTED)) as number[];
  await page.locator('#contributors .bars a').first().click();
  const [days = 0, hiddenDays] = (await page.evaluate(POINTED)) as number[];
  expect([inCharts > 10, hiddenInCharts, days > 3, hiddenDays]).toEqual([true, 0, true, 0]);
  await page.close();
});

it.each([true, false])('speaks of pointing at charts only where one can (touch: %s)', async (isMobile) => {
  const page = await newPage({ viewport: { width: 1_280, height: 800 }, isMobile, hasTouch: isMobile });
  await page.goto(`${reader.url}/-/activity`);
  const words = page.getByText('appear where you point at it');
  expect([await words.count(), await words.isVisible()]).toEqual([1, !isMobile]);
  await page.close();
});

type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom' | 'width', number>>;

it('shows on a phone first what is known of a person, then the whole year', async () => {
  const page = await newPage({ viewport: { width: 360, height: 640 } });
  await page.goto(`${reader.url}/-/activity`);
  await page.locator('#contributors .bars a').first().click();
  const [facts, year, width] = (await page.evaluate(`(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
    return [box('.values'), box('.scroll:has(.year)'), document.documentElement.scrollWidth];
  })()`)) as [Box, Box, number];
  expect(facts.bottom).toBeLessThan(year.top);
  expect([year.left >= 0, year.right <= 360, year.width > 300, width]).toEqual([true, true, true, 360]);
  await page.close();
});

it('runs the statement in the editor with Ctrl and Enter', async () => {
  const page = await newPage();
  await page.goto(`${reader.url}/-/sql`);
  await page.locator('#sql').fill('SELECT 6 * 7 AS answer');
  await page.locator('#sql').press('Control+Enter');
  await page.locator('td', { hasText: '42' }).waitFor();
  await page.goto(`${reader.url}/-/sql?saved=busiest-reviewers`);
  expect(await axeViolations(page)).toEqual([]);
  await page.close();
});

it('shows the columns of a table beside a statement that is being written', async () => {
  const page = await newPage();
  await page.goto(`${reader.url}/-/sql`);
  await page.locator('#sql').fill('SELECT ');
  await page.locator('summary', { hasText: 'pull_request_reviews' }).click();
  await page.getByText(/submitted_at/).waitFor();
  expect(await page.locator('#sql').inputValue()).toBe('SELECT ');
  expect(await axeViolations(page)).toEqual([]);
  await page.close();
});

it.each(['/-/search?q=tidewatch', '/-/integrity', '/-/changes/1..2', '/-/snapshots'])(
  'cuts nothing off at the width of a phone: %s',
  async (path) => {
    const page = await newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(reader.url + path);
    const cut = await page.evaluate(`[
      document.documentElement.scrollWidth - 360,
      ...[...document.querySelectorAll('.scroll, .found-lines')].map((one) => one.scrollWidth - one.clientWidth),
    ].filter((pixels) => pixels > 0)`);
    expect(cut).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await page.close();
  },
);

it('frames a file with what there is to do with it, in a narrow window', async () => {
  const page = await newPage({ viewport: { width: 360, height: 700 } });
  await page.goto(reader.url + FILES);
  const widths = await page.evaluate(
    `['.file-box', '.file-box > .file'].map((one) => getComputedStyle(document.querySelector(one)).borderTopWidth)`,
  );
  expect(widths).toEqual(['1px', '0px']);
  expect(await axeViolations(page)).toEqual([]);
  await page.close();
});

it('shows three lines of a long text in an answer, and all of it when it is opened', async () => {
  const page = await newPage({ viewport: { width: 360, height: 740 } });
  const sql = "SELECT replace(hex(zeroblob(400)), '00', 'word ') AS body, 'x' AS y, hex(zeroblob(200)) AS z";
  await page.goto(`${reader.url}/-/sql?${new URLSearchParams({ q: sql })}`);
  const height = () =>
    page.evaluate(`document.querySelector('tbody td').getBoundingClientRect().height`) as Promise<number>;
  expect(await height()).toBeLessThan(90);
  await page.locator('.clip > summary').first().click();
  expect(await height()).toBeGreaterThan(200);
  expect(await axeViolations(page)).toEqual([]);
  await page.close();
});

const issuesPath = `/-/sql?${new URLSearchParams({ q: 'SELECT * FROM issues' })}`;

it('gives each row of many columns one or two lines', async () => {
  const page = await newPage({ viewport: { width: 1_280, height: 640 } });
  await page.goto(reader.url + issuesPath);
  const heights = (await page.evaluate(
    `[...document.querySelectorAll('tbody tr')].map((one) => one.offsetHeight)`,
  )) as readonly number[];
  expect(Math.max(...heights)).toBeLessThan(60);
  const clipped = page.locator('.clip > summary', { hasText: /.{40}/ }).first();
  await clipped.click();
  expect(
    await clipped.evaluate((one) => [one.scrollWidth <= one.clientWidth, one.clientHeight > 40]),
  ).toEqual([true, true]);
  expect(await axeViolations(page)).toEqual([]);
  await page.close();
});

it('shows each row of texts as a block at the width of a phone, whose other fields open', async () => {
  const page = await newPage({ viewport: { width: 360, height: 740 } });
  await page.goto(reader.url + issuesPath);
  const inner = page.locator('tbody tr:first-child [data-name=digest]');
  expect(await inner.isVisible()).toBe(false);
  const [height, ...wide] = (await page.evaluate(`[
    Math.max(...[...document.querySelectorAll('tbody tr')].map((one) => one.offsetHeight)),
    ...[document.documentElement, ...document.querySelectorAll('.answer, .answer td')].map((one) => one.scrollWidth - one.clientWidth),
  ]`)) as readonly number[];
  expect([(height ?? 999) < 140, Math.max(...wide)]).toEqual([true, 0]);
  await page.locator('tbody tr:first-child summary', { hasText: / more$/ }).click();
  expect(await inner.isVisible()).toBe(true);
  await page.locator('summary', { hasText: 'Sort by' }).click();
  await page.locator('.sorts a', { hasText: 'title' }).click();
  await page.locator('summary', { hasText: 'Sort by title ↑' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.close();
});

it('moves wide answers in one direction, with the title in sight, and no part of its name without the others', async () => {
  const page = await newPage({ viewport: { width: 1_280, height: 900 } });
  await page.goto(reader.url + issuesPath);
  const found = await page.evaluate(`(() => {
    const box = document.querySelector('.answer');
    box.scrollLeft = 5_000;
    const left = box.getBoundingClientRect().left;
    const stuck = [...document.querySelectorAll('tbody tr:first-child .stuck')].map((one) => one.getBoundingClientRect().left - left);
    return [box.scrollLeft > 0, box.scrollHeight - box.clientHeight, ...stuck];
  })()`);
  expect(found).toEqual([true, 0, 0]);
  expect(await axeViolations(page)).toEqual([]);
  await page.close();
});

it.each([
  ['SELECT number, repo, author AS anameofacolumnthatislongerthanthewindow FROM issues', [0, 0]],
  [
    "SELECT 'one' AS first_name, 1 AS first_long_column, 2 AS second_long_column, 3 AS third_long_column, 4 AS fourth_long_column, 5 AS fifth_column",
    [1, 0],
  ],
])('scrolls an answer in one direction at most at the width of a phone: %s', async (sql, expected) => {
  const page = await newPage({ viewport: { width: 360, height: 740 } });
  await page.goto(`${reader.url}/-/sql?${new URLSearchParams({ q: sql })}`);
  const over = await page.evaluate(`(() => {
    const box = document.querySelector('.answer');
    return [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight].map(Math.sign);
  })()`);
  expect(over).toEqual(expected);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await page.close();
});

it.each([true, false])(
  'asks for a value in its field, which Ctrl and Enter send (with scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await newPage({ javaScriptEnabled, viewport: { width: 360, height: 640 } });
    await page.goto(`${reader.url}/-/sql?saved=busiest-reviewers`);
    const field = page.getByLabel(':rows');
    const run = await page.getByRole('button', { name: 'Run' }).boundingBox();
    expect((run?.y ?? 640) + (run?.height ?? 0)).toBeLessThan(640);
    await field.fill('abc');
    await field.press(javaScriptEnabled ? 'Control+Enter' : 'Enter');
    await page.getByText(':rows must be a whole number such as 20, not "abc".').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('p_rows');
    expect(javaScriptEnabled ? await axeViolations(page) : []).toEqual([]);
    await page.locator('summary', { hasText: 'The statement' }).click();
    expect(await page.locator('#sql').evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
    await page.close();
  },
);

it('runs an edited example under an address of its own', async () => {
  const page = await newPage();
  await page.goto(`${reader.url}/-/sql?saved=busiest-reviewers`);
  await page.locator('summary', { hasText: 'The statement' }).click();
  await page.locator('#sql').fill('SELECT 6 * 7 AS answer');
  await page.locator('#sql').press('Control+Enter');
  await page.locator('td', { hasText: '42' }).waitFor();
  expect([...new URL(page.url()).searchParams.keys()]).toEqual(['q']);
  await page.close();
});

it('shows date, message and author of blamed lines above them at the width of a phone', async () => {
  const page = await newPage({ viewport: { width: 360, height: 740 } });
  await page.goto(`${reader.url}${REPO}/blame/HEAD/README.md`);
  const [name, date, subject, line, width] = (await page.evaluate(`(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
    return [
      ...['.blame .since :is(.name, .who)', '.blame .since time', '.blame .since a[title]', '#L1 .c'].map(box),
      document.documentElement.scrollWidth,
    ];
  })()`)) as [Box, Box, Box, Box, number];
  for (const part of [name, date, subject]) {
    expect([part.width > 20, part.right <= 360, part.bottom <= line.top + 1]).toEqual([true, true, true]);
  }
  expect(width).toBe(360);
  expect(await axeViolations(page)).toEqual([]);
  await page.close();
});

it.each(['/-/search?q=tidewatch', `${REPO}/issues?q=is:closed`, '/-/people/yaryna-vitrolom'])(
  'folds what refines a list above it at the width of a phone: %s',
  async (path) => {
    const page = await newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(reader.url + path);
    const [fold, rows] = (await page.evaluate(
      `['details.refine > summary', '.rows'].map((one) => document.querySelector(one).getBoundingClientRect().toJSON())`,
    )) as [Box, Box];
    expect([fold.width > 0, fold.bottom <= rows.top]).toEqual([true, true]);
    expect(await page.locator('aside .facets').first().isVisible()).toBe(false);
    await page.locator('details.refine > summary').click();
    expect(await page.locator('details.refine .facets a').first().isVisible()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1_280, height: 740 });
    expect(await page.locator('aside .facets').first().isVisible()).toBe(true);
    expect(await page.locator('details.refine').isVisible()).toBe(false);
    await page.close();
  },
);
