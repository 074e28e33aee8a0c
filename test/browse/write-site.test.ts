import { existsSync } from 'node:fs';
import { readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { createSystemClock, nextTurn } from '../../src/base/clock.ts';
import type { IndexList } from '../../src/browse/site/engine/index-format.ts';
import { searchSite } from '../../src/browse/site/engine/search-site.ts';
import { planSite, writeSite } from '../../src/browse/write-site.ts';
import { runSatchel } from '../../src/cli/program.ts';
import { openStore } from '../../src/store/store.ts';
import { createRecordedContext } from '../cli/support/recorded-context.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { IS_LONG } from '../house/long-run.ts';
import { brokenLinksOf, deadControlsOf } from './support/check-site.ts';
import { addRepository, change, type OpenApp, openApp } from './support/open-app.ts';

let app: OpenApp;
let directory: string;
let report: Awaited<ReturnType<typeof writeSite>>;

/** The site of a store that another process moves away meanwhile. */
beforeAll(async () => {
  app = await openApp({ isLater: true, edit });
  directory = join(app.store, '..', 'moved');
  let moving: Promise<void> | undefined;
  report = await writeSite({
    store: app.store,
    place: { path: directory, isForced: false },
    ...AS_SHORTLY_AFTER,
    onPage: () => {
      moving ??= rename(app.store, `${app.store}.aside`);
    },
  });
  await moving;
}, 180_000);

/** An hour after the snapshot, which the sample's newest records are some weeks older than. */
const SHORTLY_AFTER_MS = Date.parse('2026-07-01T01:00:00Z');

const AS_SHORTLY_AFTER = {
  clock: { ...createSystemClock(), now: () => SHORTLY_AFTER_MS },
  searchPath: process.env['PATH'] ?? '',
};

/** The owner of a third of the sample, for sites whose size does not matter. */
const OWNER = 'northquay-works';

const REPO = 'yaryna-vitrolom/tidewatch';
const HOME = `https://service.example/${REPO}`;
const LOST_COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** Adds a repository whose name ends like a data format, and links to what the archive lacks. */
async function edit(folder: string): Promise<void> {
  await addRepository(folder, 'notes.json');
  const body = `[file](docs/lost.md#part) [kept file](README.md) [lines](${HOME}/blob/main/README.md?plain=1#L2) [tag](${HOME}/releases/tag/lost) ${LOST_COMMIT} [page](${HOME}/wiki/Lost) [kept](${HOME}/issues/3) [list](${HOME}/issues) [home](${HOME})`;
  await change(folder, 'issues_', (issues) =>
    issues.map((issue) => (issue.url === `${HOME}/issues/1` ? { ...issue, body } : issue)),
  );
}

it('writes one state of the store, also if another process moves it away meanwhile', () => {
  expect(existsSync(app.store)).toBe(false);
  expect(report).toMatchObject({ failed: 0 });
  expect(report.pages).toBeGreaterThan(100);
});

it('links only to its own files, has the closed issues, and can be read by a web server', async () => {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect((await brokenLinksOf(directory)).slice(0, 10)).toEqual([]);
  const issue = join('yaryna-vitrolom', 'tidewatch', 'issues', '1', 'index.html'); // A closed one.
  expect(files).toContain(join(directory, issue));
  expect((await stat(join(directory, issue))).mode & 0o777).toBe(0o644);
  expect(files).toContain(join(directory, 'yaryna-vitrolom', 'notes.json', 'index.html'));
  expect((await stat(join(directory, 'yaryna-vitrolom'))).mode & 0o777).toBe(0o755);
});

it('has no control that does nothing, and dates in place of ages', async () => {
  expect((await deadControlsOf(directory)).slice(0, 20)).toEqual([]);
  const pages = [...(await filesIn(directory)).entries()].filter(([name]) => name.endsWith('.html'));
  const lists = pages.filter(([, html]) => html.includes('class="states"')).length;
  expect(lists).toBeGreaterThan(10); // By state, and by label.
});

it('has pages of milestones, days of a year that lead to their months, and knows organizations from people', async () => {
  const files = await filesIn(directory);
  const lists = [...files].filter(([name]) => /milestones.[\w-]+[.]html$/.test(name));
  expect(lists.length).toBeGreaterThan(1);
  const list = lists.map(([, html]) => html).join('');
  const numbers = [...list.matchAll(/<a class="title" href="(\d+)\/index\.html"/g)].map(
    ([, one = '']) => one,
  );
  expect(numbers.length).toBeGreaterThan(0);
  const milestones = numbers.map((one) => files.get(join(REPO, 'milestones', one, 'index.html')) ?? '');
  expect(milestones.filter((html) => /<meter .*<h2 class="own-words">/s.test(html)).length).toBeGreaterThan(
    0,
  );
  const titles = [...files].find(([name]) => name.endsWith('titles.js'))?.[1] ?? '';
  expect(titles).toMatch(/"Organization"[\],].*"Person"[\],]/s);
  expect(titles).toMatch(/"Milestone"[\],]/);
  const years = [...files.values()].filter((html) => html.includes('<svg class="year"'));
  expect(years.length).toBeGreaterThan(0);
  for (const html of years) {
    const [drawn = ''] = /<svg class="year".*?<\/svg>/s.exec(html) ?? [];
    expect(drawn).toMatch(/<a href="[^"]+" tabindex="-1"><path/);
    expect(drawn).not.toContain('<span');
  }
});

