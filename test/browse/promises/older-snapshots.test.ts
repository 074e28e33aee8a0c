import { copyFileSync, readdirSync, renameSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { crawlApp, createSampling } from '../support/crawl-app.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const ISSUE = '/yaryna-vitrolom/tidewatch/issues/3';

let app: OpenApp;

/** Restored stores are counted, and other processes restore theirs. */
const temporary = temporaryFolder();

beforeAll(async () => {
  vi.stubEnv('TMPDIR', temporary);
  app = await openApp({ isLater: true });
}, 300_000);

afterAll(() => void vi.unstubAllEnvs());

const restored = () => readdirSync(temporary).filter((name) => name.startsWith('satchel-snapshot-')).length;

it('names each snapshot by its time, because several may be of one day, and the one before it', async () => {
  const list = await app.page('/-/snapshots');
  expect(list).toMatch(/data-item-link>1 Jul 2026, 00:00 UTC<\/a> <span class="tag">newest/);
  expect(list).toContain('<option value="2" selected>1 Jul 2026, 00:00 UTC</option>');
  expect(list).toContain('<a href="/-/changes/1..2">');
  expect(list).toContain('The first snapshot');
  expect(await app.page('/-/changes/1..2')).toMatch(/ to <time[^>]*>1 Jul 2026, 00:00 UTC<\/time>/);
});

describe('a page as it was at an older snapshot', () => {
  it('shows what was there, and says so with a link to the newest one', async () => {
    const now = await app.page(ISSUE);
    const then = await app.page(`/-/at/1${ISSUE}`);
    expect(now).toContain('Said better.');
    expect(then).not.toContain('Said better.');
    expect(then.match(/id="issuecomment-\d+"/g)?.length).toBe(7);
    expect(then).not.toContain('It was deleted');
    expect(then).toContain('This is the older snapshot 1.');
    expect(then).toMatch(/Exported on \d+ \w+ \d{4}, \d\d:\d\d UTC/);
    expect(then).toContain(`<a href="${ISSUE}" data-newest>This page in the newest snapshot</a>`);
    expect(now).not.toContain('This is the older snapshot');
  });

  it('is selected by a date as well', async () => {
    const day = '2026-06-15';
    const then = await app.page(`/-/at/${day}${ISSUE}`);
    expect(then).toContain('This is the older snapshot 1.');
    expect(then).toContain(`href="/-/at/${day}/yaryna-vitrolom/tidewatch/issues"`);
    expect(await app.page(`/-/at/2001-01-01${ISSUE}`, 404)).toContain('the oldest snapshot is of');
    expect(await app.page(`/-/at/9${ISSUE}`, 404)).toContain('Cannot find snapshot &quot;9&quot;');
    expect(await app.page(`/-/at/now${ISSUE}`, 404)).toContain('Cannot find snapshot');
    expect(await app.page(`/-/at/2026-99-01${ISSUE}`, 404)).toContain('Cannot find snapshot');
  });

  it('redirects to pages about all snapshots, which know what was loaded later', async () => {
    for (const path of [
      '/-/snapshots',
      '/-/snapshots.json',
      '/-/since',
      '/-/captures/events',
      '/-/changes/1..2',
      '/-/changes?from=1&to=2',
    ]) {
      const response = await app.request(`/-/at/1${path}`);
      expect([response.status, response.headers.get('location')]).toEqual([302, path]);
    }
  });

  it('says of what it lacks that a later one may have it', async () => {
    const missing = await app.page('/-/at/1/somebody/else/issues/7', 404);
    expect(missing).toContain(
      '<a href="/somebody/else/issues/7" data-newest>Look in the newest snapshot</a>',
    );
    expect(missing).not.toContain('no loaded archive');
  });

  it('redirects from the newest snapshot to the page itself', async () => {
    const response = await app.request(`/-/at/2${ISSUE}?x=1`);
    expect([response.status, response.headers.get('location')]).toEqual([302, `${ISSUE}?x=1`]);
  });

  it('links to pages of the same snapshot in redirects, searches and data formats', async () => {
    const moved = await app.request('/-/at/1/yaryna-vitrolom/tidewatch/issues/9');
    expect(moved.headers.get('location')).toBe('/-/at/1/yaryna-vitrolom/tidewatch/pull/9');
    const found = await app.page('/-/at/1/-/search?q=sensor');
    expect(found).toContain('action="/-/at/1/-/search"');
    expect(found).toMatch(/href="\/-\/at\/1\/yaryna-vitrolom\/tidewatch\/issues\/\d+/);
    const facts = await app.request(`/-/at/1${ISSUE}.json`);
    expect(await facts.text()).not.toContain('Said better.');
    expect((await app.request('/-/at/1/yaryna-vitrolom/tidewatch/raw/main/LICENSE')).status).toBe(200);
  });

  it('stays in the snapshot in the address of the data that was asked for', async () => {
    const list = '/yaryna-vitrolom/tidewatch/issues';
    const data = await app.request(`/-/at/1${list}`, { headers: { accept: 'text/markdown' } });
    expect(data.headers.get('content-location')).toBe(`/-/at/1${list}.md`);
  });

  it('has no broken links', async () => {
    const isChosen = createSampling(IS_LONG ? 4_000 : 1);
    const { asked, broken } = await crawlApp(
      async (path) => await app.request(path),
      ['/-/at/1/'],
      (path) =>
        path.startsWith('/-/at/1/') &&
        !path.includes('?') &&
        /issues|pull\/|milestones|^\/-\/at\/1\/[^/]*$/.test(path) &&
        isChosen(path),
    );
    expect(broken).toEqual([]);
    expect(asked.size).toBeGreaterThan(10);
  }, 300_000);

  it('is restored once, and removed when the reader closes', async () => {
    const other = await openApp({ isLater: true });
    const before = restored();
    await Promise.all([1, 2, 3].map(() => other.page(`/-/at/1${ISSUE}`)));
    expect(restored()).toBe(before + 1);
    await other.close();
    expect(restored()).toBe(before);
  });

  it('is restored although a load replaces the store meanwhile', async () => {
    const other = await openApp({ isLater: true });
    const asked = other.page(`/-/at/1${ISSUE}`);
    copyFileSync(other.store, `${other.store}.new`);
    renameSync(`${other.store}.new`, other.store);
    await other.page('/');
    expect(await asked).toContain('This is the older snapshot 1.');
  });

  it('can be reached from the lists of snapshots and of versions', async () => {
    expect(await app.page('/-/snapshots')).toContain('href="/-/at/1/"');
    const url = `https://service.example${ISSUE}`;
    expect(await app.page(`/-/history?url=${encodeURIComponent(url)}`)).toContain(`href="/-/at/1${ISSUE}"`);
  });
});
