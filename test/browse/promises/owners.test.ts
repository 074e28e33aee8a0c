import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { batchOf } from '../../store/support/archive-text.ts';
import { writeStore } from '../../store/support/write-store.ts';
import { crawlApp, createSampling } from '../support/crawl-app.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const OWN = 'northquay-works';
const OTHER = 'yaryna-vitrolom';
const OF_OWN = `/-/owners/${OWN}`;
const OF_OTHER = `/-/owners/${OTHER}`;

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ isLater: true });
}, 300_000);

const json = async (path: string) => JSON.parse(await (await app.request(path)).text());

/** The addresses of the switch by name, and the marked choice. */
function switchIn(page: string) {
  const part = /<details class="ref-choice owners" data-control>.*?<\/details>/s.exec(page)?.[0] ?? '';
  const links = [...part.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, name]) => [
    name,
    href,
  ]);
  return {
    links: Object.fromEntries(links),
    chosen: /aria-current="true">([^<]*)</.exec(part)?.[1],
    summary: /<bdi>([^<]*)<\/bdi>/.exec(part)?.[1],
  };
}

describe('the choice of an owner', () => {
  it('leads to the same page for each owner, and back', async () => {
    const path = '/-/search?q=is%3Aopen';
    const all = switchIn(await app.page(path));
    expect(all).toEqual({
      links: { all: path, [OWN]: `${OF_OWN}${path}`, [OTHER]: `${OF_OTHER}${path}` },
      chosen: 'all',
      summary: 'all',
    });
    const own = switchIn(await app.page(`${OF_OWN}${path}`));
    expect(own).toEqual({ links: all.links, chosen: OWN, summary: OWN });
  });

  it('leads to the home page from what belongs to another owner', async () => {
    const { links } = switchIn(await app.page(`${OF_OWN}/${OWN}/ferrylight/issues`));
    expect(links).toEqual({
      all: `/${OWN}/ferrylight/issues`,
      [OWN]: `${OF_OWN}/${OWN}/ferrylight/issues`,
      [OTHER]: `${OF_OTHER}/`,
    });
  });

  it('does not hold for a repository of another owner, which has its own address', async () => {
    for (const path of [
      `/${OTHER}/tidewatch`,
      `/${OTHER}/tidewatch.json`,
      `/${OTHER}/tidewatch/issues?q=is%3Aopen`,
    ]) {
      const moved = await app.request(OF_OWN + path);
      expect([moved.status, moved.headers.get('location')]).toEqual([302, path]);
    }
    const older = await app.request(`/-/at/1${OF_OWN}/${OTHER}/tidewatch/issues`);
    expect(older.headers.get('location')).toBe(`/-/at/1/${OTHER}/tidewatch/issues`);
    expect((await app.request(`/-/owners/nobody/${OTHER}/tidewatch`)).status).toBe(404);
  });

  it('is part of each link, form and redirect', async () => {
    const page = await app.page(`${OF_OWN}/`);
    expect(page).toContain(`action="${OF_OWN}/-/search"`);
    expect(page).toContain(`data-suggest="${OF_OWN}/-/suggest"`);
    const outside = page
      .replace(/<details class="ref-choice owners" data-control>.*?<\/details>/s, '')
      .match(/\s(?:href|action)="\/(?!-\/(?:assets|api|owners)\/)[^"]*"/g);
    expect(outside).toBeNull();
    const moved = await app.request(`${OF_OTHER}/${OTHER}/tidewatch/issues/9`);
    expect(moved.headers.get('location')).toBe(`${OF_OTHER}/${OTHER}/tidewatch/pull/9`);
  });

  it('accepts another case and several owners, and no unknown one', async () => {
    expect(switchIn(await app.page('/-/owners/Northquay-Works/')).chosen).toBe(OWN);
    const both = await json(`/-/owners/${OWN},${OTHER}/-/home.json`);
    expect(both.repository_count).toBe((await json('/-/home.json')).repository_count);
    expect(await app.page('/-/owners/nobody/', 404)).toContain(
      `Cannot find the account &quot;nobody&quot;: the store has repositories of ${OWN}, ${OTHER}`,
    );
  });

  it('begins at the page of the owner, which has members, teams and what happened', async () => {
    const page = await app.page(`${OF_OWN}/`);
    expect(page).toMatch(/<title>[^<]+ · Satchel<\/title>/);
    expect(page).toMatch(/<a href="[^"]+\/orgs\/northquay-works\/people">\d+ members<\/a>/);
    expect(page).toMatch(/<a href="[^"]+\/orgs\/northquay-works\/teams">\d+ teams<\/a>/);
    expect(page).toContain('<h2>Recently opened or published</h2>');
    expect(switchIn(page).links['all']).toBe('/');
  });

  it('comes after the snapshot in addresses', async () => {
    const moved = await app.request(`${OF_OWN}/-/at/1/-/search?q=is%3Aopen`);
    const path = `/-/at/1${OF_OWN}/-/search?q=is%3Aopen`;
    expect([moved.status, moved.headers.get('location')]).toEqual([302, path]);
    const page = await app.page(path);
    expect(switchIn(page).links).toEqual({
      all: '/-/at/1/-/search?q=is%3Aopen',
      [OWN]: path,
      [OTHER]: `/-/at/1${OF_OTHER}/-/search?q=is%3Aopen`,
    });
    expect(page).toContain(`href="${OF_OWN}/-/search?q=is%3Aopen" data-newest`);
    expect(page).toContain(`href="/-/at/1${OF_OWN}/-/people"`);
  });

  it('is not offered by a store of one owner', async () => {
    const store = join(temporaryFolder(), 'one.db');
    const url = 'https://service.example/acme/app';
    await writeStore(store, [
      batchOf('repository', [
        { type: 'repository', url, owner: 'https://service.example/acme', name: 'app' },
      ]),
    ]);
    const { app: one, close } = createBrowseApp({ store, clock: createSystemClock() });
    const page = await (await one.request('/')).text();
    await close();
    expect(page).toContain('acme/');
    expect(page).not.toContain('owners');
  });

  it('leaves no link broken', async () => {
    const isChosen = createSampling(IS_LONG ? 4_000 : 1);
    const { asked, broken } = await crawlApp(
      async (path) => await app.request(path),
      [`${OF_OWN}/`],
      (path) =>
        path.startsWith(`${OF_OWN}/`) &&
        !path.includes('?') &&
        !/\/(?:blame|commit|tree|blob)/.test(path) &&
        isChosen(path),
    );
    expect(broken).toEqual([]);
    expect(asked.size).toBeGreaterThan(20);
  }, 300_000);
});