it('has a page of searches whose examples all find something, and one page of a draft', async () => {
  const files = await filesIn(directory);
  const [, page = ''] = [...files].find(([, html]) => html.includes('id="site-results"')) ?? [];
  const examples = [...page.matchAll(/<tr data-example="(.*?)"><td><code>(.*?)<\/code>/g)].map(
    ([, name = '', example = '']) => ({ name, query: example.replaceAll('&quot;', '"') }),
  );
  expect(examples.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'is',
      'type',
      'author',
      'assignee',
      'label',
      'milestone',
      'repo',
      'in',
      'created',
    ]),
  );
  const search = async (query: string) =>
    await searchSite({
      ...{ list: partOf(files, 'index') as IndexList, query, origins: [], nowMs: SHORTLY_AFTER_MS },
      load: async (name) => partOf(files, name),
    });
  for (const { query } of examples) {
    expect([query, (await search(query)).pages.length]).not.toEqual([query, 0]);
  }
  const { hitsFrom } = await search('type:release');
  const { hits } = await hitsFrom(0, 1_000);
  expect(hits.length).toBeGreaterThan(0);
  expect(hits.filter(({ href }) => href.includes('/untagged-'))).toEqual([]);
  const [commit = ''] = [...files.keys()].flatMap(
    (name) => /\/commit\/(\w{40})\/index\.html$/.exec(name)?.[1] ?? [],
  );
  expect((await search(commit.slice(0, 12))).goTo).toContain(`/commit/${commit}/index.html`);
});

/** A part of the index of texts, whose files are scripts. */
function partOf(files: ReadonlyMap<string, string>, name: string): unknown {
  const script = files.get(join('-', 'texts', `${name}.js`));
  return script === undefined ? undefined : JSON.parse(script.replace(/^.*? = |;\n$/gs, ''));
}

it('has a help that names nothing of a server, and keys of pages that it has', async () => {
  const pages = [...(await filesIn(directory)).values()];
  const help = pages.find((html) => html.includes('<title>Help and keys')) ?? '';
  expect(help).toContain('The search box finds titles and texts');
  expect(help).not.toMatch(/\.json|whole address|this machine/);
  const keys = [...help.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, one = '']) =>
    one.replace(/<[^>]+>/g, '').trim(),
  );
  expect(keys).toEqual(expect.arrayContaining(['/', '?', 'g h', 'g u', 'g i', 'j', 'n']));
  expect(keys.filter((one) => /^(?:g [novfq]|[ftb])$/.test(one))).toEqual([]);
  const used = new Set(pages.flatMap((html) => html.match(/(?<=data-key=")g \w(?=")/g) ?? []));
  expect(keys.filter((one) => one.startsWith('g ') && !used.has(one))).toEqual([]);
});

