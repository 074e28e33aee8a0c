import SqliteDatabase from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/yaryna-vitrolom/tidewatch';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
}, 300_000);

it('has commits below their days, once each, with the time of day', async () => {
  const page = await app.page(`${REPO}/commits`);
  const days = [...page.matchAll(/<section class="day"><h2>(\d+ \w+ \d{4})<\/h2>/g)].map(([, day]) => day);
  expect(days.length).toBeGreaterThan(1);
  expect(new Set(days).size).toBe(days.length);
  expect(page).toMatch(
    /<bdi>[^<]+<\/bdi><\/(?:a|span)> committed at <time datetime="[^"]+" title="[^"]+">\d\d:\d\d UTC<\/time>/,
  );
});

it('has times as parts of sentences about events', async () => {
  const page = await app.page(`${REPO}/issues/12`);
  const ends = [
    ...page.matchAll(
      /<div class="happened" id.*?<\/div> <div>.*? (on|at) <time[^>]*>[^<]+<\/time><\/div><\/div>/gs,
    ),
  ];
  expect(ends.length).toBeGreaterThan(1);
  expect(page.match(/class="happened" id/g)).toHaveLength(ends.length);
});

it('has no time of day below a time that is days ago', async () => {
  const last = [...(await app.page(`${REPO}/issues/12`)).matchAll(/<time datetime="([^"]+)"/g)].at(-1)?.[1];
  const now = Date.parse(last ?? '') + 3 * 86_400_000;
  const recent = await openApp({ clock: { ...createSystemClock(), now: () => now } });
  const page = await recent.page(`${REPO}/issues/12`);
  expect(page).toContain('>3 days ago</time></div></div>');
  expect(page).not.toMatch(/>3 days ago<\/time>(?:(?!days ago).)* at <time/s);
});

it('counts published releases, with drafts beside them, and shows whole digests', async () => {
  const db = new SqliteDatabase(app.store);
  const repo = REPO.slice(1);
  const { all, drafts } = db
    .prepare('SELECT count(*) AS "all", sum(state = \'draft\') AS drafts FROM releases WHERE repo = ?')
    .get(repo) as { readonly all: number; readonly drafts: number };
  db.close();
  expect(drafts).toBe(1);
  const page = await app.page(`${REPO}/releases`);
  expect(page).toContain(`All releases</a> <span class="count">${all - 1}, 1 draft</span>`);
  expect(page).toMatch(new RegExp(`Releases <span class="count">${all - 1}</span>`));
  expect(await app.page(REPO)).toMatch(new RegExp(`>releases</a><span class="count">${all - 1}<`));
  expect(page).toMatch(/<summary>SHA-256<\/summary><code>[0-9a-f]{64}<\/code>/);
});

it('shows releases with their notes and the sizes of their files', async () => {
  const page = await app.page(`${REPO}/releases`);
  const json: { releases: readonly { readonly body: string; readonly assets: readonly object[] }[] } =
    JSON.parse(await app.page(`${REPO}/releases.json`));
  expect(page.match(/<article class="release"/g)).toHaveLength(json.releases.length);
  expect(json.releases.some(({ body }) => body !== '')).toBe(true);
  expect(page).toContain('<div class="prose" dir="auto">');
  expect(page).toMatch(
    /<a href="[^"]+\/releases\/download\/[^"]+" download>[^<]+<\/a>.*?<span class="number">\d+ B<\/span>/s,
  );
});