describe('a page of one owner', () => {
  it.each([
    ['home', '/-/home.json', 'repositories'],
    ['search', '/-/search.json?q=is%3Aopen', 'results'],
    ['search for words', '/-/search.json?q=first', 'results'],
    ['on this day', '/-/on-this-day.json?day=01-17', 'events'],
    ['changes', '/-/changes/1..2.json', 'subjects'],
    ['writings', '/-/people/marrowick-marisol.json', 'writings'],
  ])('%s shows only their repositories', async (_, path, list) => {
    const [all, own, other] = [await json(path), await json(OF_OWN + path), await json(OF_OTHER + path)];
    const reposOf = (facts: Record<string, readonly { readonly repo?: string }[]>) =>
      new Set(facts[list]?.map(({ repo = '' }) => repo.split('/')[0]));
    expect([...reposOf(own)].filter((owner) => owner !== OWN)).toEqual([]);
    expect([...reposOf(other)].filter((owner) => owner !== OTHER)).toEqual([]);
    expect(other[list].length).toBeGreaterThan(0);
    expect(other[list].length + own[list].length).toBeLessThanOrEqual(all[list].length);
  });

  it('counts only their hits, and suggests only their titles', async () => {
    const counts = async (prefix: string) => (await json(`${prefix}/-/search.json?q=is%3Aopen`)).counts;
    const [all, own, other] = [await counts(''), await counts(OF_OWN), await counts(OF_OTHER)];
    expect(own.total + other.total).toBe(all.total);
    const { results } = await json(`${OF_OWN}/-/suggest?q=t`);
    expect(JSON.stringify(results)).not.toContain('tidewatch');
    expect(results.length).toBeGreaterThan(0);
  });

  it('shows the people who took part there', async () => {
    const loginsOf = async (prefix: string) =>
      (await json(`${prefix}/-/people.json`)).accounts.map(({ login }: { readonly login: string }) => login);
    const [all, own, other] = [await loginsOf(''), await loginsOf(OF_OWN), await loginsOf(OF_OTHER)];
    expect(new Set([...own, ...other])).toEqual(new Set(all));
    expect(own.length).toBeLessThan(all.length);
    expect(own).toContain(OWN);
    expect(other).not.toContain(OWN);
  });

  it('draws the charts of their repositories', async () => {
    const own = await json(`${OF_OWN}/-/activity.json`);
    expect(own.pictures).toEqual((await json(`/-/activity/owners/${OWN}.json`)).pictures);
    expect(own.pictures).not.toEqual((await json('/-/activity.json')).pictures);
  });

  it('says where it covers the whole store', async () => {
    const note = 'This page covers all owners.';
    for (const path of ['/-/sql', '/-/snapshots', '/-/integrity']) {
      expect(await app.page(`${OF_OWN}${path}`)).toContain(note);
      expect(await app.page(path)).not.toContain(note);
    }
    expect(await app.page(`${OF_OWN}/`)).not.toContain(note);
  });
});