it('has the branches and tags of a repository, and the files of its default branch', async () => {
  const files = await filesIn(directory);
  const overview = files.get(join(REPO, 'index.html')) ?? '';
  const [bar = ''] = /<div class="code-bar">.*?<\/div><\/details>.*?<\/div>/s.exec(overview) ?? [];
  expect(bar).not.toMatch(/service[.]example|<h2>|<ul>/);
  expect(bar).toContain('This site has the files of the default branch.');
  expect(bar).toMatch(/<a href="commits\/index[.]html">\d+ commits<\/a>/);
  for (const list of ['branches', 'tags']) {
    expect(bar).toContain(`<a href="${list}/index.html">`);
    expect(files.get(join(REPO, list, 'index.html'))).toMatch(/<a href="..\/commit\/\w{40}\/index[.]html"/);
  }
  const tags = files.get(join(REPO, 'tags', 'index.html')) ?? '';
  expect(tags).toMatch(/an arrow<.*leads to service[.]example[.]<\/p><ul class="commits refs">/);
  expect(tags).toMatch(/<a class="title" href="..\/releases\/tag\/[^"]+"/);
  expect(tags).not.toMatch(/class="title"[^>]*data-away/);
  expect(tags).toMatch(/<a class="small" [^>]*data-away="service.example">Files</);
  const releases = files.get(join(REPO, 'releases', 'index.html')) ?? '';
  expect(releases).toMatch(/tag <a href="..\/commit\/\w{40}\/index[.]html"><code>v/);
  expect(releases).not.toMatch(/tag <a [^>]*data-away/);
  const unmerged = [...files.values()].flatMap((html) => html.match(/<[^>]*>closed without merging</g) ?? []);
  expect(unmerged.length).toBeGreaterThan(0);
  expect(unmerged.filter((link) => !/^<a href="pulls\/[^"]+">/.test(link))).toEqual([]);
  expect(overview).toContain('it has no file finder, blame or ZIP files');
  const all = [...files].filter(([name]) => name.endsWith('.html'));
  const links = all.flatMap(
    ([, html]) => html.match(/<a [^>]*service[.]example\/[^"]*\/(?:tree|compare)\/[^>]*>/g) ?? [],
  );
  expect(links.filter((link) => !link.includes('data-away') && !/ext|noopener">/.test(link))).toEqual([]);
});

it('leads to the service where the archive has nothing, without a page that says so', async () => {
  const page = await readFile(join(directory, REPO, 'issues', '1', 'index.html'), 'utf8');
  const rel = 'rel="noreferrer noopener nofollow" data-away="service.example"';
  const end = '<span class="unseen"> on service.example</span></a>';
  expect(page).toContain(`<a href="${HOME}/blob/main/docs/lost.md#part" ${rel}>file${end}`);
  expect(page).toContain(`<a href="${HOME}/blob/main/README.md?plain=1#L2" ${rel}>lines${end}`);
  expect(page).toContain('<a href="../../blob/main/README.md/index.html">kept file</a>');
  expect(page).toContain(`<a href="${HOME}/releases/tag/lost" ${rel}>tag${end}`);
  expect(page).toContain(`<a href="${HOME}/commit/${LOST_COMMIT}" ${rel}><code>0123456</code>${end}`);
  expect(page).toContain(`<a href="${HOME}/wiki/Lost" ${rel}>page${end}`);
  expect(page).toContain('<a href="../3/index.html">kept</a>');
  expect(page).toContain('<a href="../index.html">list</a> <a href="../../index.html">home</a>');
  const titles = await readFile(join(directory, '-', 'titles.js'), 'utf8');
  expect(titles).not.toMatch(/"Not in/);
  const pages = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.html'));
  expect(pages.filter((name) => name.includes('lost') || name.includes(LOST_COMMIT))).toEqual([]);
  expect(report.pages).toBe(pages.length);
});

it('writes no address of a mailbox, a hook or a deploy key', async () => {
  const store = openStore(`${app.store}.aside`);
  const secrets = [
    ...store.query('SELECT address FROM user_emails').rows,
    ...store.query('SELECT email FROM organizations').rows,
  ]
    .map(([secret]) => String(secret ?? ''))
    .filter((secret) => secret.includes('@'));
  store.close();
  expect(secrets.length).toBeGreaterThan(5);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && /\.(?:html|js)$/.test(entry.name)) {
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
      expect([entry.name, secrets.filter((secret) => text.includes(secret))]).toEqual([entry.name, []]);
    }
  }
});

it('continues an interrupted site of the same store, whose complete pages are not written again', async () => {
  const { store } = await openApp();
  const folder = dirname(store);
  const stop = new AbortController();
  const write = (name: string, onPage?: (written: number) => void) =>
    writeSite({
      store,
      owners: [OWNER],
      place: { path: join(folder, name), isForced: false },
      clock: createSystemClock(),
      searchPath: process.env['PATH'] ?? '',
      signal: stop.signal,
      onPage,
    });
  const whole = await write('whole');
  const stopAt = (count: number) => (written: number) => {
    if (written === count) {
      void nextTurn().then(() => stop.abort()); // While the next page is read.
    }
  };
  await expect(write('site', stopAt(60))).rejects.toThrow();
  const [unfinished = ''] = (await readdir(folder)).filter((name) => name.startsWith('.satchel-unfinished-'));
  const complete = join(folder, unfinished, 'folder', 'index.html');
  await writeFile(complete, 'written before');
  const continued = await writeSite({
    store,
    owners: [OWNER],
    place: { path: join(folder, 'site'), isForced: false },
    clock: createSystemClock(),
    searchPath: process.env['PATH'] ?? '',
  });
  expect(continued).toEqual(whole);
  expect(await readFile(join(folder, 'site', 'index.html'), 'utf8')).toBe('written before');
  const [expected, found] = await Promise.all(['whole', 'site'].map((name) => filesIn(join(folder, name))));
  found?.set('index.html', expected?.get('index.html') ?? '');
  expect(found).toEqual(expected);
  expect((await readdir(folder)).filter((name) => name.startsWith('.satchel-'))).toEqual([]);
}, 180_000);

it('begins again if the store has changed, and removes what was begun', async () => {
  const { store } = await openApp();
  const folder = dirname(store);
  const write = (onPage?: () => void) =>
    writeSite({
      store,
      owners: [OWNER],
      place: { path: join(folder, 'site'), isForced: false },
      clock: createSystemClock(),
      searchPath: '',
      onPage,
    });
  const fail = () => {
    throw new Error('stopped');
  };
  await expect(write(fail)).rejects.toThrow('stopped');
  const [unfinished = ''] = (await readdir(folder)).filter((name) => name.startsWith('.satchel-unfinished-'));
  await writeFile(join(folder, unfinished, 'folder', 'index.html'), 'of the old store');
  await utimes(store, 1, 1);
  await write();
  expect(await readFile(join(folder, 'site', 'index.html'), 'utf8')).toContain('<!doctype html>');
  expect((await readdir(folder)).filter((name) => name.startsWith('.satchel-'))).toEqual([]);
}, 180_000);

async function filesIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = paths.map(async (path) => [relative(folder, path), await readFile(path, 'latin1')] as const);
  return new Map(await Promise.all(texts));
}

/** The store of a world that the sandbox invented from a seed. */
async function openWorld(seed: string): Promise<string> {
  const folder = temporaryFolder();
  const archive = join(folder, 'world.tar.gz');
  const store = join(folder, 'world.db');
  const world = ['--seed', seed, '--repositories', '3', '--issues', '12', '--now', '2026-05-01'];
  for (const args of [
    ['sandbox', ...world, '--output', archive],
    ['load', archive, '--db', store],
  ]) {
    const context = createRecordedContext({ env: { HOME: folder } });
    expect([await runSatchel(args, context), context.err()]).toEqual([0, expect.anything()]);
  }
  return store;
}

/** The site that is written above, and in a long run another one. */
const SITES: readonly (readonly [name: string, open: () => Promise<string>])[] = [
  [
    'the sample',
    async () => {
      await rename(`${app.store}.aside`, app.store); // Its files are beside it.
      return app.store;
    },
  ],
  ...(IS_LONG ? [['a random world', () => openWorld('plan')] as const] : []),
];

it.each(SITES)(
  'planSite() counts exactly what is written of %s, and writes nothing',
  async (name, open) => {
    const store = await open();
    const folder = dirname(store);
    const before = await readdir(folder, { recursive: true });
    const options = { store, ...AS_SHORTLY_AFTER };
    const { sizeBytes, kinds, makingMs, estimatedMs, ...plan } = await planSite(options);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(before.sort());
    expect(estimatedMs).toBeGreaterThan(makingMs);

    const site = name === 'the sample' ? directory : join(folder, 'site');
    const written =
      site === directory ? report : await writeSite({ ...options, place: { path: site, isForced: false } });
    expect(plan).toEqual(written);
    const files = await filesIn(site);
    files.delete('.satchel-dump');
    const writtenBytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
    expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(files.size);
    expect(Math.abs(sizeBytes / writtenBytes - 1)).toBeLessThan(0.02);
    const issues = [...files.keys()].filter((name) => /\/issues\/\d+\/(?:index|page-\w+)\.html$/.test(name));
    const redirected = issues.filter((name) => files.get(name)?.includes('http-equiv="refresh"'));
    expect(kinds.find(({ kind }) => kind === 'issue')?.count).toBe(issues.length - redirected.length);
  },
  180_000,
);

it('satchel site --dry-run shows a plan, and writes nothing', async () => {
  const { store } = await openApp();
  const site = join(store, '..', 'site');
  const plan = async (...more: string[]) => {
    const env = { HOME: join(store, '..'), PATH: process.env['PATH'] ?? '' };
    const context = { ...createRecordedContext({ env }), clock: createSystemClock() };
    expect(
      await runSatchel(['site', site, '--db', store, '--account', OWNER, '--dry-run', ...more], context),
    ).toBe(0);
    return context.out();
  };
  const out = await plan();
  expect(out).toMatch(/^Would write \d+ pages and \d+ uploads, about [\d.]+ [KM]iB, in about /);
  expect(out).toMatch(/\nissue +\d+ +[\d.]+ [KM]iB\n/);
  const last = JSON.parse((await plan('--json')).trim().split('\n').at(-1) ?? '');
  expect(last).toMatchObject({ message_type: 'summary', is_dry_run: true, path: site });
  expect(last.pages).toBe(Number(/\d+/.exec(out)?.[0]));
  expect(existsSync(site)).toBe(false);
}, 180_000);

it('ends with warnings where pages cannot be shown', async () => {
  const other = await openApp();
  const { store } = other;
  const db = new SqliteDatabase(store);
  db.pragma('foreign_keys = off');
  db.exec('DROP TABLE pull_request_reviews');
  db.close();
  const context = createRecordedContext({ env: { HOME: join(store, '..'), PATH: '' } });
  expect(
    await runSatchel(
      ['site', join(store, '..', 'site'), '--db', store, '--include-private', '--account', 'northquay-works'],
      context,
    ),
  ).toBe(3);
  expect(context.err()).toMatch(/Wrote \d+ pages, \d+ of which could not be shown and/);
});
